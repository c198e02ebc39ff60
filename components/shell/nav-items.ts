import {
  BookOpen,
  CircleCheck,
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

/** Main pages in navigation order, each at its name. `key` follows `g`; `otherPaths` are further paths of the same item. */
export const NAV_ITEMS = {
  overview: { icon: House, group: 'work', key: 'o' },
  contacts: { otherPaths: ['/companies'], icon: Users, group: 'work', key: 'c' },
  surveys: { icon: ClipboardList, group: 'work', key: 's' },
  sequences: { icon: Workflow, group: 'work', key: 'q' },
  responses: { icon: MessageSquareText, group: 'work', key: 'r' },
  reviews: { icon: Star, group: 'work', key: 'v' },
  locations: { otherPaths: ['/employees'], icon: MapPin, group: 'work', key: 'l' },
  operations: { icon: CircleCheck, group: 'service', key: 'p' },
  settings: { icon: Settings, group: 'service', key: 't' },
  docs: { icon: BookOpen, group: 'service', key: 'd' },
  outbox: { icon: Inbox, group: 'service', key: 'x' },
} satisfies Record<string, NavItemConfig>

type NavItemConfig = {
  otherPaths?: readonly string[]
  icon: LucideIcon
  group: 'work' | 'service'
  key: string
}

export type NavItemName = keyof typeof NAV_ITEMS

const toPath = (name: NavItemName) => (name === 'overview' ? '/' : `/${name}`)

/** `count` is the number of open items; 0 is hidden. `href` overrides the default URL for this user. */
export type NavItem = { name: NavItemName; count?: number; href?: string }

export function navItemHref({ name, href }: NavItem): string {
  return href ?? toPath(name)
}

export function isCurrentNavItem(place: NavItemName, pathname: string): boolean {
  const { otherPaths = [] }: NavItemConfig = NAV_ITEMS[place]
  return [toPath(place), ...otherPaths].some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  )
}
