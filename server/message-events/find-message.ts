import { db } from '../db'
import type { SystemEmailKind } from '../system-emails/kinds'
import { normalizeEmail, toAsciiEmail } from '../validation/schema'
import { type RecordedEvent, recordMessageEvent } from './record-message-event'
import { recordSystemEmailEvent } from './record-system-email-event'
import type { NewMessageEvent } from './schema'

/** @property organizationId null for an email between the service and a user */
export type FoundMessage =
  | { organizationId: string; sendingStepId: string; recipient: string | null }
  | { organizationId: string | null; systemEmailId: string }

/**
 * The message with one of these ids, of all organizations: a caller that acts for one compares `organizationId`.
 * @param ids of rows, as in the Message-ID; for a reply to a customer, that of the reply
 */
export async function findMessage(ids: readonly string[]): Promise<FoundMessage | null> {
  for (const id of ids) {
    const step = await db.sendingStep.findUnique({ where: { id }, select: { organizationId: true, recipient: true } })
    if (step) return { ...step, sendingStepId: id }
    const email = await db.systemEmail.findFirst({
      where: { OR: [{ id }, { subjectId: id, kind: 'caseReply' satisfies SystemEmailKind, endedAt: { not: null } }] },
      select: { id: true, organizationId: true },
    })
    if (email) return { organizationId: email.organizationId, systemEmailId: email.id }
  }
  return null
}

/**
 * @param recipient the address that the event is about. If it is not the message's recipient, who forwards their mail, then it says nothing about the
 *   recipient's own address: a bounce is soft.
 */
export function recordEventOfMessage(
  message: FoundMessage,
  event: NewMessageEvent,
  recipient?: string | null,
): Promise<RecordedEvent> {
  if (!('sendingStepId' in message)) return recordSystemEmailEvent(message.organizationId, message.systemEmailId, event)
  const isForwarded = recipient != null && message.recipient !== null && !isSameAddress(recipient, message.recipient)
  const bounceType = isForwarded && event.bounceType === 'hard' ? 'soft' : event.bounceType
  return recordMessageEvent(message.organizationId, message.sendingStepId, { ...event, bounceType })
}

/** Some providers report `Ada Lovelace <ada@example.com>`. */
function isSameAddress(one: string, other: string): boolean {
  const [normalized, otherNormalized] = [one, other].map((recipient) =>
    toAsciiEmail(normalizeEmail(/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient)),
  )
  return normalized === otherNormalized
}
