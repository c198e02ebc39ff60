import type { Metadata } from 'next'
import { ContactForm } from '@/components/contacts/contact-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('contacts')
  return { title: `${t('newTitle')} · ${t('title')}` }
}

export default async function NewContactPage() {
  const [t, caller] = await Promise.all([getT('contacts'), getPageCaller()])
  const [{ data: locations }, { data: properties }] = await Promise.all([
    caller.locations.names(),
    caller.contactProperties.list({}),
  ])
  return (
    <Page width="narrow">
      <PageHeader
        title={t('newTitle')}
        description={t('newSentence')}
        back={{ href: '/contacts', label: t('title') }}
      />
      <ClientMessages namespaces={['contacts', 'properties']}>
        <ContactForm locations={locations} properties={properties} />
      </ClientMessages>
    </Page>
  )
}
