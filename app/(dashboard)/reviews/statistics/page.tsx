import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { SegmentedLinks } from '@/components/overview/segmented-links'
import { ReviewStatisticsReport } from '@/components/reviews/review-statistics-report'
import { ReviewTabs } from '@/components/reviews/review-tabs'
import { getSiteNameLookup } from '@/components/reviews/site-name-lookup'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

const PATH = '/reviews/statistics'

const PERIODS = ['3', '12', 'all'] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('reviews')
  return { title: `${t('tabs.statistics')} · ${t('title')}` }
}

export default async function ReviewStatisticsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('reviews'), searchParams, getPageCaller()])
  const period = PERIODS.find((option) => option === readTextParam(params, 'months')) ?? '12'
  const [{ data: statistics }, { data: facts }] = await Promise.all([
    caller.reviews.statistics(period === 'all' ? {} : { months: Number(period) }),
    caller.reviews.facts(),
  ])
  return (
    <Page>
      <PageHeader title={t('title')} description={t('statistics.sentence')} />
      <ReviewTabs />
      <div className="flex">
        <SegmentedLinks
          label={t('statistics.period')}
          param="months"
          value={period}
          params={params}
          path={PATH}
          options={PERIODS.map((value) => ({ value, label: t(`statistics.periods.${value}`) }))}
        />
      </div>
      <ReviewStatisticsReport statistics={statistics} siteName={await getSiteNameLookup(facts)} />
    </Page>
  )
}
