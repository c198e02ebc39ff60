import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslations } from 'use-intl/react'

type TrendPoint = {
  label: string
  /** Null without responses: breaks the line. */
  value: number | null
  /** Bounds of the 95% interval. */
  low: number | null
  high: number | null
  n: number
}

export type TrendChartProps = {
  name: string
  points: readonly TrendPoint[]
  /** Axis bounds; if they exclude zero, say so in the frame's note. */
  domain: readonly [number, number]
  ticks?: readonly number[]
  fractionDigits?: number
  countNoun?: 'answers' | 'reviews'
}

const TICK = { fill: 'var(--ink-faint)', fontSize: 12 }

/** Chart implementation; use `TrendChart`, which loads it lazily. */
export function TrendChartPlot({ points, domain, ticks, ...tooltip }: TrendChartProps) {
  const data = points.map((point) => {
    const band = point.low === null || point.high === null ? null : [point.low, point.high]
    // A single response has no interval and is not drawn: it would look as certain as the others.
    return { ...point, band, drawn: band && point.value }
  })
  return (
    // The frame's table is the accessible version.
    <div aria-hidden className="figures h-56 w-full text-12">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={data} margin={{ top: 8, right: 20, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            interval="preserveStartEnd"
            minTickGap={32}
            tickMargin={8}
          />
          <YAxis
            domain={[...domain]}
            {...(ticks ? { ticks: [...ticks] } : {})}
            tick={TICK}
            tickFormatter={(value: number) => String(value).replace('-', '−')}
            tickLine={false}
            axisLine={false}
            width={36}
          />
          {domain[0] < 0 && <ReferenceLine y={0} stroke="var(--line-strong)" />}
          <Area
            dataKey="band"
            stroke="none"
            fill="var(--accent)"
            fillOpacity={0.14}
            connectNulls={false}
            isAnimationActive={false}
            activeDot={false}
          />
          <Line
            dataKey="drawn"
            stroke="var(--accent-text)"
            strokeWidth={2}
            dot={points.length > 24 ? false : { r: 2.5, fill: 'var(--accent-text)', strokeWidth: 0 }}
            activeDot={{ r: 4, fill: 'var(--accent-text)', stroke: 'var(--surface)', strokeWidth: 2 }}
            connectNulls={false}
            isAnimationActive={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={<PointTooltip {...tooltip} />}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

type PointTooltipProps = Pick<TrendChartProps, 'name' | 'fractionDigits' | 'countNoun'> & {
  active?: boolean
  payload?: { payload?: TrendPoint }[]
}

function PointTooltip({ name, fractionDigits = 0, countNoun = 'answers', active, payload }: PointTooltipProps) {
  const t = useTranslations('common.chart')
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  const format = (value: number) => value.toFixed(fractionDigits).replace('-', '−')
  return (
    <div className="grid gap-0.5 rounded-card bg-surface px-3 py-2 text-12 text-ink shadow-float">
      <p className="text-ink-faint">{point.label}</p>
      <p className="font-medium">
        {point.value === null ? t(countNoun === 'reviews' ? 'noReviews' : 'none') : `${name} ${format(point.value)}`}
      </p>
      {point.low !== null && point.high !== null && (
        <p className="text-ink-soft">{t('intervalRange', { low: format(point.low), high: format(point.high) })}</p>
      )}
      <p className="text-ink-soft">{t(countNoun === 'reviews' ? 'nReviews' : 'n', { count: point.n })}</p>
    </div>
  )
}
