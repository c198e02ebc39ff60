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

/** Main pages in navigation order. `key` follows `g`; `otherPaths` are further paths of the same item. */
export const NAV_ITEMS = {
  overview: { href: '/', icon: House, group: 'work', key: 'o' },
  contacts: { href: '/contacts', otherPaths: ['/companies'], icon: Users, group: 'work', key: 'c' },
  surveys: { href: '/surveys', icon: ClipboardList, group: 'work', key: 's' },
  sequences: { href: '/sequences', icon: Workflow, group: 'work', key: 'q' },
  responses: { href: '/responses', icon: MessageSquareText, group: 'work', key: 'r' },
  reviews: { href: '/reviews', icon: Star, group: 'work', key: 'v' },
  locations: { href: '/locations', otherPaths: ['/employees'], icon: MapPin, group: 'work', key: 'l' },
  settings: { href: '/settings', icon: Settings, group: 'service', key: 't' },
  docs: { href: '/docs', icon: BookOpen, group: 'service', key: 'd' },
  outbox: { href: '/outbox', icon: Inbox, group: 'service', key: 'x' },
} satisfies Record<string, NavItemConfig>

type NavItemConfig = {
  href: string
  otherPaths?: readonly string[]
  icon: LucideIcon
  group: 'work' | 'service'
  key: string
}

export type NavItemName = keyof typeof NAV_ITEMS

/** `count` is the number of open items; 0 is hidden. `href` overrides the default URL for this user. */
export type NavItem = { name: NavItemName; count?: number; href?: string }

export function navItemHref({ name, href }: NavItem): string {
  return href ?? NAV_ITEMS[name].href
}

export function isCurrentNavItem(place: NavItemName, pathname: string): boolean {
  const { href, otherPaths = [] }: NavItemConfig = NAV_ITEMS[place]
  return [href, ...otherPaths].some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
}
