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

/** What an entry is about; it has that icon. */
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

/** Those of the product itself, the same in every organization. */
export const PAGE_KINDS: ReadonlySet<EntryKind> = new Set(['page', 'settings', 'guide'])

export type Entry = {
  kind: EntryKind
  /** With its kind, and whether it is an action, it is one of a kind. */
  id: string
  label: string
  /** A second line. */
  detail?: string
  /** At the end of the line: a state, what it belongs to. */
  aside?: string
  /** The same, a moment: ISO 8601. */
  at?: string
  /** Other words that it is found by. */
  synonyms?: string
  /** Leads there. */
  href?: string
  /** Does something instead. */
  run?: () => void
  /** The language of the label, where it is not the reader's. */
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

/** One name for each line of the list, by which the keyboard finds it. */
export function lineName(group: GroupName, { kind, id }: Entry): string {
  return `${group} ${kind} ${id}`
}
