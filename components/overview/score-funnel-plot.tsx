import { computeFunnelLimits } from '@/server/comparison/funnel-limits'
import type { FunnelPlot, FunnelPosition } from '@/server/comparison/schema'
import { cn } from '../ui/cn'
import { createFunnelScales } from './funnel-plot-scales'

const CURVE_POINTS = 60
const LABELS_MAX = 8
/** With more units, those within the limits are one shape without names: an element for each would make the page slow. */
const NAMED_DOTS_MAX = 100

export type ScoreFunnelPlotProps = {
  plot: FunnelPlot
  formatValue: (value: number) => string
  formatCount: (n: number) => string
  overallLabel: string
  xLabel: string
}

/** Drawn on the server, so it needs no script. The text and the table beside it are the accessible version. */
export function ScoreFunnelPlot({ plot, formatValue, formatCount, overallLabel, xLabel }: ScoreFunnelPlotProps) {
  const { x, y, xTicks, yTicks, countAt } = createFunnelScales(plot)
  const curve = (level: '95' | '99.8', end: 'low' | 'high') =>
    Array.from({ length: CURVE_POINTS + 1 }, (_, step) => {
      const n = countAt(step / CURVE_POINTS)
      return `${x(n).toFixed(2)},${y(computeFunnelLimits(plot, n, level)[end]).toFixed(2)}`
    })
  const area = (level: '95' | '99.8') => [...curve(level, 'high'), ...curve(level, 'low').toReversed()].join(' ')
  const isNamed = ({ position }: FunnelPlot['units'][number]) =>
    position !== 'within' || plot.units.length <= NAMED_DOTS_MAX
  const labelled = plot.units
    .filter(({ position }) => position === 'above' || position === 'below')
    .toSorted((one, other) => other.n - one.n)
    .slice(0, LABELS_MAX)
  return (
    <div aria-hidden className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-12 text-ink-faint">
      <div className="relative h-64 w-10">
        {yTicks.map((tick) => (
          <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: `${y(tick)}%` }}>
            {formatValue(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-64 border-b border-l border-line-strong">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
          <polygon points={area('95')} className="fill-sunken" />
          {(['low', 'high'] as const).flatMap((end) => [
            <polyline
              key={`95${end}`}
              points={curve('95', end).join(' ')}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-ink-faint"
              strokeDasharray="4 3"
            />,
            <polyline
              key={`998${end}`}
              points={curve('99.8', end).join(' ')}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-ink-faint"
            />,
          ])}
          <line
            x1="0"
            x2="100"
            y1={y(plot.mean)}
            y2={y(plot.mean)}
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
          <path
            d={plot.units
              .filter((unit) => !isNamed(unit))
              .map((unit) => `M${x(unit.n).toFixed(2)} ${y(unit.value).toFixed(2)}h0`)
              .join('')}
            vectorEffect="non-scaling-stroke"
            strokeLinecap="round"
            strokeWidth="5"
            className="fill-none stroke-ink-faint"
          />
        </svg>
        <span className="absolute left-1 -translate-y-full rounded-mark px-1" style={{ top: `${y(plot.mean)}%` }}>
          {overallLabel}
        </span>
        {plot.units.filter(isNamed).map((unit) => (
          <span
            key={unit.id}
            title={`${unit.name}: ${formatValue(unit.value)} · ${formatCount(unit.n)}`}
            className="absolute flex size-3 -translate-1/2 items-center justify-center"
            style={{ left: `${x(unit.n)}%`, top: `${y(unit.value)}%` }}
          >
            <FunnelMark position={unit.position} />
          </span>
        ))}
        {labelled.map((unit) => (
          <span
            key={unit.id}
            className={cn(
              'absolute max-w-32 -translate-y-1/2 truncate text-ink-soft',
              x(unit.n) > 60 ? '-translate-x-full pr-2.5' : 'pl-2.5',
            )}
            style={{ left: `${x(unit.n)}%`, top: `${y(unit.value)}%` }}
          >
            {unit.name}
          </span>
        ))}
      </div>
      <div className="relative col-start-2 h-4">
        {xTicks.map((tick) => (
          <span key={tick} className="absolute -translate-x-1/2" style={{ left: `${x(tick)}%` }}>
            {formatCount(tick)}
          </span>
        ))}
      </div>
      <p className="col-start-2 text-right">{xLabel}</p>
    </div>
  )
}

/** Triangle up or down outside the limits, filled if clearly; a dot within. */
export function FunnelMark({ position }: { position: FunnelPosition }) {
  const up = 'M5 1 9.5 9h-9z'
  const down = 'M5 9 .5 1h9z'
  const shape = {
    above: <path d={up} className="fill-positive forced-colors:fill-[CanvasText]" />,
    maybeAbove: <path d={up} className="fill-surface stroke-positive forced-colors:stroke-[CanvasText]" />,
    within: <circle cx="5" cy="5" r="3" className="fill-ink-faint forced-colors:fill-[CanvasText]" />,
    maybeBelow: <path d={down} className="fill-surface stroke-negative forced-colors:stroke-[CanvasText]" />,
    below: <path d={down} className="fill-negative forced-colors:fill-[CanvasText]" />,
  }
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" className="shrink-0 overflow-visible">
      {shape[position]}
    </svg>
  )
}
