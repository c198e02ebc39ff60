import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { FirstSteps } from '@/components/overview/first-steps'
import { OverviewContent } from '@/components/overview/overview-content'
import { Segments } from '@/components/overview/segments'
import { UnrepliedReviews } from '@/components/overview/unreplied-reviews'
import { Page, PageHeader } from '@/components/ui/content/page'
import { type SearchParams, textParam } from '@/components/ui/href'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { api } from '@/server/api/caller'
import { OverviewQuery, PERIODS } from '@/server/overview/schema'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('overview'))('title') }
}

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('overview'), searchParams, api()])
  const query = readQuery(params)
  const [{ data: overview }, { data: surveys }, { data: account }] = await Promise.all([
    caller.overview.get(query),
    caller.surveys.list({ page: 1, limit: 100 }),
    caller.account.get(),
  ])
  if (overview.totals.response === 0)
    return (
      <Page>
        <PageHeader title={t('title')} />
        <FirstSteps totals={overview.totals} hasSent={overview.hasSent} isCaptured={account.mailCaptured} />
        <UnrepliedReviews reviews={overview.reviews} />
      </Page>
    )
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('sentence', { days: query.days })}
        actions={
          <>
            <FilterMenu
              param="survey"
              label={surveys.find(({ id }) => id === query.surveyId)?.name ?? t('allSurveys')}
              allLabel={t('allSurveys')}
              options={surveys.map(({ id, name }) => ({ value: id, label: name }))}
            />
            {/* A line of its own on a phone: beside the button it would fit with one font and not with the one before it. */}
            <div className="max-sm:w-[calc(100vw-2rem)]">
              <Segments
                label={t('period')}
                param="days"
                value={String(query.days)}
                params={params}
                options={PERIODS.map((days) => ({ value: String(days), label: t(`periods.${days}`) }))}
              />
            </div>
          </>
        }
      />
      <OverviewContent overview={overview} metric={textParam(params, 'metric')} params={params} />
    </Page>
  )
}

/** What the address asks for; anything that cannot be understood is as if it were absent. */
function readQuery(params: SearchParams): OverviewQuery {
  const days = OverviewQuery.shape.days.safeParse(Number(textParam(params, 'days') ?? 90)).data ?? 90
  const surveyId = OverviewQuery.shape.surveyId.safeParse(textParam(params, 'survey')).data
  return { days, ...(surveyId === undefined ? {} : { surveyId }) }
}
