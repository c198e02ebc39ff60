import { formatDate, formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatMetricValue } from '@/components/responses/format-metric-value'
import { TrendChart } from '@/components/ui/charts/trend-chart'
import { Dash } from '@/components/ui/content/definition-list'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import { toLanguageTag } from '@/server/messages/locale'
import type { QuestionResults, SurveyResults } from '@/server/survey-results/schema'
import { isMetric } from '@/server/surveys/constants'

type QuestionTrendProps = { question: QuestionResults; step: SurveyResults['step'] }

/** The score or average of a question over time, and the same numbers as a table. */
export async function QuestionTrend({ question, step }: QuestionTrendProps) {
  const [t, overview, common, locale] = await Promise.all([
    getT('surveyResults'),
    getT('overview'),
    getT('common'),
    getLocale(),
  ])
  const { type, trend } = question
  const metric = isMetric(type) ? type : null
  const name = metric ? overview(`metrics.${metric}`) : t('mean')
  const formatDay = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(toLanguageTag(locale), options).format(new Date(day))
  const formatValue = (value: number | null | undefined) => {
    if (value === null || value === undefined) return <Dash />
    return metric ? formatMetricValue(metric, value, locale) : formatNumber(value, locale, 1)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-13 font-medium text-ink-soft">{t(`trend.${step}`)}</h3>
      <TrendChart
        name={name}
        {...axis(question)}
        fractionDigits={metric === 'nps' || metric === 'csat' ? 0 : 1}
        points={trend.map(({ day, value, interval, n }) => ({
          label: formatDay(day, step === 'month' ? MONTH : SHORT_DAY),
          value,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
          n,
        }))}
      />
      <details className="text-13">
        <summary className="w-fit list-none rounded-mark text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink">
          {common('chart.data')}
        </summary>
        <div className="mt-3">
          <Table>
            <thead>
              <tr>
                {[overview(`step.${step}`), name, overview('low'), overview('high'), overview('answers')].map(
                  (header, column) => (
                    <HeaderCell key={header} align={column === 0 ? 'left' : 'right'}>
                      {header}
                    </HeaderCell>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {trend.map(({ day, value, interval, n }) => (
                <Row key={day}>
                  <Cell>{step === 'month' ? formatDay(day, MONTH) : formatDate(day, locale, 'UTC')}</Cell>
                  <Cell align="right">{formatValue(value)}</Cell>
                  <Cell align="right">{formatValue(interval?.low)}</Cell>
                  <Cell align="right">{formatValue(interval?.high)}</Cell>
                  <Cell align="right">{n}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </div>
  )
}

/** Always the full scale: a zoomed axis exaggerates changes. */
function axis({ type, scale }: QuestionResults): { domain: [number, number]; ticks: number[] } {
  if (type === 'nps') return { domain: [-100, 100], ticks: [-100, -50, 0, 50, 100] }
  if (type === 'csat' || scale === null) return { domain: [0, 100], ticks: [0, 25, 50, 75, 100] }
  const { min, max } = scale
  return { domain: [min, max], ticks: Array.from({ length: max - min + 1 }, (_, index) => min + index) }
}

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const MONTH = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
