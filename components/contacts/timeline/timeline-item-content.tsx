import type { ReactNode } from 'react'
import { getLocale, getT } from '@/components/i18n/server'
import { formatReason } from '@/components/sequences/format-reason'
import { TextLink } from '@/components/ui/controls/text-link'
import type { TimelineEntry } from '@/server/contacts/timeline/schema'
import type { Reason } from '@/server/messaging/outcome/schema'

/** What an entry shows: a line, badges beside it, and what it says. */
export type TimelineItemContent = { title: ReactNode; badge?: ReactNode; body?: ReactNode; action?: ReactNode }

export type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

/** For the `link` of a message. */
export function createLinkRenderer(href: string) {
  return (text: ReactNode) => <TextLink href={href}>{text}</TextLink>
}

export async function ReasonLine({ reason, timeZone }: { reason: Reason; timeZone: string }) {
  return <Quiet>{formatReason(await getT('sequences'), reason, await getLocale(), timeZone)}</Quiet>
}

export function Quiet({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="text-13 wrap-anywhere text-ink-soft">
      {children}
    </p>
  )
}

/** What a person wrote. */
export function QuotedText({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="line-clamp-4 text-14 wrap-anywhere whitespace-pre-wrap text-ink-soft">
      {children}
    </p>
  )
}
