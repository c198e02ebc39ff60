import { cn } from '../cn'

export type ProgressProps = {
  value: number
  max: number
  label: string
  tone?: 'accent' | 'positive' | 'neutral' | 'negative'
}

const FILL = { accent: 'bg-accent', positive: 'bg-positive', neutral: 'bg-neutral', negative: 'bg-negative' }

export function Progress({ value, max, label, tone = 'accent' }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 w-full overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
    >
      <div
        className={cn('h-full rounded-full transition-[width] forced-color-adjust-none', FILL[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
