import type { SiteKind } from '@/server/reviews/vocabulary'
import { KIND_ICON } from './kinds'

export function KindMark({ kind }: { kind: SiteKind }) {
  const Icon = KIND_ICON[kind]
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-control border bg-sunken text-ink-soft">
      <Icon size={16} aria-hidden />
    </span>
  )
}
