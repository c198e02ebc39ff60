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

/** Every place of the dashboard, in the order of the rail. `key` goes there after `g`; `beside` it stand other paths of its own. */
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

/**
 * One entry of the rail. `count` stands beside it where it means work; 0 shows nothing. `href` is where the place begins for
 * this reader, where that is another page than for most.
 */
export type ShellItem = { place: Place; count?: number; href?: string }

/** Where an entry leads. */
export function hrefOf({ place, href }: ShellItem): string {
  return href ?? PLACES[place].href
}

/** Whether the address is this place or a page below it. */
export function isCurrent(place: Place, pathname: string): boolean {
  const { href, beside = [] }: PlaceEntry = PLACES[place]
  return [href, ...beside].some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
}
