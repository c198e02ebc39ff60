import type { ReviewSource } from '@/server/reviews/connections/schema'
import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Dash } from '../ui/content/definition-list'
import { Time } from '../ui/content/time'
import { DataTable } from '../ui/lists/data-table'
import { StackedCell } from '../ui/lists/table'
import { SiteIcon } from './site-icon'
import { getSourceDisplayState, SourceBadge } from './source-badge'

/** With the translated error of the last sync. */
export type SourceWithSyncError = ReviewSource & { syncError: string | null }

export async function SourceTable({ sources }: { sources: readonly SourceWithSyncError[] }) {
  const [t, locale] = await Promise.all([getT('reviews'), getLocale()])
  return (
    <DataTable
      caption={t('sources.title')}
      rows={sources}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settings/review-sources/${id}`}
      columns={[
        {
          key: 'source',
          header: t('sources.columns.source'),
          grow: true,
          className: 'w-2/5 min-w-36',
          phoneSlot: 'title',
          cell: (source) => (
            <span className="flex min-w-0 items-center gap-3">
              <SiteIcon kind={source.kind} />
              <StackedCell first={source.name} second={<SourceSummary source={source} />} />
            </span>
          ),
        },
        {
          key: 'state',
          header: t('sources.columns.state'),
          phoneSlot: 'detail',
          className: 'sm:w-76 sm:py-2.5',
          cell: (source) => (
            <span className="grid min-w-0 justify-items-start gap-1 whitespace-normal max-sm:pt-1.5">
              <SourceBadge source={source} />
              {source.syncError !== null && (
                <span className="text-13 text-ink-soft">
                  {source.syncError}
                  {source.status === 'connected' && <NextSyncAttempt at={source.nextSyncAt} />}
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'reviews',
          header: t('sources.columns.reviews'),
          align: 'right',
          phoneSlot: 'aside',
          cell: ({ reviews }) => (
            <>
              <span className="max-sm:hidden">{formatNumber(reviews, locale)}</span>
              <span className="text-13 font-normal text-ink-soft sm:hidden">
                {t('sources.count', { count: reviews })}
              </span>
            </>
          ),
        },
        {
          key: 'synced',
          header: t('sources.columns.synced'),
          hiddenBelow: 'md',
          className: 'w-40 min-w-36',
          cell: (source) => <LastSync source={source} />,
        },
      ]}
    />
  )
}

async function SourceSummary({ source: { kind, name, url, places } }: { source: SourceWithSyncError }) {
  const t = await getT('reviews')
  const kindLabel = t(`kinds.${kind}`)
  const detail =
    kind === 'google'
      ? t('sources.profiles', { count: places.length })
      : kind === 'feed' && url !== null && (URL.canParse(url) ? new URL(url).host : url)
  const summary = [kindLabel !== name && kindLabel, detail].filter(Boolean).join(' · ')
  return summary !== '' && <span className="font-normal">{summary}</span>
}

export async function NextSyncAttempt({ at }: { at: string | null }) {
  const t = await getT('reviews')
  return at !== null && <> {t.rich('sources.nextTry', { time: () => <Time key="time" value={at} /> })}</>
}

async function LastSync({ source }: { source: SourceWithSyncError }) {
  const t = await getT('reviews')
  const { status, syncedAt, nextSyncAt } = source
  if (syncedAt === null && status !== 'connected') return <Dash />
  return (
    <StackedCell
      first={
        syncedAt === null ? <span className="text-ink-faint">{t('sources.never')}</span> : <Time value={syncedAt} />
      }
      second={
        getSourceDisplayState(source) === 'connected' &&
        nextSyncAt !== null &&
        t.rich('sources.next', { time: () => <Time key="time" value={nextSyncAt} /> })
      }
    />
  )
}
