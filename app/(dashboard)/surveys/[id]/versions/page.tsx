import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { SurveyHeader } from '@/components/surveys/survey-header'
import { VersionList } from '@/components/surveys/versions/version-list'
import { VersionView } from '@/components/surveys/versions/version-view'
import { Page } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { SurveyVersionReference } from '@/server/surveys/versions/schema'

const PER_PAGE = 20

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('surveyVersions'), params, getPageCaller()])
  return { title: `${t('title')} · ${(await orNotFound(caller.surveys.get({ id }))).data.name}` }
}

export default async function SurveyVersionsPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('surveyVersions'), params, searchParams, getPageCaller()])
  const [{ data: survey }, { meta: responses }, { data: alerts }] = await Promise.all([
    orNotFound(caller.surveys.get({ id })),
    orNotFound(caller.responses.list({ survey_id: id, page: 1, limit: 1 })),
    caller.alerts.listReferencing({ id }),
  ])
  const path = `/surveys/${id}/versions`
  const shown = SurveyVersionReference.safeParse({ id, number: Number(query.version) })
  const header = <SurveyHeader survey={survey} responses={responses.total} alerts={alerts} tab="questions" />
  if (query.version !== undefined && shown.success) {
    const [{ data: version }, { data: language }] = await Promise.all([
      orNotFound(caller.surveys.getVersion(shown.data)),
      caller.surveys.defaultLanguage(),
    ])
    return (
      <Page>
        {header}
        <VersionView survey={survey} version={version} language={language} path={path} />
      </Page>
    )
  }
  const { data: versions, meta } = await caller.surveys.versions({ id, page: readPageNumber(query), limit: PER_PAGE })
  return (
    <Page>
      {header}
      <Section title={t('title')} description={t('sentence')}>
        <VersionList versions={versions} path={path} current={survey.version} />
        <Pagination path={path} params={query} meta={meta} />
      </Section>
    </Page>
  )
}
