import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { Dash } from '@/components/ui/content/definition-list'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import type { ContactProperty } from '@/server/contact-properties/schema'
import {
  BREAKDOWN_MAX_PARTS,
  type Breakdown,
  CONTACT_BREAKDOWN_RESPONSES_MAX,
  MIN_ANSWERS_FOR_SCORE,
} from '@/server/overview/constants'
import type { BreakdownPart, Overview } from '@/server/overview/schema'
import type { Metric } from '@/server/surveys/schema'
import { contactsHref, findBreakdownProperty, formatBreakdownValue, toBreakdownParam } from './breakdown-property'
import { SegmentedLinks } from './segmented-links'

/** `missing`: label of the row without a value; every response has a survey, so its survey was deleted. */
const RECORD_LINKS = {
  survey: { prefix: '/surveys/', missing: 'deleted' },
  location: { prefix: '/locations/', missing: 'noLocation' },
  employee: { prefix: '/employees/', missing: 'noEmployee' },
  company: { prefix: '/companies/', missing: 'noCompany' },
  tag: { prefix: '/responses?tag=', missing: 'noTag' },
  segment: { prefix: '/contacts?segment=', missing: 'deleted' },
} as const

const LINKED_BREAKDOWNS = ['survey', 'location', 'employee', 'company', 'tag'] as const
/** Contacts change after they were sent a survey, so the others have no response rate. */
const WITH_RATE: readonly Breakdown[] = ['survey', 'location', 'employee', 'company']
const RECORD_TEXTS = { description: 'breakdownSentence', empty: 'breakdownEmpty' } as const
const TEXTS = {
  survey: RECORD_TEXTS,
  location: RECORD_TEXTS,
  employee: RECORD_TEXTS,
  company: RECORD_TEXTS,
  tag: { description: 'breakdownTags', empty: 'breakdownNoTags' },
  segment: { description: 'breakdownSegments', empty: 'breakdownNoSegments' },
  property: { description: 'breakdownProperty', empty: 'breakdownNoValues' },
} as const satisfies Record<Breakdown, object>

export type ScoreBreakdownProps = {
  breakdown: Overview['breakdown']
  /** Of the period. */
  responses: number
  metric: Metric
  params: SearchParams
  properties: readonly ContactProperty[]
  hasSegments: boolean
}

export async function ScoreBreakdown(props: ScoreBreakdownProps) {
  const { breakdown, metric, params, properties, hasSegments } = props
  const { by, parts } = breakdown
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const property = by === 'property' ? findBreakdownProperty(readTextParam(params, 'by'), properties) : undefined
  const hasRate = WITH_RATE.includes(by)
  const contactOptions = [
    ...(hasSegments ? [{ value: 'segment', label: t('ways.segment') }] : []),
    ...properties.map(({ key, label }) => ({ value: toBreakdownParam(key), label: label[locale] })),
  ]
  const name = t(`metrics.${metric}`)
  const rows = sortRows(by, parts, metric)
  // Without tagged responses there is nothing to compare.
  const isEmpty = rows.every((part) => isRest(by, part))
  return (
    <Section
      title={t('breakdown')}
      description={t(TEXTS[by].description)}
      action={
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedLinks
            label={t('breakdownBy')}
            param="by"
            value={by}
            params={params}
            options={LINKED_BREAKDOWNS.map((value) => ({ value, label: t(`ways.${value}`) }))}
          />
          {contactOptions.length > 0 && (
            <FilterMenu
              param="by"
              label={property?.label[locale] ?? (by === 'segment' ? t('ways.segment') : t('moreWays'))}
              options={contactOptions}
              allLabel={null}
            />
          )}
        </div>
      }
    >
      {isEmpty ? (
        <p className="text-14 text-ink-soft">{t(TEXTS[by].empty)}</p>
      ) : (
        <Table>
          <thead>
            <tr>
              <HeaderCell>{property?.label[locale] ?? t(`columns.${by}`)}</HeaderCell>
              <HeaderCell align="right">{name}</HeaderCell>
              <HeaderCell align="right">{t('answers')}</HeaderCell>
              {hasRate && (
                <HeaderCell align="right" className="max-sm:hidden">
                  {t('rate')}
                </HeaderCell>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((part) => (
              <Row key={part.id ?? ''}>
                <Cell>
                  <PartName part={part} by={by} property={property} />
                </Cell>
                <Cell align="right">
                  <PartScore part={part} metric={metric} />
                </Cell>
                <Cell align="right">
                  <span className="figures">{formatNumber(part.scores[metric].n, locale)}</span>
                </Cell>
                {hasRate && (
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
      <OmissionNotes {...props} />
    </Section>
  )
}

async function OmissionNotes({ breakdown, responses, metric }: ScoreBreakdownProps) {
  const t = await getT('overview')
  const { by, lines, omittedSegments } = breakdown
  const isLimited = (by === 'segment' || by === 'property') && responses > CONTACT_BREAKDOWN_RESPONSES_MAX
  const hiddenCount = Math.max(0, lines[metric] - BREAKDOWN_MAX_PARTS)
  return (
    <>
      {isLimited && (
        <p className="text-14 text-ink-soft">{t('breakdownLatest', { count: CONTACT_BREAKDOWN_RESPONSES_MAX })}</p>
      )}
      {omittedSegments > 0 && (
        <p className="text-14 text-ink-soft">{t('breakdownSegmentsHidden', { count: omittedSegments })}</p>
      )}
      {hiddenCount > 0 && <p className="text-14 text-ink-soft">{t('breakdownHidden', { count: hiddenCount })}</p>}
    </>
  )
}

/** Responses without a tag, or whose contact has no value. */
function isRest(by: Breakdown, { id }: BreakdownPart): boolean {
  return (by === 'tag' || by === 'property') && id === null
}

/** Parts with responses for the metric, by their number; the rest is last. */
function sortRows(by: Breakdown, parts: readonly BreakdownPart[], metric: Metric): BreakdownPart[] {
  const rows = parts.filter(({ scores }) => scores[metric].n > 0)
  const first = rows
    .filter((part) => !isRest(by, part))
    .toSorted((one, other) => other.scores[metric].n - one.scores[metric].n)
    .slice(0, BREAKDOWN_MAX_PARTS)
  return [...first, ...rows.filter((part) => isRest(by, part))]
}

type PartNameProps = { part: BreakdownPart; by: Breakdown; property: ContactProperty | undefined }

async function PartName({ part: { id, name }, by, property }: PartNameProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  if (by === 'property') {
    if (id === null || property === undefined) return <span className="text-ink-soft">{t('noValue')}</span>
    return <TextLink href={contactsHref(property, id)}>{formatBreakdownValue(property, id, locale)}</TextLink>
  }
  const { prefix, missing } = RECORD_LINKS[by]
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
