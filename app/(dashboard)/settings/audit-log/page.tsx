import { Download, ScrollText } from 'lucide-react'
import { AuditTable } from '@/components/audit/audit-table'
import { formatDate } from '@/components/format'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { describeInvertedRange } from '@/components/responses/describe-inverted-range'
import { RangeFilter } from '@/components/responses/range-filter'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { type ActiveFilter, FilterBar } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { readTextParam, type SearchParams, withSearchParams } from '@/components/ui/search-params'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'
import { AUDIT_RETENTION_DAYS } from '@/server/audit/constants'
import { type AuditFilter, AuditGroupParam, ListAuditEvents } from '@/server/audit/schema'

const PATH = '/settings/audit-log'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('audit'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function AuditLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const caller = await getPageCaller('admin')
  const [t, params] = await Promise.all([getT('audit'), searchParams])
  const { after, ...filter } = readQuery(params)
  const [{ data }, { data: actors }, { data: account }] = await Promise.all([
    caller.auditLog.list({ ...filter, ...(after === undefined ? {} : { after }) }),
    caller.auditLog.actors(),
    requireMemberAccount(caller.account.get()),
  ])
  const actorNames = new Map(actors.map(({ id, name }) => [id, name]))
  const exportHref = `/api/audit-log?${new URLSearchParams(filter)}`
  const isFiltered = Object.keys(filter).length > 0
  return (
    <ClientMessages namespaces={['audit', 'responses']}>
      <Section
        title={t('title')}
        description={t('lead', { days: AUDIT_RETENTION_DAYS })}
        action={
          <Button asChild>
            <a href={exportHref} download>
              <Download size={16} aria-hidden />
              {t('export')}
            </a>
          </Button>
        }
      >
        <FilterBar path={PATH} params={params} activeFilters={await activeFilters(filter, actorNames)}>
          <FilterMenu
            param="group"
            label={t('filters.group')}
            options={AuditGroupParam.options.map((value) => ({ value, label: t(`groups.${value}`) }))}
          />
          <FilterMenu
            param="actor"
            label={t('filters.actor')}
            options={actors.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <RangeFilter
            kind="date"
            label={t('filters.dates')}
            bounds={[
              { param: 'from', label: t('filters.from') },
              { param: 'to', label: t('filters.to') },
            ]}
          />
        </FilterBar>
        {data.entries.length > 0 ? (
          <AuditTable entries={data.entries} timeZone={account.organization.timeZone} />
        ) : (
          <EmptyState icon={ScrollText} title={t(isFiltered ? 'noneTitle' : 'emptyTitle')}>
            {(await describeInvertedRange(filter)) ?? t(isFiltered ? 'noneBody' : 'emptyBody')}
          </EmptyState>
        )}
        {(after !== undefined || data.next !== null) && (
          <nav aria-label={t('pages')} className="flex justify-end gap-2">
            {after !== undefined && (
              <Button size="small" asChild>
                <Link href={withSearchParams(PATH, params, { page: null })}>{t('newest')}</Link>
              </Button>
            )}
            {data.next !== null && (
              <Button size="small" asChild>
                <Link rel="next" href={withSearchParams(PATH, params, { page: data.next })}>
                  {t('older')}
                </Link>
              </Button>
            )}
          </nav>
        )}
      </Section>
    </ClientMessages>
  )
}

function readQuery(params: SearchParams): AuditFilter & { after?: string } {
  const candidates = {
    group: readTextParam(params, 'group'),
    actorId: readTextParam(params, 'actor'),
    recordId: readTextParam(params, 'record'),
    start_date: readTextParam(params, 'from'),
    end_date: readTextParam(params, 'to'),
    after: readTextParam(params, 'page'),
  }
  const { shape } = ListAuditEvents
  const valid = Object.entries(candidates).filter(
    ([name, value]) => value !== undefined && shape[name as keyof typeof candidates].safeParse(value).success,
  )
  return Object.fromEntries(valid) as AuditFilter & { after?: string }
}

async function activeFilters(
  { group, actorId, recordId, start_date: from, end_date: to }: AuditFilter,
  actors: ReadonlyMap<string, string>,
): Promise<ActiveFilter[]> {
  const [t, locale] = [await getT('audit'), await getLocale()]
  const formatDay = (date: string) => formatDate(new Date(date), locale, 'UTC')
  return [
    ...(group === undefined
      ? []
      : [{ params: ['group'], label: t('filters.groupIs', { name: t(`groups.${group}`) }) }]),
    ...(actorId === undefined
      ? []
      : [{ params: ['actor'], label: t('filters.actorIs', { name: actors.get(actorId) ?? actorId }) }]),
    ...(recordId === undefined ? [] : [{ params: ['record'], label: t('filters.recordIs') }]),
    ...(from === undefined ? [] : [{ params: ['from'], label: t('filters.fromIs', { date: formatDay(from) }) }]),
    ...(to === undefined ? [] : [{ params: ['to'], label: t('filters.toIs', { date: formatDay(to) }) }]),
  ]
}
