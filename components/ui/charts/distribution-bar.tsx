import { formatPercent } from '../../format'
import { cn } from '../cn'
import { ToneShape } from '../content/badge'
import { SentimentShape } from '../content/sentiment-shape'

export type DistributionPart = { label: string; count: number; tone: 'positive' | 'neutral' | 'negative' | 'quiet' }

export type DistributionBarProps = {
  /** Ordered from good to bad. */
  parts: readonly DistributionPart[]
  locale: string
}

const FILL: Record<DistributionPart['tone'], string> = {
  positive: 'bg-positive',
  neutral: 'bg-neutral',
  negative: 'bg-negative',
  quiet: 'bg-line-strong',
}

export function DistributionBar({ parts, locale }: DistributionBarProps) {
  const total = parts.reduce((sum, part) => sum + part.count, 0)
  const share = (count: number) => (total === 0 ? 0 : count / total)
  return (
    <div className="grid gap-3">
      <div aria-hidden className="flex h-2 gap-0.5">
        {total === 0 && <span className="grow rounded-full bg-sunken" />}
        {parts
          .filter((part) => part.count > 0)
          .map((part) => (
            <span
              key={part.label}
              className={cn(
                'min-w-1 forced-color-adjust-none first:rounded-l-full last:rounded-r-full',
                FILL[part.tone],
              )}
              style={{ flexGrow: part.count }}
            />
          ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-13">
        {parts.map((part) => (
          <li key={part.label} className="figures flex items-center gap-1.5">
            {part.tone === 'quiet' ? <ToneShape tone="quiet" /> : <SentimentShape sentiment={part.tone} />}
            <span className="text-ink-soft">{part.label}</span>
            <span className="font-medium">{formatPercent(share(part.count), locale)}</span>
            <span className="text-ink-faint">{part.count}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
