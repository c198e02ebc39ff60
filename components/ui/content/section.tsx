import { type ReactNode, useId } from 'react'
import { cn } from '../cn'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('min-w-0 rounded-card border bg-surface p-5', className)}>{children}</div>
}

export type SectionProps = {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  frame?: 'card' | 'plain'
  children: ReactNode
}

export function Section({ title, description, action, frame = 'plain', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="grid gap-0.5">
          <h2 id={id} className="text-14 font-semibold">
            {title}
          </h2>
          {description && <p className="max-w-[65ch] text-13 wrap-anywhere text-ink-soft">{description}</p>}
        </div>
        {action}
      </div>
      {frame === 'card' ? <Card>{children}</Card> : children}
    </section>
  )
}
