import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cn } from '../cn'

export type CalloutProps = {
  ref?: Ref<HTMLDivElement>
  tone?: 'info' | 'positive' | 'neutral' | 'negative'
  title?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

const LOOK = {
  info: { icon: Info, box: 'border-line bg-sunken', mark: 'text-ink-faint' },
  positive: { icon: CircleCheck, box: 'border-positive-line bg-positive-soft', mark: 'text-positive-text' },
  neutral: { icon: TriangleAlert, box: 'border-neutral-line bg-neutral-soft', mark: 'text-neutral-text' },
  negative: { icon: CircleAlert, box: 'border-negative-line bg-negative-soft', mark: 'text-negative-text' },
}

export function Callout({ ref, tone = 'info', title, action, children }: CalloutProps) {
  const { icon: Icon, box, mark } = LOOK[tone]
  return (
    <div
      ref={ref}
      {...(ref ? { tabIndex: -1 } : {})}
      {...(tone === 'negative' ? { role: 'alert' } : {})}
      className={cn('flex items-start gap-2.5 max-sm:flex-wrap rounded-card border px-3 py-2.5 text-14 text-ink', box)}
    >
      <Icon size={16} aria-hidden className={cn('mt-0.5 shrink-0', mark)} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-ink-soft">{children}</div>}
      </div>
      {action && <div className="shrink-0 max-sm:basis-full max-sm:pb-0.5 max-sm:pl-6.5">{action}</div>}
    </div>
  )
}
