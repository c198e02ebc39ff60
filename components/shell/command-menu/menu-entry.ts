import {
  ArrowRight,
  BookOpen,
  Building2,
  ClipboardList,
  FileText,
  IdCard,
  Inbox,
  Keyboard,
  KeyRound,
  Languages,
  LogOut,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Monitor,
  Moon,
  Send,
  Settings,
  Star,
  Sun,
  User,
  Webhook,
  Workflow,
} from 'lucide-react'

export const MENU_ENTRY_ICONS = {
  page: ArrowRight,
  settings: Settings,
  guide: BookOpen,
  contact: User,
  survey: ClipboardList,
  sequence: Workflow,
  response: MessageSquareText,
  sending: Send,
  subscription: Webhook,
  delivery: FileText,
  message: Inbox,
  apiKey: KeyRound,
  reviewSource: Star,
  location: MapPin,
  employee: IdCard,
  company: Building2,
  light: Sun,
  dark: Moon,
  system: Monitor,
  language: Languages,
  shortcuts: Keyboard,
  signOut: LogOut,
} satisfies Record<string, LucideIcon>

export type MenuEntryKind = keyof typeof MENU_ENTRY_ICONS

export const PAGE_ENTRY_KINDS: ReadonlySet<MenuEntryKind> = new Set(['page', 'settings', 'guide'])

export type MenuEntry = {
  kind: MenuEntryKind
  /** Unique together with `kind` and whether it is an action. */
  id: string
  label: string
  detail?: string
  aside?: string
  /** The same as a timestamp: ISO 8601. */
  at?: string
  synonyms?: string
  href?: string
  run?: () => void
  lang?: string
  icon?: LucideIcon
}

export const MENU_GROUP_NAMES = [
  'recent',
  'actions',
  'pages',
  'contacts',
  'surveys',
  'sequences',
  'responses',
  'records',
] as const
export type MenuGroupName = (typeof MENU_GROUP_NAMES)[number]

export type MenuGroup = { name: MenuGroupName; entries: readonly MenuEntry[] }

export function toEntryKey(group: MenuGroupName, { kind, id }: MenuEntry): string {
  return `${group} ${kind} ${id}`
}
