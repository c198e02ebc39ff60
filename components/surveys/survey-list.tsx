import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { MIN_RELIABLE_ANSWERS } from '@/components/ui/charts/chart-frame'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import type { SurveyWithStats } from '@/server/responses/schema'
import { isMetric } from '@/server/surveys/constants'
import { SurveyBulkActions } from './survey-bulk-actions'

export async function SurveyList({
  surveys,
  ...frame
}: FilterableListBaseProps & { surveys: readonly SurveyWithStats[] }) {
  const [t, locale] = await Promise.all([getT('surveys'), getLocale()])
  return (
    <FilterableList
      name="surveys"
      {...frame}
      bulkActions={<SurveyBulkActions />}
      rowName={({ name }) => name}
      caption={t('title')}
      rows={surveys}
      rowKey={(survey) => survey.id}
      rowHref={({ id, responses }) => (responses > 0 ? `/surveys/${id}/results` : `/surveys/${id}`)}
      columns={[
        {
          key: 'name',
          header: t('columns.name'),
          grow: true,
          phoneSlot: 'title',
          sort: { by: 'name', kind: 'text' },
          cell: (survey) => (
            <span className="inline-flex max-w-full items-center gap-2">
              <bdi className="truncate">{survey.name}</bdi>
              {survey.status === 'archived' && <Badge>{t('statuses.archived')}</Badge>}
            </span>
          ),
        },
        { key: 'type', header: t('columns.type'), phoneSlot: 'detail', cell: (survey) => t(`types.${survey.type}`) },
        {
          key: 'score',
          header: t('columns.score'),
          align: 'right',
          phoneSlot: 'side',
          cell: (survey) => <Score survey={survey} />,
        },
        {
          key: 'responses',
          header: t('columns.responses'),
          align: 'right',
          hiddenBelow: 'sm',
          cell: (survey) => formatNumber(survey.responses, locale),
        },
        {
          key: 'created',
          header: t('columns.created'),
          hiddenBelow: 'lg',
          sort: { by: 'created', kind: 'time' },
          cell: (survey) => <Time value={survey.createdAt} />,
        },
        {
          key: 'updated',
          header: t('columns.updated'),
          hiddenBelow: 'md',
          sort: { by: 'updated', kind: 'time' },
          cell: (survey) => <Time value={survey.updatedAt} />,
        },
      ]}
    />
  )
}

async function Score({ survey: { type, score } }: { survey: SurveyWithStats }) {
  const [t, locale] = await Promise.all([getT('common'), getLocale()])
  if (!isMetric(type) || score === null || score.value === null) return <Dash />
  const range = formatConfidenceBounds(type, score, locale)
  return (
    <span className="figures flex flex-col">
      <span className="font-medium">{formatMetricValue(type, score.value, locale)}</span>
      <span className="text-12 text-ink-soft">
        {range && <span className="max-md:hidden">{`${t('chart.rangeShort', range)} · `}</span>}
        {t(score.n < MIN_RELIABLE_ANSWERS ? 'chart.onlyN' : 'chart.n', { count: score.n })}
      </span>
    </span>
  )
}
