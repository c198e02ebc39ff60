import { now } from '../../clock'
import { recordAddressBounce } from '../../contacts/record-address-bounce'
import { Prisma, type Tx } from '../../db'
import type { Reason } from '../../messaging/outcome/schema'
import type { SystemEmailRow } from '../../system-emails/composer-types'
import { updateLockedCases } from '../cases'
import { lockResponseCases } from '../lock-response-cases'
import { recordResponseEvents } from '../record-response-events'
import type { ResponseReply } from '../schema'

type ReplyOutcome = { sentAt: Date | null; reason: Reason | null; isGone: boolean }

/**
 * Records the outcome of a reply in the transaction that completes its email, or records its later bounce. If the email was certainly not
 * delivered, or was captured, the case that it moved to contacted is reopened.
 */
export async function recordReplyOutcome(
  tx: Tx,
  { organizationId, subjectId }: Pick<SystemEmailRow, 'organizationId' | 'subjectId'>,
  { sentAt, reason, isGone }: ReplyOutcome,
): Promise<void> {
  if (organizationId === null || subjectId === null) return
  const reply = await tx.responseReply.findFirst({
    where: { organizationId, id: subjectId, status: { in: ['waiting', 'sent'] } },
  })
  if (!reply) return
  const [lockedCase] = await lockResponseCases(tx, organizationId, [reply.responseId])
  const status = replyStatus(sentAt, reason)
  await tx.responseReply.update({
    where: { id: reply.id, organizationId },
    data: { status, reason: reason ?? Prisma.DbNull, sentAt: status === 'captured' ? null : sentAt, endedAt: now() },
  })
  if (isGone) await recordAddressBounce(organizationId, reply.recipient, { words: reason?.values.words ?? null })
  const isFailed = status === 'failed' && sentAt === null
  if ((!isFailed && status !== 'captured') || !lockedCase) return
  if (isFailed)
    await recordResponseEvents(tx, organizationId, [
      { responseId: lockedCase.id, kind: 'replyFailed', value: reply.authorName },
    ])
  if (reply.movedCase && lockedCase.state === 'contacted')
    await updateLockedCases(tx, organizationId, {
      lockedCases: [lockedCase],
      changes: { state: 'open' },
      assigneeName: '',
    })
}

function replyStatus(sentAt: Date | null, reason: Reason | null): ResponseReply['status'] {
  if (reason?.code === 'captured') return 'captured'
  return sentAt !== null && reason === null ? 'sent' : 'failed'
}
