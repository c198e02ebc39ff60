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

export const ENTRY_ICONS = {
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

export type EntryKind = keyof typeof ENTRY_ICONS

export const PAGE_KINDS: ReadonlySet<EntryKind> = new Set(['page', 'settings', 'guide'])

export type Entry = {
  kind: EntryKind
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

export const GROUPS = [
  'recent',
  'actions',
  'pages',
  'contacts',
  'surveys',
  'sequences',
  'responses',
  'records',
] as const
export type GroupName = (typeof GROUPS)[number]

export type Group = { name: GroupName; entries: readonly Entry[] }

export function lineName(group: GroupName, { kind, id }: Entry): string {
  return `${group} ${kind} ${id}`
}
