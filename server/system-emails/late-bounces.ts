import type { MessageEvent } from '@/prisma/generated/client'
import type { Tx } from '../db'
import { log } from '../log'
import type { MessageOutcome } from '../messaging/message'
import { makeProviderReason } from '../messaging/outcome/reasons'
import { correctDailyMessageUsage } from '../organizations/daily-message-usage'
import { stopSendingIfUnhealthy } from '../sending-health/stop-sending'
import { transact } from '../unit-of-work'
import { countsTowardDailyLimit, type SystemEmailKind } from './kinds'
import { ON_EMAIL_COMPLETED } from './on-email-completed'
import { loadLockedEmail } from './queries'

type LateOutcome = Extract<MessageOutcome, { state: 'bounced' | 'refused' }>

/** Null for an event after which the email counts as sent. */
export function toLateOutcome({
  kind,
  bounceType,
  code,
  words,
}: Pick<MessageEvent, 'kind' | 'bounceType' | 'code' | 'words'>): LateOutcome | null {
  const details = { words: words || code || kind }
  if (kind === 'bounced') return { ...details, state: 'bounced', isGone: bounceType === 'hard' }
  return kind === 'rejected' ? { ...details, state: 'refused' } : null
}

/** Records that an email that was sent did not arrive. A refusal that is not about the recipient counts as no bounce. */
export async function recordLateEmailBounce(
  id: string,
  outcome: LateOutcome,
): Promise<'bounced' | 'already bounced' | 'never sent'> {
  return transact(async ({ tx }) => {
    const row = await loadLockedEmail(tx, id)
    if (!row || row.endedAt === null || row.claimedAt === null) return 'never sent'
    if (row.sentAt === null) return row.reason === null ? 'never sent' : 'already bounced'
    const { organizationId, claimedAt } = row
    const kind = row.kind as SystemEmailKind
    const reason = makeProviderReason('refused', outcome)
    const isGone = outcome.state === 'bounced' && outcome.isGone
    await tx.systemEmail.update({ where: { id }, data: { sentAt: null, reason } })
    await ON_EMAIL_COMPLETED[kind]?.(tx, row, { sentAt: null, reason, isGone })
    const bounced = outcome.state === 'bounced' ? 1 : 0
    if (countsTowardDailyLimit(kind) && organizationId !== null) {
      await correctDailyMessageUsage(tx, organizationId, { claimedAt, accepted: -1, bounced })
      if (bounced > 0) await stopSendingIfUnhealthy(organizationId)
    } else log.warn({ organizationId, kind, emailId: id, ...reason }, 'a mail of our own could not be delivered')
    return 'bounced'
  })
}

/** Applies a bounce that was reported before the mail server replied (server/message-events). */
export async function applyEarlyBounce(tx: Tx, id: string): Promise<void> {
  const events = await tx.messageEvent.findMany({ where: { systemEmailId: id }, orderBy: { occurredAt: 'asc' } })
  const [outcome] = events.flatMap((event) => toLateOutcome(event) ?? [])
  if (outcome) await recordLateEmailBounce(id, outcome)
}
