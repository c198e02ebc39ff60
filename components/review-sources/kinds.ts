import { FlaskConical, type LucideIcon, Rss, Star, Store } from 'lucide-react'
import type { SiteKind } from '@/server/reviews/vocabulary'

/** What a kind of site is told by, beside its name. */
export const KIND_ICON: Record<SiteKind, LucideIcon> = {
  google: Store,
  trustpilot: Star,
  feed: Rss,
  sandbox: FlaskConical,
}
