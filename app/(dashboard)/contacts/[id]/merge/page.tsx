import type { Metadata } from 'next'
import { ContactMergeForm } from '@/components/contacts/merge/contact-merge-form'
import { buildMergeRows, describeCombinedValues } from '@/components/contacts/merge/describe-merge'
import { MergeCandidates } from '@/components/contacts/merge/merge-candidates'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { dataOrNullOnError, getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { contactName } from '@/server/contacts/contact-name'
import type { Contact } from '@/server/contacts/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const [t, contacts, { id }, caller] = await Promise.all([getT('merge'), getT('contacts'), params, getPageCaller()])
  const { data: contact } = await orNotFound(caller.contacts.get({ id }))
  return { title: `${t('title')} · ${contactName(contact)} · ${contacts('title')}` }
}

export default async function MergeContactPage({ params, searchParams }: Props) {
  const [{ id }, query, caller] = await Promise.all([params, searchParams, getPageCaller()])
  const { data: kept } = await orNotFound(caller.contacts.get({ id }))
  const otherId = readTextParam(query, 'with')
  const other = otherId === undefined ? null : await dataOrNullOnError(caller.contacts.get({ id: otherId }))
  return other && other.id !== kept.id ? (
    <CompareContacts kept={kept} other={other} />
  ) : (
    <ChooseContact contact={kept} search={readTextParam(query, 'search')} />
  )
}

async function ChooseContact({ contact, search }: { contact: Contact; search: string | undefined }) {
  const [t, caller] = await Promise.all([getT('merge'), getPageCaller()])
  const name = contactName(contact)
  const { data: candidates } = search ? await caller.contacts.browse({ search, page: 1, limit: 20 }) : { data: [] }
  return (
    <Page width="narrow">
      <PageHeader
        title={t('chooseTitle', { name })}
        description={t('chooseSentence')}
        back={{ href: `/contacts/${contact.id}`, label: name }}
      />
      <MergeCandidates contactId={contact.id} search={search} candidates={candidates} />
    </Page>
  )
}

async function CompareContacts({ kept, other }: { kept: Contact; other: Contact }) {
  const [t, caller] = await Promise.all([getT('merge'), getPageCaller()])
  const { data: properties } = await caller.contactProperties.list({})
  const names = { kept: contactName(kept), other: contactName(other) }
  return (
    <Page width="medium">
      <PageHeader
        title={t('compareTitle', names)}
        description={t('compareSentence')}
        back={{ href: `/contacts/${kept.id}`, label: names.kept }}
      />
      <ClientMessages namespaces={['merge']}>
        <ContactMergeForm
          key={`${kept.id} ${other.id}`}
          kept={{ id: kept.id, name: names.kept }}
          other={{ id: other.id, name: names.other }}
          rows={await buildMergeRows(kept, other, await loadReferenceNames([kept, other]))}
          combined={await describeCombinedValues(kept, other, properties)}
        />
      </ClientMessages>
    </Page>
  )
}

async function loadReferenceNames(contacts: readonly Contact[]): Promise<Map<string, string>> {
  const caller = await getPageCaller()
  const locationIds = contacts.flatMap(({ locationId }) => locationId ?? [])
  const companyIds = contacts.flatMap(({ contactOrganizationId }) => contactOrganizationId ?? [])
  const records = await Promise.all([
    ...locationIds.map((id) => dataOrNullOnError(caller.locations.get({ id }))),
    ...companyIds.map((id) => dataOrNullOnError(caller.contactOrganizations.get({ id }))),
  ])
  return new Map(records.flatMap((record) => (record ? [[record.id, record.name]] : [])))
}
