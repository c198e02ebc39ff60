import { FlaskConical, type LucideIcon, Rss, Star, Store } from 'lucide-react'
import type { SiteKind } from '@/server/reviews/constants'

export const SITE_ICONS: Record<SiteKind, LucideIcon> = {
  google: Store,
  trustpilot: Star,
  feed: Rss,
  sandbox: FlaskConical,
}

export function SiteIcon({ kind }: { kind: SiteKind }) {
  const Icon = SITE_ICONS[kind]
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-control border bg-sunken text-ink-soft">
      <Icon size={16} aria-hidden />
    </span>
  )
}
