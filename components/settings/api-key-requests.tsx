import { ListTree } from 'lucide-react'
import { API_REQUEST_RETENTION_DAYS, STATUS_CLASSES } from '@/server/api-keys/constants'
import type { ApiRequest, ApiRequestPage, StatusClass } from '@/server/api-keys/schema'
import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'
import { EmptyState } from '../ui/content/empty-state'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import { FilterBar } from '../ui/lists/filter-bar'
import { FilterMenu } from '../ui/lists/filter-menu'
import { Cell, HeaderCell, Row, StackedCell, Table } from '../ui/lists/table'
import { type SearchParams, withSearchParams } from '../ui/search-params'

export type ApiKeyRequestsProps = {
  path: string
  params: SearchParams
  requests: ApiRequestPage
  outcome: StatusClass | undefined
}

export async function ApiKeyRequests({ path, params, requests, outcome }: ApiKeyRequestsProps) {
  const t = await getT('settings')
  const labelOutcome = (value: StatusClass) => t(`apiKeys.requests.outcome.${value}`)
  const isPastFirstPage = params.page !== undefined
  return (
    <Section
      title={t('apiKeys.requests.title')}
      description={t('apiKeys.requests.lead', { days: API_REQUEST_RETENTION_DAYS })}
    >
      <FilterBar
        path={path}
        params={params}
        activeFilters={
          outcome === undefined
            ? []
            : [{ params: ['status'], label: t('apiKeys.requests.outcomeIs', { name: labelOutcome(outcome) }) }]
        }
      >
        <FilterMenu
          param="status"
          label={t('apiKeys.requests.filter')}
          options={STATUS_CLASSES.map((value) => ({ value, label: labelOutcome(value) }))}
        />
      </FilterBar>
      {requests.entries.length > 0 ? (
        <RequestTable entries={requests.entries} />
      ) : (
        <EmptyState icon={ListTree} title={t(`apiKeys.requests.${outcome ? 'noneTitle' : 'emptyTitle'}`)}>
          {t(`apiKeys.requests.${outcome ? 'noneBody' : 'emptyBody'}`)}
        </EmptyState>
      )}
      {(isPastFirstPage || requests.next !== null) && (
        <nav aria-label={t('apiKeys.requests.pages')} className="flex justify-end gap-2">
          {isPastFirstPage && (
            <Button size="small" asChild>
              <Link href={withSearchParams(path, params, { page: null })}>{t('apiKeys.requests.newest')}</Link>
            </Button>
          )}
          {requests.next !== null && (
            <Button size="small" asChild>
              <Link rel="next" href={withSearchParams(path, params, { page: requests.next })}>
                {t('apiKeys.requests.older')}
              </Link>
            </Button>
          )}
        </nav>
      )}
    </Section>
  )
}

async function RequestTable({ entries }: { entries: readonly ApiRequest[] }) {
  const [t, locale] = await Promise.all([getT('settings'), getLocale()])
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell className="max-sm:hidden">{t('apiKeys.requests.time')}</HeaderCell>
          <HeaderCell>{t('apiKeys.requests.request')}</HeaderCell>
          <HeaderCell>{t('apiKeys.requests.status')}</HeaderCell>
          <HeaderCell align="right" className="max-md:hidden">
            {t('apiKeys.requests.duration')}
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell className="whitespace-nowrap text-ink-soft max-sm:hidden">
              <Time value={entry.createdAt} />
            </Cell>
            <Cell className="w-full max-w-0">
              <StackedCell
                first={
                  <span className="font-mono text-12">
                    {entry.method} {entry.path}
                  </span>
                }
                second={
                  <>
                    <span className="sm:hidden">
                      <Time value={entry.createdAt} /> ·{' '}
                    </span>
                    <span className="font-mono text-12">{entry.id}</span>
                  </>
                }
              />
            </Cell>
            <Cell className="whitespace-nowrap">
              <span className="inline-flex items-center gap-2">
                <Badge tone={getStatusTone(entry.status)}>{entry.status}</Badge>
                {entry.times > 1 && (
                  <span
                    className="figures text-13 text-ink-soft"
                    data-tip={t('apiKeys.requests.timesHelp', { count: entry.times })}
                  >
                    {t('apiKeys.requests.times', { count: entry.times })}
                  </span>
                )}
                {entry.withPrevious && <Badge>{t('apiKeys.requests.old')}</Badge>}
              </span>
            </Cell>
            <Cell align="right" className="whitespace-nowrap text-ink-soft max-md:hidden">
              {t('apiKeys.requests.milliseconds', { n: formatNumber(entry.durationMs, locale) })}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function getStatusTone(status: number): Tone {
  if (status < 400) return 'positive'
  return status < 500 ? 'neutral' : 'negative'
}
