import type { ReactNode } from 'react'
import { cn } from '../ui/cn'
import { TextLink } from '../ui/controls/text-link'

type OperationRowProps = {
  title: ReactNode
  /** Where its records are; null if no page lists them. */
  href?: string | null
  badge?: ReactNode
  sentence?: string | null
  facts: readonly ReactNode[]
  count?: string
  /** A link to what resolves it. */
  action?: ReactNode
}

export function OperationList({ children }: { children: ReactNode }) {
  return <ul className="grid divide-y rounded-card border bg-surface">{children}</ul>
}

export function OperationRow({ title, href = null, badge, sentence, facts, count, action }: OperationRowProps) {
  return (
    <li
      className={cn(
        'flex items-baseline justify-between gap-x-6 gap-y-1.5 px-4 py-3 text-14',
        action && 'max-sm:flex-wrap',
      )}
    >
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="min-w-0">{href === null ? title : <TextLink href={href}>{title}</TextLink>}</span>
          {badge}
        </p>
        {sentence && <p className="text-13 text-ink-soft">{sentence}</p>}
        <p className="text-13 text-ink-soft empty:hidden">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have a fixed order
            <span key={index}>
              {index > 0 && ' · '}
              {fact}
            </span>
          ))}
        </p>
      </div>
      {count && <span className="figures shrink-0">{count}</span>}
      {action && <div className="shrink-0 max-sm:basis-full">{action}</div>}
    </li>
  )
}
