import type { ReactNode } from 'react'
import type { SubjectOverview } from '@/server/comparison/schema'
import { formatNumber } from '../format'
import { ClientMessages } from '../i18n/client-messages'
import { getLocale, getT } from '../i18n/server'
import { formatPeriod } from '../overview/format-period'
import { PeriodFilters, type PeriodFiltersProps } from '../overview/period-filters'
import { SubjectNumbers } from '../overview/subject-numbers'
import { Dash, DefinitionList } from '../ui/content/definition-list'
import { Page, PageHeader } from '../ui/content/page'
import { Time } from '../ui/content/time'
import { CopyButton } from '../ui/controls/copy-button'
import type { Option } from '../ui/controls/select'
import { TextLink } from '../ui/controls/text-link'
import type { SearchParams } from '../ui/search-params'
import { MasterDataActions } from './master-data-actions'
import type { AnyMasterDataEntry, MasterDataCollectionName, MasterDataUsageCounts } from './master-data-collections'

type MasterDataDetailPageProps = {
  collection: MasterDataCollectionName
  record: AnyMasterDataEntry & { usage: MasterDataUsageCounts }
  mayChange: boolean
  alertNames?: readonly string[]
  timeZones?: readonly Option[]
  overview: SubjectOverview
  query: PeriodFiltersProps['query']
  surveys: PeriodFiltersProps['surveys']
  params: SearchParams
  /** Shown after the charts. */
  children?: ReactNode
}

/** Opens on the numbers; changes are behind a menu, the details at the end. */
export async function MasterDataDetailPage({
  collection,
  record,
  mayChange,
  alertNames = [],
  timeZones = [],
  overview,
  query,
  surveys,
  params,
  children,
}: MasterDataDetailPageProps) {
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  const { id, name } = record
  const path = `/${collection}/${id}`
  const filter = { location: undefined, employee: undefined, company: undefined, [FILTER_PARAMS[collection]]: id }
  return (
    <Page>
      <PageHeader
        title={name}
        description={formatPeriod(overview.period, locale)}
        back={{ href: `/${collection}`, label: t(`${collection}.title`) }}
        actions={
          <>
            <PeriodFilters query={query} period={overview.period} surveys={surveys} path={path} params={params} />
            {mayChange && (
              <ClientMessages namespaces={['records']}>
                <MasterDataActions
                  collection={collection}
                  record={record}
                  alertNames={alertNames}
                  timeZones={timeZones}
                />
              </ClientMessages>
            )}
          </>
        }
      />
      <SubjectNumbers overview={overview} path={path} params={params} filter={filter}>
        {children}
      </SubjectNumbers>
      <Details collection={collection} record={record} mayChange={mayChange} />
    </Page>
  )
}

type DetailsProps = Pick<MasterDataDetailPageProps, 'collection' | 'record' | 'mayChange'>

async function Details({ collection, record, mayChange }: DetailsProps) {
  const t = await getT('records')
  const { id, usage } = record
  return (
    <details>
      <summary className="w-fit list-none rounded-mark text-14 text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink">
        {t('details')}
      </summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <DefinitionList
          items={[
            ...(collection === 'locations'
              ? [{ label: t('fields.timeZone'), value: record.timeZone ?? t('fields.timeZoneSame') }]
              : []),
            ...(collection === 'employees' ? [{ label: t('fields.email'), value: record.email }] : []),
            {
              label: t('fields.id'),
              value: (
                <span className="flex flex-wrap items-center gap-1.5">
                  <span className="font-mono text-13 break-all">{id}</span>
                  <CopyButton text={id} />
                </span>
              ),
            },
            { label: t('fields.added'), value: <Time value={record.createdAt} as="datetime" /> },
            { label: t('fields.changed'), value: <Time value={record.updatedAt} as="datetime" /> },
          ]}
        />
        <DefinitionList items={await listUsageItems(collection, id, usage, mayChange)} />
      </div>
    </details>
  )
}

const FILTER_PARAMS = { locations: 'location', employees: 'employee', companies: 'company' } as const

async function listUsageItems(
  noun: MasterDataCollectionName,
  id: string,
  use: MasterDataUsageCounts,
  maySeeSettings: boolean,
) {
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  const query = `?${FILTER_PARAMS[noun]}=${id}`
  const hrefs: Record<keyof MasterDataUsageCounts, string | null> = {
    contacts: `/contacts${query}`,
    responses: `/responses${query}`,
    reviews: `/reviews${query}`,
    sendings: null,
    places: maySeeSettings ? '/settings/review-sources' : null,
    reviewLinks: maySeeSettings ? '/settings/reviews' : null,
  }
  return (Object.keys(hrefs) as (keyof MasterDataUsageCounts)[]).flatMap((field) => {
    const count = use[field]
    if (count === undefined) return []
    const number = <span className="figures">{formatNumber(count, locale)}</span>
    const href = hrefs[field]
    const value = count === 0 ? <Dash /> : href === null ? number : <TextLink href={href}>{number}</TextLink>
    return [{ label: t(`use.${field}`), value }]
  })
}
