import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SurveyEditor } from '@/components/surveys/survey-editor'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('surveys')
  return { title: `${t('newTitle')} · ${t('title')}` }
}

export default async function NewSurveyPage() {
  const [t, caller] = await Promise.all([getT('surveys'), getPageCaller()])
  const { data: language } = await caller.surveys.defaultLanguage()
  return (
    <Page>
      <PageHeader title={t('newTitle')} description={t('newSentence')} back={{ href: '/surveys', label: t('title') }} />
      <ClientMessages namespaces={['surveys', 'sequences', 'preview']}>
        <SurveyEditor language={language} />
      </ClientMessages>
    </Page>
  )
}
