import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { ChartFrame } from '@/components/ui/charts/chart-frame'
import { Dash } from '@/components/ui/content/definition-list'
import { TextLink } from '@/components/ui/controls/text-link'
import { computeFunnelLimits } from '@/server/comparison/funnel-limits'
import type { FunnelPlot, FunnelPosition } from '@/server/comparison/schema'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { MasterDataCollectionName } from '../master-data/master-data-collections'
import { FunnelMark, ScoreFunnelPlot } from './score-funnel-plot'

const TABLE_MAX_ROWS = 100
const NAMED_MAX = 12

const OUTSIDE = ['above', 'maybeAbove', 'maybeBelow', 'below'] as const satisfies readonly FunnelPosition[]

export type ScoreFunnelProps = { plot: FunnelPlot; collection: MasterDataCollectionName }

/** Which locations, employees or companies differ from the rest: in words, as a funnel plot, and as a table. */
export async function ScoreFunnel({ plot, collection }: ScoreFunnelProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { metric, units, mean, omitted } = plot
  const name = t(`metrics.${metric}`)
  const differing = units.filter(({ position }) => position === 'above' || position === 'below').length
  const format = (value: number) => formatMetricValue(metric, metric === 'ces' ? value : Math.round(value), locale)
  const isOutside = ({ position }: FunnelPlot['units'][number]) => position !== 'within'
  const rows = units
    .toSorted((one, other) => Number(isOutside(other)) - Number(isOutside(one)) || other.n - one.n)
    .slice(0, TABLE_MAX_ROWS)
  const notes = [
    t('funnel.note'),
    omitted > 0 && t('funnel.omitted', { count: omitted, least: MIN_ANSWERS_FOR_SCORE }),
    units.length > rows.length && t('funnel.tableMax', { count: rows.length }),
  ]
  return (
    <ChartFrame
      title={t(`funnel.title.${collection}`)}
      sampleSize={units.reduce((sum, { n }) => sum + n, 0)}
      countLabel={t('funnel.differ', { count: differing, total: units.length })}
      note={notes.filter(Boolean).join(' ')}
      table={{
        headers: [
          t(`columns.${SUBJECT_KIND_BY_COLLECTION[collection]}`),
          name,
          t('interval'),
          t('answers'),
          t('funnel.expected'),
          t('funnel.result'),
        ],
        rows: rows.map((unit) => {
          const bounds = formatConfidenceBounds(metric, unit, locale)
          const limits = computeFunnelLimits(plot, unit.n, '99.8')
          return [
            unit.name,
            format(unit.value),
            bounds ? t('range', bounds) : <Dash key="none" />,
            formatNumber(unit.n, locale),
            t('range', { low: format(limits.low), high: format(limits.high) }),
            t(`funnel.positions.${unit.position}`),
          ]
        }),
      }}
    >
      {differing + units.filter(isOutside).length > 0 && (
        <ul className="grid gap-1.5 text-14">
          {OUTSIDE.map((position) => (
            <OutsideUnits
              key={position}
              position={position}
              units={units.filter((unit) => unit.position === position)}
              collection={collection}
            />
          ))}
        </ul>
      )}
      <ScoreFunnelPlot
        plot={plot}
        formatValue={format}
        formatCount={(n) => formatNumber(n, locale)}
        overallLabel={t('funnel.overall', { value: format(mean) })}
        xLabel={t('answers')}
      />
    </ChartFrame>
  )
}

export const SUBJECT_KIND_BY_COLLECTION = {
  locations: 'location',
  employees: 'employee',
  companies: 'company',
} as const

type OutsideUnitsProps = {
  position: (typeof OUTSIDE)[number]
  units: FunnelPlot['units']
  collection: MasterDataCollectionName
}

async function OutsideUnits({ position, units, collection }: OutsideUnitsProps) {
  const t = await getT('overview')
  if (units.length === 0) return null
  const named = units.toSorted((one, other) => other.n - one.n).slice(0, NAMED_MAX)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <FunnelMark position={position} />
      <span className="text-ink-soft">{t(`funnel.lists.${position}`)}</span>
      {named.map(({ id, name }, index) => (
        <span key={id}>
          <TextLink href={`/${collection}/${id}`}>{name}</TextLink>
          {index < named.length - 1 && ','}
        </span>
      ))}
      {units.length > named.length && (
        <span className="text-ink-soft">{t('funnel.others', { count: units.length - named.length })}</span>
      )}
    </li>
  )
}
