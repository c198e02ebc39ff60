import type { ReactNode } from 'react'
import { cn } from '../cn'

export type StatProps = {
  label: ReactNode
  /** Already formatted; null where there are no answers, never 0. */
  value: string | null
  /** "of 7", "%": smaller, behind the value. */
  unit?: string
  /** "128 answers", "95% interval +31 to +52": each on a line of its own. */
  facts?: readonly string[]
  /** "Fewer than 30 answers, so read this with care." or a change against before. */
  note?: ReactNode
  /** What stands instead of a value that does not exist. */
  empty?: string
  size?: 'medium' | 'large'
}

/** One number, with how sure it is. */
export function Stat({ label, value, unit, facts = [], note, empty, size = 'medium' }: StatProps) {
  return (
    <div className="grid content-start gap-1">
      <p className="text-13 text-ink-soft">{label}</p>
      {value === null ? (
        <p className={cn('text-ink-faint', size === 'large' ? 'text-40' : 'text-28')}>
          <span aria-hidden>–</span>
          <span className="sr-only">{empty}</span>
        </p>
      ) : (
        <p className={cn('figures font-semibold', size === 'large' ? 'text-40' : 'text-28')}>
          {value}
          {unit && <span className="ml-1 text-14 font-normal tracking-normal text-ink-faint">{unit}</span>}
        </p>
      )}
      {facts.length > 0 && (
        <div className="figures text-13 text-ink-faint">
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      )}
      {note && <p className="text-13 text-ink-faint">{note}</p>}
    </div>
  )
}
