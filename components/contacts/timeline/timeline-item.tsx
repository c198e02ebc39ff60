import {
  type LucideIcon,
  Mail,
  MailX,
  MessageSquare,
  MessageSquareOff,
  MessageSquareReply,
  Pencil,
  Send,
  SlidersHorizontal,
  Smartphone,
  Star,
  StickyNote,
  UserCheck,
  UserPlus,
  Users,
  Workflow,
} from 'lucide-react'
import { Time } from '@/components/ui/content/time'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { TimelineEntry } from '@/server/contacts/timeline/schema'
import { renderTimelineEntry, type TimelineViewer } from './render-timeline-entry'

type TimelineItemProps = {
  entry: TimelineEntry
  properties: readonly ContactProperty[]
  viewer: TimelineViewer
}

export async function TimelineItem({ entry, properties, viewer }: TimelineItemProps) {
  const { title, badge, body, action } = await renderTimelineEntry(entry, properties, viewer)
  const Icon = isTextMessage(entry) ? Smartphone : ICONS[entry.kind]
  return (
    <li className="group relative grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0">
      {/* The line between two icons. */}
      <span aria-hidden className="absolute top-7 bottom-1 left-[11.5px] w-px bg-line group-last:hidden" />
      <span className="grid size-6 place-items-center rounded-full border bg-surface text-ink-faint">
        <Icon size={13} aria-hidden />
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
        <div className="flex min-h-6 items-start gap-x-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 pt-0.5 text-14">
            <span className="wrap-anywhere">{title}</span>
            {badge}
          </div>
          <span className="ml-auto flex shrink-0 items-center gap-1 pt-0.5 text-13 whitespace-nowrap text-ink-faint">
            <Time value={entry.at} brief />
            {action && <span className="-my-2">{action}</span>}
          </span>
        </div>
        {body}
      </div>
    </li>
  )
}

/** A skipped message has no channel. */
function isTextMessage(entry: TimelineEntry): boolean {
  return entry.kind === 'message' && (entry.type === 'sms' || entry.channel === 'sms')
}

const ICONS: Record<TimelineEntry['kind'], LucideIcon> = {
  created: UserPlus,
  changed: Pencil,
  optedOut: MailX,
  optedIn: UserCheck,
  preferencesChanged: SlidersHorizontal,
  bounced: MailX,
  smsOptedOut: MessageSquareOff,
  smsOptedIn: UserCheck,
  smsReceived: Smartphone,
  merged: Users,
  sendingAction: Workflow,
  enrolled: Workflow,
  message: Mail,
  answered: MessageSquare,
  case: MessageSquareReply,
  reply: Send,
  review: Star,
  note: StickyNote,
}
