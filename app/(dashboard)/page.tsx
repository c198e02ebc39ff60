import { Suspense } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getRequestTime, getT } from '@/components/i18n/server'
import { formatPeriod } from '@/components/overview/format-period'
import { LowScoreDrivers } from '@/components/overview/low-score-drivers'
import { OnboardingChecklist } from '@/components/overview/onboarding-checklist'
import { OverviewContent } from '@/components/overview/overview-content'
import { ReviewsAwaitingReply } from '@/components/overview/reviews-awaiting-reply'
import { SegmentedLinks } from '@/components/overview/segmented-links'
import { RangeFilter } from '@/components/responses/range-filter'
import { NotFoundPage } from '@/components/shell/not-found-page'
import { Page, PageHeader } from '@/components/ui/content/page'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { VisitRecorder } from '@/components/unread/dashboard-visit-recorder'
import { UnreadSummary } from '@/components/unread/unread-summary'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'
import { type Overview, OverviewQuery, PERIOD_OPTIONS_DAYS } from '@/server/overview/schema'

export async function generateMetadata() {
  return { title: (await getT('overview'))('title') }
}

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, responses, locale, params, caller] = await Promise.all([
    getT('overview'),
    getT('responses'),
    getLocale(),
    searchParams,
    getPageCaller(),
  ])
  // Taken before the first read, so that items arriving meanwhile remain new.
  const shownAt = getRequestTime().toISOString()
  const query = readQuery(params)
  const isCustom = query.from !== undefined
  const [{ data: overview }, { data: surveys }, { data: account }, { data: news }] = await Promise.all([
    caller.overview.get(query),
    caller.surveys.list({ page: 1, limit: 100 }),
    requireMemberAccount(caller.account.get()),
    caller.unread.counts(),
  ])
  // Links in emails name the organization whose numbers they show.
  const requestedOrganization = account.organizations.find(({ id }) => id === readTextParam(params, 'organization'))
  const { organization } = account
  if (requestedOrganization && requestedOrganization.id !== organization.id) {
    const { id: organizationId, name } = requestedOrganization
    return <NotFoundPage otherOrganization={{ organizationId, name }} />
  }
  const mayChangeSettings = account.user.role !== 'member'
  if (overview.totals.response === 0)
    return (
      <Page>
        <PageHeader title={t('title')} />
        <OnboardingChecklist
          totals={overview.totals}
          hasSent={overview.hasSent}
          isEmailStoredInOutbox={account.mailCaptured}
          region={mayChangeSettings ? (await caller.settings.get()).data : null}
        />
        <ReviewsAwaitingReply reviews={overview.reviews} />
        <VisitRecorder organizationId={organization.id} shownAt={shownAt} />
      </Page>
    )
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={formatPeriod(overview.period, locale)}
        actions={
          <>
            <FilterMenu
              param="survey"
              label={surveys.find(({ id }) => id === query.surveyId)?.name ?? t('allSurveys')}
              allLabel={t('allSurveys')}
              options={surveys.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ClientMessages namespaces={['responses']}>
              <RangeFilter
                kind="date"
                label={isCustom ? formatPeriod(overview.period, locale) : t('custom')}
                bounds={[
                  { param: 'from', label: responses('filters.from') },
                  { param: 'to', label: responses('filters.to') },
                ]}
              />
            </ClientMessages>
            {/* Own line on phones: whether it fits beside the button depends on the font. */}
            <div className="max-sm:w-[calc(100vw-2rem)]">
              <SegmentedLinks
                label={t('period')}
                param="days"
                value={isCustom ? '' : String(query.days)}
                params={params}
                clearedParams={['from', 'to', 'step']}
                options={PERIOD_OPTIONS_DAYS.map((days) => ({ value: String(days), label: t(`periods.${days}`) }))}
              />
            </div>
          </>
        }
      />
      <UnreadSummary unread={news} timeZone={organization.timeZone} />
      <OverviewContent overview={overview} metric={readTextParam(params, 'metric')} params={params}>
        <Suspense fallback={null}>
          <DeferredDrivers query={query} period={overview.period} />
        </Suspense>
      </OverviewContent>
      <VisitRecorder organizationId={organization.id} shownAt={shownAt} />
    </Page>
  )
}

async function DeferredDrivers({ query, period: { from, to } }: { query: OverviewQuery } & Pick<Overview, 'period'>) {
  const { data } = await (await getPageCaller()).overview.drivers(query)
  const survey = query.surveyId === undefined ? {} : { survey: query.surveyId }
  return <LowScoreDrivers drivers={data} listParams={{ band: 'negative', ...survey, from, to }} />
}

function readQuery(params: SearchParams): OverviewQuery {
  const { shape } = OverviewQuery
  const days = shape.days.safeParse(Number(readTextParam(params, 'days') ?? 90)).data ?? 90
  const optional = {
    surveyId: shape.surveyId.safeParse(readTextParam(params, 'survey')).data,
    step: shape.step.safeParse(readTextParam(params, 'step')).data,
    by: shape.by.safeParse(readTextParam(params, 'by')).data,
  }
  const fields = { days, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) }
  const range = { from: readTextParam(params, 'from'), to: readTextParam(params, 'to') }
  return OverviewQuery.safeParse({ ...fields, ...range }).data ?? OverviewQuery.parse(fields)
}
