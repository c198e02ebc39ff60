import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { TemplateList } from '@/components/sequences/templates/template-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'

export async function generateMetadata(): Promise<Metadata> {
  const [t, templates] = await Promise.all([getT('sequences'), getT('sequenceTemplates')])
  return { title: `${templates('title')} · ${t('title')}` }
}

export default async function NewSequencePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, templates, query] = await Promise.all([getT('sequences'), getT('sequenceTemplates'), searchParams])
  const surveyId = readTextParam(query, 'survey')
  return (
    <Page width="medium">
      <PageHeader
        title={templates('title')}
        description={templates('sentence')}
        back={{ href: '/sequences', label: t('title') }}
      />
      <TemplateList {...(surveyId ? { surveyId } : {})} />
    </Page>
  )
}
