import type { ComparedSubject, SubjectComparison, SubjectComparisonQuery } from '@/server/comparison/schema'
import { ClientMessages } from '../i18n/client-messages'
import { getLocale, getT } from '../i18n/server'
import { formatPeriod } from '../overview/format-period'
import { PeriodFilters, type PeriodFiltersProps } from '../overview/period-filters'
import { ScoreFunnel } from '../overview/score-funnel'
import { SegmentedLinks } from '../overview/segmented-links'
import { EmptyState } from '../ui/content/empty-state'
import { Page, PageHeader } from '../ui/content/page'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import type { Option } from '../ui/controls/select'
import { FilterableList, type FilterableListBaseProps } from '../ui/lists/filterable-list'
import { SearchInput } from '../ui/lists/search-input'
import type { SearchParams } from '../ui/search-params'
import { listComparisonColumns } from './comparison-columns'
import { ListPageTabs } from './list-page-tabs'
import { MASTER_DATA_ICONS, type MasterDataCollectionName } from './master-data-collections'
import { CreateMasterDataDialog } from './master-data-form-dialog'

const DEFAULT_SORT = '-answers'

export type MasterDataListPageProps = Pick<FilterableListBaseProps, 'views'> & {
  collection: MasterDataCollectionName
  comparison: SubjectComparison
  query: SubjectComparisonQuery
  surveys: PeriodFiltersProps['surveys']
  params: SearchParams
  mayAdd: boolean
  timeZones?: readonly Option[]
}

/** Locations, employees or companies, compared: which differ from the rest, then all of them with score and change. */
export async function MasterDataListPage(props: MasterDataListPageProps) {
  const { collection, comparison, query, surveys, params, views, mayAdd, timeZones = [] } = props
  const [t, overview, locale] = await Promise.all([getT('records'), getT('overview'), getLocale()])
  const { metric, metrics, plot, period, subjects, meta } = comparison
  const { search, sort = DEFAULT_SORT } = query
  const path = `/${collection}`
  const previous = formatPeriod(period.previous, locale)
  return (
    <Page>
      <PageHeader
        title={t(`${collection}.title`)}
        description={t(`${collection}.sentence`)}
        actions={
          mayAdd && (
            <ClientMessages namespaces={['records']}>
              <CreateMasterDataDialog collection={collection} timeZones={timeZones} />
            </ClientMessages>
          )
        }
      />
      <ListPageTabs of={collection === 'companies' ? 'contacts' : 'locations'} />
      {metric !== null && (
        <div className="flex flex-wrap items-center gap-2">
          <PeriodFilters query={query} period={period} surveys={surveys} path={path} params={params} />
          {metrics.length > 1 && (
            <SegmentedLinks
              label={overview('score')}
              param="metric"
              value={metric}
              params={params}
              path={path}
              clearedParams={['page']}
              options={metrics.map((value) => ({ value, label: overview(`metrics.${value}`) }))}
            />
          )}
        </div>
      )}
      {plot && search === undefined && meta.page === 1 && <ScoreFunnel plot={plot} collection={collection} />}
      <FilterableList<ComparedSubject>
        name={collection}
        path={path}
        params={params}
        meta={meta}
        views={views}
        sort={sort}
        defaultSort={DEFAULT_SORT}
        caption={t(`${collection}.title`)}
        rows={subjects}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `${path}/${id}`}
        activeFilters={search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]}
        search={<SearchInput label={t('search')} />}
        columns={await listComparisonColumns({ collection, metric, previousPeriod: previous })}
        renderEmpty={(isFiltered) => (
          <MasterDataEmptyState collection={collection} mayAdd={mayAdd} isFiltered={isFiltered} />
        )}
      />
    </Page>
  )
}

async function MasterDataEmptyState({
  collection,
  isFiltered,
  mayAdd,
}: Pick<MasterDataListPageProps, 'collection' | 'mayAdd'> & { isFiltered: boolean }) {
  const t = await getT('records')
  if (isFiltered)
    return (
      <EmptyState
        icon={MASTER_DATA_ICONS[collection]}
        title={t(`${collection}.noMatchTitle`)}
        action={
          <Button asChild>
            <Link href={`/${collection}`}>{t('clear')}</Link>
          </Button>
        }
      >
        {t('noMatchSentence')}
      </EmptyState>
    )
  return (
    <EmptyState icon={MASTER_DATA_ICONS[collection]} title={t(`${collection}.emptyTitle`)}>
      {mayAdd || collection === 'companies' ? t(`${collection}.emptySentence`) : t(`${collection}.emptyMember`)}
    </EmptyState>
  )
}
