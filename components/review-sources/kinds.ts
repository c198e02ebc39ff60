import { FlaskConical, type LucideIcon, Rss, Star, Store } from 'lucide-react'
import type { SiteKind } from '@/server/reviews/vocabulary'

export const KIND_ICON: Record<SiteKind, LucideIcon> = {
  google: Store,
  trustpilot: Star,
  feed: Rss,
  sandbox: FlaskConical,
}
