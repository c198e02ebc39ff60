import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Link } from '@/components/ui/controls/link'
import { contactName } from '@/server/contacts/contact-name'
import type { Contact } from '@/server/contacts/schema'
import { ContactSearchForm } from './contact-search-form'

type MergeCandidatesProps = { contactId: string; search: string | undefined; candidates: readonly Contact[] }

/** The search of the contact to merge. */
export async function MergeCandidates({ contactId, search, candidates }: MergeCandidatesProps) {
  const t = await getT('merge')
  const others = candidates.filter(({ id }) => id !== contactId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ClientMessages namespaces={['merge']}>
        <ContactSearchForm search={search} />
      </ClientMessages>
      {others.length > 0 && (
        <ul className="divide-y rounded-card border bg-surface">
          {others.map((contact) => (
            <li key={contact.id} className="relative grid gap-0.5 px-4 py-3 text-14 hover:bg-hover">
              <Link
                href={`/contacts/${contactId}/merge?with=${contact.id}`}
                className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
              >
                <bdi>{contactName(contact)}</bdi>
              </Link>
              <span className="text-13 wrap-anywhere text-ink-soft">
                {[contact.email, contact.phone].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {search !== undefined && others.length === 0 && <p className="text-14 text-ink-soft">{t('noMatch')}</p>}
    </div>
  )
}
