import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { TextLink } from '@/components/ui/controls/text-link'
import { contactName } from '@/server/contacts/contact-name'
import type { ContactDuplicatePair } from '@/server/contacts/duplicates/schema'
import { DismissDuplicatesButton } from './dismiss-duplicates-button'

type DuplicateContact = ContactDuplicatePair['contacts'][number]

export async function DuplicateList({ duplicates }: { duplicates: readonly ContactDuplicatePair[] }) {
  const t = await getT('merge')
  return (
    <ClientMessages namespaces={['merge']}>
      <ul className="divide-y rounded-card border bg-surface">
        {duplicates.map(({ contacts: [one, other], reason }) => {
          const names = { one: contactName(one), other: contactName(other) }
          return (
            <li
              key={`${one.id} ${other.id}`}
              className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center md:gap-x-4"
            >
              <Duplicate contact={one} />
              <Duplicate contact={other} />
              <div className="flex flex-wrap items-center gap-2 md:justify-end">
                <Badge>{t(`reasons.${reason}`)}</Badge>
                <Button size="small" asChild>
                  <Link href={`/contacts/${one.id}/merge?with=${other.id}`} aria-label={t('compareNames', names)}>
                    {t('compare')}
                  </Link>
                </Button>
                <DismissDuplicatesButton id={one.id} otherId={other.id} names={names} />
              </div>
            </li>
          )
        })}
      </ul>
    </ClientMessages>
  )
}

function Duplicate({ contact }: { contact: DuplicateContact }) {
  return (
    <div className="grid min-w-0 gap-0.5 text-14">
      <TextLink href={`/contacts/${contact.id}`} className="justify-self-start font-medium">
        <bdi>{contactName(contact)}</bdi>
      </TextLink>
      <span className="text-13 wrap-anywhere text-ink-soft">
        {[contact.email, contact.phone].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}
