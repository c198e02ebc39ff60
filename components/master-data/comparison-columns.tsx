import type { ComparedSubject } from '@/server/comparison/schema'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { Metric } from '@/server/surveys/schema'
import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import { ScoreChange } from '../overview/score-stat'
import { formatConfidenceBounds, formatMetricValue } from '../responses/format-metric-value'
import { Dash } from '../ui/content/definition-list'
import { Time } from '../ui/content/time'
import type { Column } from '../ui/lists/column'
import type { MasterDataCollectionName } from './master-data-collections'

type ComparisonColumnsQuery = {
  collection: MasterDataCollectionName
  metric: Metric | null
  previousPeriod: string
}

export async function listComparisonColumns({
  collection,
  metric,
  previousPeriod,
}: ComparisonColumnsQuery): Promise<Column<ComparedSubject>[]> {
  const [t, overview, common, locale] = await Promise.all([
    getT('records'),
    getT('overview'),
    getT('common'),
    getLocale(),
  ])
  const columns: Column<ComparedSubject>[] = [
    {
      key: 'name',
      header: t('columns.name'),
      cell: ({ name }) => name,
      grow: true,
      className: 'w-full min-w-36',
      phoneSlot: 'title',
      sort: { by: 'name', kind: 'text' },
    },
    {
      key: 'score',
      header: metric === null ? overview('score') : overview(`metrics.${metric}`),
      cell: (subject) => metric && <SubjectScore subject={subject} metric={metric} />,
      align: 'right',
      phoneSlot: 'aside',
      className: 'sm:min-w-40',
      sort: { by: 'score', kind: 'number' },
    },
    {
      key: 'change',
      header: overview('subject.change'),
      cell: (subject) =>
        metric && (
          <ScoreChange overview={{ metric, ...subject, current: subject.score }} previousPeriod={previousPeriod} />
        ),
      align: 'right',
      hiddenBelow: 'sm',
      className: 'sm:min-w-24',
      sort: { by: 'change', kind: 'number' },
    },
    {
      key: 'answers',
      header: overview('answers'),
      cell: ({ score: { n } }) => (
        <>
          <span className="sm:hidden">{common('chart.n', { count: n })}</span>
          <span className="figures max-sm:hidden">{formatNumber(n, locale)}</span>
        </>
      ),
      align: 'right',
      phoneSlot: 'detail',
      className: 'max-sm:text-left sm:min-w-24',
      sort: { by: 'answers', kind: 'number' },
    },
    {
      key: 'lastAnswer',
      header: overview('subject.lastAnswer'),
      cell: ({ lastAnswerAt }) => (lastAnswerAt === null ? <Dash /> : <Time value={lastAnswerAt} brief />),
      phoneSlot: 'end',
      className: 'sm:min-w-32 sm:pl-6',
    },
    {
      key: 'added',
      header: t('columns.added'),
      cell: ({ createdAt }) => <Time value={createdAt} />,
      hiddenBelow: 'lg',
      className: 'sm:min-w-32',
      sort: { by: 'created', kind: 'time' },
    },
  ]
  if (collection !== 'employees')
    columns.splice(4, 0, {
      key: 'contacts',
      header: t('columns.contacts'),
      cell: ({ contacts }) => <span className="figures">{formatNumber(contacts ?? 0, locale)}</span>,
      align: 'right',
      hiddenBelow: 'md',
      className: 'sm:min-w-24',
    })
  return columns
}

/** Score with its 95 % interval; grey if there are few answers. */
async function SubjectScore({ subject: { score }, metric }: { subject: ComparedSubject; metric: Metric }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  if (score.value === null) return <Dash />
  const bounds = formatConfidenceBounds(metric, score, locale)
  const value = formatMetricValue(metric, score.value, locale)
  if (score.n < MIN_ANSWERS_FOR_SCORE)
    return (
      <span className="figures text-ink-faint">
        {value} <span className="inline-block text-12">{t('few')}</span>
      </span>
    )
  return (
    <span className="figures whitespace-nowrap">
      <span className="font-medium">{value}</span>
      {bounds && <span className="ml-2 text-12 text-ink-faint max-sm:hidden">{t('range', bounds)}</span>}
    </span>
  )
}
