import type { ReactNode } from 'react'
import { cn } from '../cn'

export type Tone = 'positive' | 'neutral' | 'negative' | 'accent' | 'quiet'

const BASE =
  'inline-flex h-5 max-w-full items-center gap-1.5 whitespace-nowrap rounded-mark border px-1.5 text-12 font-medium'
const LOOK: Record<Tone, string> = {
  positive: 'border-positive-line bg-positive-soft text-positive-text',
  neutral: 'border-neutral-line bg-neutral-soft text-neutral-text',
  negative: 'border-negative-line bg-negative-soft text-negative-text',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  quiet: 'border-line bg-sunken text-ink-soft',
}

export type BadgeProps = {
  tone?: Tone
  shape?: ReactNode
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'quiet', shape, className, children }: BadgeProps) {
  return (
    <span className={cn(BASE, LOOK[tone], className)}>
      {shape ?? <ToneShape tone={tone} />}
      <span className="truncate">{children}</span>
    </span>
  )
}

export function ToneShape({ tone }: { tone: Tone }) {
  const shape = {
    positive: <circle cx="4" cy="4" r="3.5" className="fill-positive" />,
    neutral: <circle cx="4" cy="4" r="2.75" className="fill-none stroke-neutral" strokeWidth="1.5" />,
    negative: <rect x="0.75" y="0.75" width="6.5" height="6.5" rx="1" className="fill-negative" />,
    accent: <circle cx="4" cy="4" r="3" className="fill-accent" />,
    quiet: <circle cx="4" cy="4" r="2" className="fill-ink-faint" />,
  }
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" className="shrink-0">
      {shape[tone]}
    </svg>
  )
}
