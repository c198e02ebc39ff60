import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { Dash } from '@/components/ui/content/definition-list'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import type { SearchParams } from '@/components/ui/search-params'
import { BREAKDOWN_MAX_PARTS, BREAKDOWNS, MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { BreakdownPart, Overview } from '@/server/overview/schema'
import type { Metric } from '@/server/surveys/schema'
import { SegmentedLinks } from './segmented-links'

/** `missing`: label of the row without a value; every response has a survey, so its survey was deleted. */
const LINKS = {
  survey: { prefix: '/surveys/', missing: 'deleted' },
  location: { prefix: '/locations/', missing: 'noLocation' },
  employee: { prefix: '/employees/', missing: 'noEmployee' },
  company: { prefix: '/companies/', missing: 'noCompany' },
  tag: { prefix: '/responses?tag=', missing: 'noTag' },
} as const

export type ScoreBreakdownProps = { breakdown: Overview['breakdown']; metric: Metric; params: SearchParams }

export async function ScoreBreakdown({ breakdown: { by, lines, parts }, metric, params }: ScoreBreakdownProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const name = t(`metrics.${metric}`)
  const rows = sortRows(by, parts, metric)
  const hiddenCount = Math.max(0, lines[metric] - BREAKDOWN_MAX_PARTS)
  // Without tagged responses there is nothing to compare.
  const isEmpty = by === 'tag' ? rows.every(({ id }) => id === null) : rows.length === 0
  return (
    <Section
      title={t('breakdown')}
      description={t(by === 'tag' ? 'breakdownTags' : 'breakdownSentence')}
      action={
        <SegmentedLinks
          label={t('breakdownBy')}
          param="by"
          value={by}
          params={params}
          options={BREAKDOWNS.map((value) => ({ value, label: t(`ways.${value}`) }))}
        />
      }
    >
      {isEmpty ? (
        <p className="text-14 text-ink-soft">{t(by === 'tag' ? 'breakdownNoTags' : 'breakdownEmpty')}</p>
      ) : (
        <Table>
          <thead>
            <tr>
              <HeaderCell>{t(`columns.${by}`)}</HeaderCell>
              <HeaderCell align="right">{name}</HeaderCell>
              <HeaderCell align="right">{t('answers')}</HeaderCell>
              {by !== 'tag' && (
                <HeaderCell align="right" className="max-sm:hidden">
                  {t('rate')}
                </HeaderCell>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((part) => (
              <Row key={part.id ?? 'none'}>
                <Cell>
                  <PartName part={part} by={by} />
                </Cell>
                <Cell align="right">
                  <PartScore part={part} metric={metric} />
                </Cell>
                <Cell align="right">
                  <span className="figures">{formatNumber(part.scores[metric].n, locale)}</span>
                </Cell>
                {by !== 'tag' && (
                  <Cell align="right" className="max-sm:hidden">
                    {part.rate.share === null ? (
                      <Dash />
                    ) : (
                      <span className="figures">{formatPercent(part.rate.share, locale)}</span>
                    )}
                  </Cell>
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {hiddenCount > 0 && <p className="text-14 text-ink-soft">{t('breakdownHidden', { count: hiddenCount })}</p>}
    </Section>
  )
}

/** Parts with responses for the metric, by their number; the untagged rest is last. */
function sortRows(by: Overview['breakdown']['by'], parts: readonly BreakdownPart[], metric: Metric): BreakdownPart[] {
  const isRest = ({ id }: BreakdownPart) => by === 'tag' && id === null
  const rows = parts.filter(({ scores }) => scores[metric].n > 0)
  const first = rows
    .filter((part) => !isRest(part))
    .toSorted((one, other) => other.scores[metric].n - one.scores[metric].n)
    .slice(0, BREAKDOWN_MAX_PARTS)
  return [...first, ...rows.filter(isRest)]
}

async function PartName({ part: { id, name }, by }: { part: BreakdownPart; by: Overview['breakdown']['by'] }) {
  const t = await getT('overview')
  const { prefix, missing } = LINKS[by]
  if (name === null) return <span className="text-ink-soft">{t(id === null ? missing : 'deleted')}</span>
  return <TextLink href={`${prefix}${id}`}>{name}</TextLink>
}

/** Score with its interval as a tooltip; grey and labelled if there are few responses. */
async function PartScore({ part: { scores }, metric }: { part: BreakdownPart; metric: Metric }) {
  const [t, common, locale] = await Promise.all([getT('overview'), getT('common'), getLocale()])
  const { n, value, interval } = scores[metric]
  if (value === null) return <Dash />
  const range = formatConfidenceBounds(metric, { interval }, locale)
  const scoreText = formatMetricValue(metric, value, locale)
  if (n < MIN_ANSWERS_FOR_SCORE)
    return (
      <span className="figures text-ink-faint">
        {scoreText} <span className="inline-block text-12">{t('few')}</span>
      </span>
    )
  return (
    <span className="figures font-medium" title={range ? common('chart.intervalRange', range) : undefined}>
      {scoreText}
    </span>
  )
}
