import type { Metadata } from 'next'
import { PropertyPlaceholdersProvider } from '@/components/contact-properties/property-placeholders'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SequenceForm } from '@/components/sequences/sequence-form'
import { toSurveyChoices } from '@/components/sequences/sequence-form-values'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('sequences')
  return { title: `${t('newTitle')} · ${t('title')}` }
}

export default async function NewSequencePage() {
  const [t, caller] = await Promise.all([getT('sequences'), getPageCaller()])
  const [{ data: surveys }, { data: account }, { data: language }, { data: properties }] = await Promise.all([
    caller.surveys.list({ status: 'active', page: 1, limit: 100 }),
    caller.account.get(),
    caller.surveys.defaultLanguage(),
    caller.contactProperties.list({}),
  ])
  return (
    <Page width="narrow">
      <PageHeader
        title={t('newTitle')}
        description={t('newSentence')}
        back={{ href: '/sequences', label: t('title') }}
      />
      <ClientMessages namespaces={['sequences', 'preview']}>
        <PropertyPlaceholdersProvider properties={properties}>
          <SequenceForm
            surveys={toSurveyChoices(surveys)}
            language={language}
            mayEditWebhooks={account.user.role !== 'member'}
          />
        </PropertyPlaceholdersProvider>
      </ClientMessages>
    </Page>
  )
}
