import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { MESSAGE_EVENT_KINDS } from '../message-events/constants'
import { assessSendingRates } from './assess-sending-rates'
import { STATISTICS_DAYS } from './constants'
import { countEmailsByDayAndProvider, type EmailCountsRow } from './queries'
import type { EmailCounts, SendingHealth } from './schema'
import { readSendingCounts } from './stop-sending'

const NO_EMAILS: EmailCounts = { sent: 0, delivered: 0, bounced: 0, complained: 0, answered: 0 }

/** What became of an organization's emails, and whether its messages go out. */
export async function getSendingHealth(organizationId: string): Promise<SendingHealth> {
  const since = new Date(now().getTime() - STATISTICS_DAYS * DAY_MS)
  const { timeZone, sendingStoppedAt, sendingResumedAt } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true, sendingStoppedAt: true, sendingResumedAt: true },
  })
  const [counts, rows, event] = await Promise.all([
    readSendingCounts(db, organizationId, sendingResumedAt),
    countEmailsByDayAndProvider(organizationId, since, timeZone),
    db.messageEvent.findFirst({
      where: { organizationId, channel: 'email', kind: { in: [...MESSAGE_EVENT_KINDS] }, occurredAt: { gte: since } },
      select: { id: true },
    }),
  ])
  return {
    counts,
    ...assessSendingRates(counts),
    stoppedAt: sendingStoppedAt?.toISOString() ?? null,
    isReported: event !== null,
    total: toCounts(rows.find(({ day, provider }) => day === null && provider === null)),
    providers: rows.flatMap((row) => (row.provider === null ? [] : [{ provider: row.provider, ...toCounts(row) }])),
    days: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...toCounts(row) }])),
  }
}

function toCounts(row: EmailCountsRow | undefined): EmailCounts {
  if (!row) return NO_EMAILS
  const { sent, delivered, bounced, complained, answered } = row
  return { sent, delivered, bounced, complained, answered }
}
