import type { ReactNode } from 'react'
import { cn } from '../cn'

export type StatProps = {
  label: ReactNode
  /** Formatted; null (never 0) without responses. */
  value: string | null
  unit?: string
  chip?: ReactNode
  facts?: readonly string[]
  details?: readonly string[]
  note?: ReactNode
  empty?: string
  size?: 'small' | 'medium' | 'large'
}

export function Stat({ label, value, unit, chip, facts = [], details = [], note, empty, size = 'medium' }: StatProps) {
  return (
    <div className="grid content-start gap-1">
      <p className="text-13 text-ink-soft">{label}</p>
      {value === null ? (
        <p className={cn('text-ink-faint', SIZES[size])}>
          <span aria-hidden>–</span>
          <span className="sr-only">{empty}</span>
        </p>
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <p className={cn('figures font-semibold', SIZES[size])}>
            {value}
            {unit && <span className="ml-1 text-14 font-normal tracking-normal text-ink-faint">{unit}</span>}
          </p>
          {chip}
        </div>
      )}
      <Facts facts={facts} more={details} />
      {note && <p className="text-13 text-ink-faint">{note}</p>}
    </div>
  )
}

const SIZES = { small: 'text-16', medium: 'text-28', large: 'text-40' }

function Facts({ facts: [first, ...facts], more }: { facts: readonly string[]; more: readonly string[] }) {
  if (first === undefined) return null
  return (
    <div className="figures text-13 text-ink-faint">
      {more.length === 0 ? (
        <p>{first}</p>
      ) : (
        <details>
          <summary className="w-fit list-none rounded-mark underline decoration-line-strong decoration-dotted underline-offset-3 hover:text-ink">
            {first}
          </summary>
          {more.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      )}
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
  )
}
