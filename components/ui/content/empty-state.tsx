import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type EmptyStateProps = {
  icon: LucideIcon
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  example?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action, example }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card border border-dashed px-4 py-12 text-center sm:px-6">
      <Icon size={20} aria-hidden className="text-ink-faint" />
      <div className="-mt-2 grid justify-items-center gap-1">
        <h2 className="text-14 font-semibold">{title}</h2>
        <p className="max-w-[52ch] text-14 text-ink-soft">{children}</p>
      </div>
      {action}
      {example && <div className="grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)]">{example}</div>}
    </div>
  )
}
