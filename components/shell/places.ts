import {
  BookOpen,
  ClipboardList,
  House,
  Inbox,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Settings,
  Star,
  Users,
  Workflow,
} from 'lucide-react'

/** Dashboard places in navigation order. `key` follows `g`; `beside` lists further paths that belong to the place. */
export const PLACES = {
  overview: { href: '/', icon: House, group: 'work', key: 'o' },
  contacts: { href: '/contacts', beside: ['/companies'], icon: Users, group: 'work', key: 'c' },
  surveys: { href: '/surveys', icon: ClipboardList, group: 'work', key: 's' },
  sequences: { href: '/sequences', icon: Workflow, group: 'work', key: 'q' },
  responses: { href: '/responses', icon: MessageSquareText, group: 'work', key: 'r' },
  reviews: { href: '/reviews', icon: Star, group: 'work', key: 'v' },
  locations: { href: '/locations', beside: ['/employees'], icon: MapPin, group: 'work', key: 'l' },
  settings: { href: '/settings', icon: Settings, group: 'service', key: 't' },
  docs: { href: '/docs', icon: BookOpen, group: 'service', key: 'd' },
  outbox: { href: '/outbox', icon: Inbox, group: 'service', key: 'x' },
} satisfies Record<string, PlaceEntry>

type PlaceEntry = {
  href: string
  beside?: readonly string[]
  icon: LucideIcon
  group: 'work' | 'service'
  key: string
}

export type Place = keyof typeof PLACES

/** Navigation entry. `count` is the number of open items; 0 is hidden. `href` overrides the place's default URL for this user. */
export type ShellItem = { place: Place; count?: number; href?: string }

export function hrefOf({ place, href }: ShellItem): string {
  return href ?? PLACES[place].href
}

export function isCurrent(place: Place, pathname: string): boolean {
  const { href, beside = [] }: PlaceEntry = PLACES[place]
  return [href, ...beside].some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
}
