import { Suspense } from 'react'
import { getLocale, getRequestTime, getT } from '@/components/i18n/server'
import { findBreakdownProperty } from '@/components/overview/breakdown-property'
import { formatPeriod } from '@/components/overview/format-period'
import { LowScoreDrivers } from '@/components/overview/low-score-drivers'
import { OnboardingChecklist } from '@/components/overview/onboarding-checklist'
import { OverviewContent } from '@/components/overview/overview-content'
import { PeriodFilters } from '@/components/overview/period-filters'
import { ReviewsAwaitingReply } from '@/components/overview/reviews-awaiting-reply'
import { NotFoundPage } from '@/components/shell/not-found-page'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { VisitRecorder } from '@/components/unread/dashboard-visit-recorder'
import { UnreadSummary } from '@/components/unread/unread-summary'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { type Overview, OverviewQuery } from '@/server/overview/schema'
import { parsePeriodQuery } from './parse-period-query'

export async function generateMetadata() {
  return { title: (await getT('overview'))('title') }
}

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, locale, params, caller] = await Promise.all([getT('overview'), getLocale(), searchParams, getPageCaller()])
  // Taken before the first read, so that items arriving meanwhile remain new.
  const shownAt = getRequestTime().toISOString()
  const { data: properties } = await caller.contactProperties.list({})
  const query = readQuery(params, properties)
  const [{ data: overview }, { data: surveys }, { data: account }, { data: news }, { data: segments }] =
    await Promise.all([
      caller.overview.get(query),
      caller.surveys.list({ page: 1, limit: 100 }),
      requireMemberAccount(caller.account.get()),
      caller.unread.counts(),
      caller.segments.names(),
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
        actions={<PeriodFilters query={query} period={overview.period} surveys={surveys} path="/" params={params} />}
      />
      <UnreadSummary unread={news} timeZone={organization.timeZone} />
      <OverviewContent
        overview={overview}
        metric={readTextParam(params, 'metric')}
        params={params}
        properties={properties}
        hasSegments={segments.length > 0}
      >
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

function readQuery(params: SearchParams, properties: readonly ContactProperty[]): OverviewQuery {
  const { shape } = OverviewQuery
  const by = readTextParam(params, 'by')
  const property = findBreakdownProperty(by, properties)
  return parsePeriodQuery(OverviewQuery, params, {
    surveyId: shape.surveyId.safeParse(readTextParam(params, 'survey')).data,
    step: shape.step.safeParse(readTextParam(params, 'step')).data,
    ...(property ? { by: 'property', property: property.key } : { by: shape.by.safeParse(by).data }),
  })
}
