import { db, Prisma, type Tx } from '../../db'
import { Forbidden, NotFound, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { getOutboxChannels } from '../../messaging/outbox'
import type { Actor } from '../../principal'
import { enforceCaseReplyLimit } from '../../rate-limit/case-reply-rate-limit'
import { queueSystemEmails } from '../../system-emails/queue-emails'
import { transact } from '../../unit-of-work'
import { updateLockedCases } from '../cases'
import { type LockedCase, lockResponseCase } from '../lock-response-cases'
import { lockMembershipAndReadName } from '../queries'
import { recordResponseEvents } from '../record-response-events'
import type { CaseChanges, ResponseReply, WriteReply } from '../schema'
import { mayRetry, presentReply } from './present-reply'
import {
  findReplyObstacle,
  loadAuthor,
  lockRecipient,
  type ReplyAuthor,
  type ReplyRecipient,
  replyLanguage,
} from './reply-recipient'

type ActingUser = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

/**
 * Emails the customer about their response, in the author's name; the email is sent after the commit. An open case becomes contacted and,
 * if unassigned, is assigned to the author; a resolved case stays resolved. In capture mode the case stays open. Idempotent per `draftId`.
 * @throws {NotFound} @throws {ValidationError} if the customer cannot be emailed @throws {RateLimitExceeded}
 */
export async function writeReply(
  organizationId: string,
  { id: responseId, draftId, subject, text }: WriteReply,
  actor: ActingUser,
): Promise<ResponseReply> {
  const existing = await findByDraft(db, organizationId, { responseId, draftId })
  if (existing) return existing
  await enforceCaseReplyLimit(organizationId)
  return transact(async (work) => {
    const { tx } = work
    const name = await lockMembershipAndReadName(tx, organizationId, actor.userId)
    const author = await loadAuthor(tx, organizationId, actor.userId)
    if (name === null || !author) throw new Forbidden()
    const { lockedCase, response, recipient, language } = await lockContactAndResponse(tx, organizationId, responseId)
    const concurrent = await findByDraft(tx, organizationId, { responseId, draftId })
    if (concurrent) return concurrent
    const { email } = assertReachable(response, recipient, author)
    const movedCase = await updateCaseOfReply(tx, organizationId, lockedCase, { userId: actor.userId, name })
    const row = await tx.responseReply.create({
      data: {
        organizationId,
        responseId,
        draftId,
        authorId: actor.userId,
        authorName: name,
        subject,
        text,
        recipient: email,
        movedCase,
      },
    })
    await recordResponseEvents(tx, organizationId, [{ responseId, kind: 'replied', value: row.id }])
    await queueSystemEmails(work, [{ kind: 'caseReply', organizationId, address: email, language, subjectId: row.id }])
    return presentReply(row)
  })
}

/**
 * Resends a reply that was certainly not delivered, to the contact's current address and in its author's name. A reply that is being sent,
 * or may have been delivered, is returned unchanged.
 * @throws {NotFound} @throws {ValidationError} if the contact cannot be emailed, or the author has left @throws {RateLimitExceeded}
 */
export async function retryReply(organizationId: string, id: string, actor: ActingUser): Promise<ResponseReply> {
  const reply = await db.responseReply.findFirst({ where: { organizationId, id } })
  if (!reply) throw new NotFound('reply')
  if (!mayRetry(reply)) return presentReply(reply)
  await enforceCaseReplyLimit(organizationId)
  return transact(async (work) => {
    const { tx } = work
    const { responseId, authorId } = reply
    const name = await lockMembershipAndReadName(tx, organizationId, actor.userId)
    if (name === null) throw new Forbidden()
    const { lockedCase, response, recipient, language } = await lockContactAndResponse(tx, organizationId, responseId)
    const row = await tx.responseReply.findFirst({ where: { organizationId, id } })
    if (!row) throw new NotFound('reply')
    if (!mayRetry(row)) return presentReply(row)
    const author = await loadAuthor(tx, organizationId, authorId)
    if (!author) throw new ValidationError({}, localizableMessage('reply.authorLeft'))
    const { email } = assertReachable(response, recipient, author)
    const movedCase = await updateCaseOfReply(tx, organizationId, lockedCase, { userId: actor.userId, name })
    await recordResponseEvents(tx, organizationId, [{ responseId, kind: 'replyRetried', value: id }])
    await queueSystemEmails(work, [{ kind: 'caseReply', organizationId, address: email, language, subjectId: id }])
    const data = { movedCase, recipient: email, status: 'waiting', reason: Prisma.DbNull, endedAt: null }
    return presentReply(await tx.responseReply.update({ where: { id, organizationId }, data }))
  })
}

async function findByDraft(
  tx: Tx,
  organizationId: string,
  { responseId, draftId }: { responseId: string; draftId: string },
): Promise<ResponseReply | null> {
  const row = await tx.responseReply.findFirst({ where: { organizationId, responseId, draftId } })
  return row && presentReply(row)
}

/** Locks the contact, then the response, so that neither is deleted meanwhile and concurrent replies serialize. */
async function lockContactAndResponse(tx: Tx, organizationId: string, responseId: string) {
  const response = await tx.response.findFirst({
    where: { organizationId, id: responseId },
    select: { contactId: true, language: true },
  })
  if (!response) throw new NotFound('response')
  const recipient = await lockRecipient(tx, organizationId, response.contactId)
  const lockedCase = await lockResponseCase(tx, organizationId, responseId)
  return { lockedCase, response, recipient, language: replyLanguage(recipient, response.language) }
}

function assertReachable(
  response: { contactId: string | null },
  recipient: ReplyRecipient | null,
  author: ReplyAuthor,
): ReplyRecipient {
  const obstacle = findReplyObstacle(response, recipient, author)
  if (obstacle || !recipient) throw new ValidationError({}, localizableMessage(`reply.${obstacle ?? 'contactDeleted'}`))
  return recipient
}

async function updateCaseOfReply(
  tx: Tx,
  organizationId: string,
  lockedCase: LockedCase,
  { userId, name }: { userId: string; name: string },
): Promise<boolean> {
  if (lockedCase.state === 'resolved') return false
  const movesCase = lockedCase.state !== 'contacted' && !getOutboxChannels().email
  const changes: CaseChanges = {
    ...(movesCase ? { state: 'contacted' } : {}),
    ...(lockedCase.assigneeId === null ? { assigneeId: userId } : {}),
  }
  await updateLockedCases(tx, organizationId, { lockedCases: [lockedCase], changes, assigneeName: name })
  return movesCase
}
