import type { Metadata } from 'next'
import { ContactForm } from '@/components/contacts/contact-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { dataOrNullOnError, getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { contactName } from '@/server/contacts/contact-name'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('contacts'), params, getPageCaller()])
  const { data: contact } = await orNotFound(caller.contacts.get({ id }))
  return { title: `${t('edit')} · ${contactName(contact)} · ${t('title')}` }
}

export default async function EditContactPage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('contacts'), params, getPageCaller()])
  const [{ data: contact }, { data: locations }, { data: consent }, { data: properties }] = await Promise.all([
    orNotFound(caller.contacts.get({ id })),
    caller.locations.names(),
    orNotFound(caller.contacts.consent({ id })),
    caller.contactProperties.list({}),
  ])
  const companyId = contact.contactOrganizationId
  const company =
    companyId === null ? null : await dataOrNullOnError(caller.contactOrganizations.get({ id: companyId }))
  return (
    <Page width="narrow">
      <PageHeader title={t('edit')} back={{ href: `/contacts/${id}`, label: contactName(contact) }} />
      <ClientMessages namespaces={['contacts', 'properties']}>
        <ContactForm
          contact={contact}
          locations={locations}
          properties={properties}
          company={companyId !== null && company ? { value: companyId, label: company.name } : null}
          isOptedOut={consent.optedOut}
        />
      </ClientMessages>
    </Page>
  )
}
