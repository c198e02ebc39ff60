import { Star } from 'lucide-react'
import type { Metadata } from 'next'
import { formatDate } from '@/components/format'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { describeInvertedRange } from '@/components/responses/describe-inverted-range'
import { RangeFilter } from '@/components/responses/range-filter'
import { ReviewList } from '@/components/reviews/review-list'
import { ReviewTabs } from '@/components/reviews/review-tabs'
import { getSiteNameLookup } from '@/components/reviews/site-name-lookup'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import type { ActiveFilter } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT, readSortParam } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'
import { BAD_REVIEW_MAX_RATING } from '@/server/reviews/constants'
import { BrowseReviews, ReviewReplyFilter } from '@/server/reviews/schema'

const PATH = '/reviews'

const FILTERS = {
  search: 'search',
  source: 'source',
  location: 'location_id',
  reply: 'reply',
  from: 'start_date',
  to: 'end_date',
} as const

const RATINGS = ['5', '4', '3', '2', '1', 'low'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('reviews'))('title') }
}

export default async function ReviewsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('reviews'), searchParams, getPageCaller()])
  const query = readQuery(params)
  const [{ data, meta }, { data: facts }, { data: locations }, { data: views }] = await Promise.all([
    caller.reviews.browse(query),
    caller.reviews.facts(),
    caller.locations.names(),
    caller.views.list({ list: 'reviews' }),
  ])
  const siteName = await getSiteNameLookup(facts)
  const ratingName = (value: string) => (value === 'low' ? t('ratings.low') : t('starsOnly', { count: Number(value) }))
  const locationNames = new Map(locations.map(({ id, name }) => [id, name]))
  const active = await activeFilters(params, query, { siteName, locations: locationNames })
  return (
    <Page>
      {data.some(({ replyState }) => replyState === 'sending') && <AutoRefresh key={JSON.stringify(data)} />}
      <PageHeader title={t('title')} description={t('sentence')} />
      <ReviewTabs />
      <ReviewList
        path={PATH}
        params={params}
        meta={meta}
        views={views}
        sort={query.sort ?? DEFAULT_SORT}
        reviews={data}
        siteName={siteName}
        activeFilters={active}
        search={<SearchInput label={t('search')} />}
        filters={
          <>
            <FilterMenu
              param="reply"
              label={t('filters.reply')}
              options={ReviewReplyFilter.options.map((value) => ({ value, label: t(`replies.${value}`) }))}
            />
            <FilterMenu
              param="rating"
              label={t('filters.rating')}
              options={RATINGS.map((value) => ({ value, label: ratingName(value) }))}
            />
            <FilterMenu
              param="source"
              label={t('filters.site')}
              options={facts.sources.map(({ source }) => ({ value: source, label: siteName(source) }))}
            />
            {locations.length > 0 && (
              <FilterMenu
                param="location"
                label={t('filters.location')}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <ClientMessages namespaces={['responses']}>
              <RangeFilter
                kind="date"
                label={t('filters.date')}
                bounds={[
                  { param: 'from', label: t('filters.from') },
                  { param: 'to', label: t('filters.to') },
                ]}
              />
            </ClientMessages>
          </>
        }
        renderEmpty={(isFiltered) => (
          <NoReviews isFiltered={isFiltered} query={query} hasConnected={facts.hasConnected} />
        )}
      />
    </Page>
  )
}

function readQuery(params: SearchParams): BrowseReviews {
  const sort = readSortParam(params, BrowseReviews.shape.sort.unwrap().options)
  const page = { page: readPageNumber(params), limit: 50, ...(sort === undefined ? {} : { sort }) }
  const valid = Object.entries(FILTERS).flatMap(([param, name]) => {
    const value = readTextParam(params, param)
    return value !== undefined && BrowseReviews.shape[name].safeParse(value).success ? [[name, value]] : []
  })
  return BrowseReviews.parse({ ...page, ...Object.fromEntries(valid), ...readRating(params) })
}

function readRating(params: SearchParams): Pick<BrowseReviews, 'rating_min' | 'rating_max'> {
  const rating = RATINGS.find((option) => option === readTextParam(params, 'rating'))
  if (rating === undefined) return {}
  return rating === 'low'
    ? { rating_max: BAD_REVIEW_MAX_RATING }
    : { rating_min: Number(rating), rating_max: Number(rating) }
}

type FilterNames = { siteName: (source: string) => string; locations: ReadonlyMap<string, string> }

async function activeFilters(params: SearchParams, query: BrowseReviews, names: FilterNames): Promise<ActiveFilter[]> {
  const [t, common, locale] = await Promise.all([getT('reviews'), getT('common'), getLocale()])
  const { source, location_id: location, reply, start_date: from, end_date: to } = query
  const rating = Object.keys(readRating(params)).length === 0 ? undefined : readTextParam(params, 'rating')
  const shortDate = (date: string) => formatDate(date, locale, 'UTC')
  const chip = (param: string, label: string | undefined): ActiveFilter[] =>
    label === undefined ? [] : [{ params: [param], label }]
  return [
    ...chip('search', query.search && t('filterSearch', { search: query.search })),
    ...chip('reply', reply && t('filterReply', { reply: t(`replies.${reply}`) })),
    ...chip('rating', rating && t('filterRating', { rating: rating === 'low' ? t('ratings.low') : rating })),
    ...chip('source', source && t('filterSite', { name: names.siteName(source) })),
    ...chip('location', location && t('filterLocation', { name: names.locations.get(location) ?? common('unknown') })),
    ...chip('from', from && t('filterFrom', { date: shortDate(from) })),
    ...chip('to', to && t('filterTo', { date: shortDate(to) })),
  ]
}

type NoReviewsProps = { isFiltered: boolean; query: BrowseReviews; hasConnected: boolean }

async function NoReviews({ isFiltered, query, hasConnected }: NoReviewsProps) {
  const [t, caller, reversedRange] = await Promise.all([getT('reviews'), getPageCaller(), describeInvertedRange(query)])
  if (isFiltered)
    return (
      <EmptyState
        icon={Star}
        title={t('noMatchTitle')}
        action={
          <Button asChild>
            <Link href={PATH}>{t('clear')}</Link>
          </Button>
        }
      >
        {reversedRange ?? t('noMatchSentence')}
      </EmptyState>
    )
  const { data: account } = await caller.account.get()
  const mayConnect = account.user.role !== 'member'
  return (
    <EmptyState
      icon={Star}
      title={t('emptyTitle')}
      action={
        mayConnect &&
        !hasConnected && (
          <Button variant="primary" asChild>
            <Link href="/settings/review-sources/new">{t('emptyAction')}</Link>
          </Button>
        )
      }
    >
      {hasConnected ? t('emptyConnected') : mayConnect ? t('emptySentence') : t('emptyMember')}
    </EmptyState>
  )
}
