import { v7 as uuidv7 } from 'uuid'
import type { ReplyToConfirmation } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { verifyToken } from '../encryption'
import { ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import type { UserActor } from '../principal'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import type { RequestOrigin } from '../security-events'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { REPLY_TO_LINK_VALID_DAYS } from './constants'
import type { PendingReplyTo, RequestReplyTo } from './schema'

const DAY_SECONDS = 24 * 60 * 60
const REQUESTS_PER_DAY = 20
const REQUESTS_PER_ADDRESS_AND_DAY = 5

/**
 * Emails a link to an address that shall receive the replies of customers. Until it is followed, replies go where they went. A repeated
 * request for the same address extends the link and sends it again; another address invalidates the former link.
 * @throws {ValidationError} under `email` if replies go there already
 * @throws {RateLimitExceeded}
 */
export async function requestReplyTo(
  organizationId: string,
  { email }: RequestReplyTo,
  actor: UserActor,
): Promise<PendingReplyTo> {
  await enforceBuckets([
    defineBucket(`reply-to ${organizationId}`, DAY_SECONDS, REQUESTS_PER_DAY),
    defineBucket(`reply-to ${organizationId} ${email}`, DAY_SECONDS, REQUESTS_PER_ADDRESS_AND_DAY),
  ])
  return transact(async (work) => {
    const { tx } = work
    await lockOrganization(tx, organizationId)
    const organization = await tx.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { replyToEmail: true, replyToConfirmation: true },
    })
    if (organization.replyToEmail === email)
      throw new ValidationError({ email: [localizableMessage('organization.replyToSame')] })
    const requester = await tx.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { language: true } })
    const pending = organization.replyToConfirmation
    const id = pending?.email === email && pending.confirmedAt === null ? pending.id : uuidv7()
    const data = {
      email,
      language: requester.language,
      requestedByName: actor.name,
      expiresAt: new Date(now().getTime() + REPLY_TO_LINK_VALID_DAYS * DAY_MS),
    }
    await tx.replyToConfirmation.deleteMany({ where: { organizationId, id: { not: id } } })
    const row = await tx.replyToConfirmation.upsert({
      where: { organizationId },
      create: { ...data, id, organizationId },
      update: data,
    })
    await audit(organizationId, {
      action: 'reply_to.requested',
      changes: [{ field: 'replyToEmail', from: organization.replyToEmail, to: email }],
    })
    const language = Language.catch('en').parse(requester.language)
    await queueSystemEmails(work, [
      { kind: 'replyTo', organizationId, address: email, language, subjectId: id, groupKey: `reply-to ${id}` },
    ])
    return presentReplyTo(row)
  })
}

/** Invalidates the link that was emailed. */
export async function cancelReplyToRequest(organizationId: string): Promise<{ cancelled: boolean }> {
  return transact(async ({ tx }) => {
    await lockOrganization(tx, organizationId)
    const { count } = await tx.replyToConfirmation.deleteMany({ where: { organizationId, confirmedAt: null } })
    return { cancelled: count > 0 }
  })
}

export function presentPendingReplyTo(row: ReplyToConfirmation | null): PendingReplyTo | null {
  return row === null || row.confirmedAt !== null ? null : presentReplyTo(row)
}

function presentReplyTo({ email, expiresAt }: ReplyToConfirmation): PendingReplyTo {
  return { email, expiresAt: expiresAt.toISOString(), isExpired: expiresAt <= now() }
}

export type ReplyToLinkState =
  | { state: 'open' | 'done'; email: string; organization: string }
  | { state: 'expired' | 'unknown' }

/** Read-only, because mail scanners follow links too. */
export async function getReplyToLinkState(token: string): Promise<ReplyToLinkState> {
  const id = verifyToken('reply-to', token)
  const row =
    id === null
      ? null
      : await db.replyToConfirmation.findUnique({
          where: { id },
          include: { organization: { select: { name: true } } },
        })
  if (!row) return { state: 'unknown' }
  const { email, organization } = row
  if (row.confirmedAt !== null) return { state: 'done', email, organization: organization.name }
  return row.expiresAt <= now() ? { state: 'expired' } : { state: 'open', email, organization: organization.name }
}

/**
 * Sends the organization's replies to the address from now on. The link proves that its holder reads the mail of the address.
 * @throws {ValidationError} under `token` if the link is unknown, expired, used, or was replaced by another address's
 */
export async function confirmReplyTo(token: string, origin: RequestOrigin): Promise<void> {
  const id = verifyToken('reply-to', token)
  const found = id === null ? null : await db.replyToConfirmation.findUnique({ where: { id } })
  if (!found) throw spentLink()
  const { organizationId } = found
  await transact(async ({ tx }) => {
    await lockOrganization(tx, organizationId)
    const [confirmed] = await tx.replyToConfirmation.updateManyAndReturn({
      where: { organizationId, id: found.id, confirmedAt: null, expiresAt: { gt: now() } },
      data: { confirmedAt: now() },
    })
    if (!confirmed) throw spentLink()
    const { replyToEmail } = await tx.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { replyToEmail: true },
    })
    await tx.organization.update({
      where: { id: organizationId },
      data: { replyToEmail: confirmed.email, replyToUserId: null },
    })
    await audit(organizationId, {
      action: 'reply_to.confirmed',
      changes: [{ field: 'replyToEmail', from: replyToEmail, to: confirmed.email }],
      actorContext: { actor: { type: 'stranger', id: null, name: null }, origin },
    })
  })
}

function spentLink(): ValidationError {
  return new ValidationError({ token: [localizableMessage('session.linkSpent')] })
}
