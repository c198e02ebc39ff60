import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { db } from '../db'
import { env } from '../env'
import { ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { log } from '../log'
import { sentence } from '../messages/sentence'
import { channels } from '../messaging/channels'
import type { EmailMessage } from '../messaging/message'
import { renderVerificationEmail } from '../messaging/templates/verification-email'
import { wakeHeld } from '../organizations/lift-hold'
import { type Origin, recordEvent, recordRefusal } from '../security-events'
import { transact } from '../unit-of-work'
import type { VerificationMail, VerificationState } from './schema'

const VALID_MS = 24 * 60 * 60 * 1000
/** Nobody looks at a turning wheel for longer; the message may still leave after it. */
const PATIENCE_MS = 10_000

/**
 * Mails a person the link that confirms their address: a new one each time, the older ones stay good for their 24 hours.
 * @returns `not_needed` where no mail server is configured, and once the address is confirmed.
 */
export async function sendVerification(userId: string): Promise<VerificationMail> {
  const deliver = channels.email
  if (!deliver) return 'not_needed'
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  if (user.emailVerifiedAt !== null) return 'not_needed'
  const token = await newToken(userId, user.email)
  const message = composeVerification(user, token)
  const outcome = await Promise.race([deliver(message), pause(PATIENCE_MS, null, { ref: false })])
  if (outcome?.state === 'accepted' || outcome?.state === 'unconfirmed') return 'sent'
  log.warn({ userId, outcome: outcome?.state ?? 'slow' }, 'a verification mail was not taken')
  return 'failed'
}

/** What a link would do, without doing it: mail scanners follow links too. */
export async function readVerification(token: string): Promise<VerificationState> {
  const row = await db.emailVerification.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { user: { select: { email: true, emailVerifiedAt: true } } },
  })
  if (!row) return { state: 'unknown' }
  if (row.user.emailVerifiedAt !== null) return { state: 'verified' }
  if (row.usedAt !== null || row.user.email !== row.email) return { state: 'unknown' }
  return row.expiresAt > now() ? { state: 'open', email: row.email } : { state: 'expired' }
}

/**
 * Uses a link up: the address is confirmed, and everything that waited for it in the organizations that the person owns
 * goes on.
 * @throws {ValidationError} for a link that is unknown, expired or used.
 */
export async function confirmEmail(token: string, origin: Origin): Promise<void> {
  const verified = await transact(async (work) => {
    const { tx } = work
    const at = now()
    const [link] = await tx.emailVerification.updateManyAndReturn({
      where: { tokenHash: hashToken(token), usedAt: null, expiresAt: { gt: at } },
      data: { usedAt: at },
    })
    if (!link) return null
    const { userId, email } = link
    const { count } = await tx.user.updateMany({ where: { id: userId, email }, data: { emailVerifiedAt: at } })
    if (count === 0) return null
    const organizations = await tx.organization.updateManyAndReturn({
      where: { verifiedAt: null, memberships: { some: { userId, role: 'owner' } } },
      data: { verifiedAt: at },
      select: { id: true },
    })
    for (const { id } of organizations) await wakeHeld(work, id)
    return { userId, organizationId: organizations[0]?.id ?? null }
  })
  if (!verified) {
    recordRefusal('email.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
    throw new ValidationError({ token: [sentence('session.linkSpent')] })
  }
  const { userId, organizationId } = verified
  recordEvent('email.verified', { actor: { type: 'user', id: userId }, organizationId, origin })
}

/** 32 random bytes; only their hash is kept. What has expired is forgotten. */
async function newToken(userId: string, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  await db.emailVerification.deleteMany({ where: { userId, expiresAt: { lt: at } } })
  await db.emailVerification.create({
    data: { tokenHash: hashToken(token), userId, email, createdAt: at, expiresAt: new Date(at.getTime() + VALID_MS) },
  })
  return token
}

function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}

function composeVerification({ email, language }: { email: string; language: string }, token: string): EmailMessage {
  const from = env.mailFrom
  const url = `${env.baseUrl}/verify-email/${token}`
  return {
    channel: 'email',
    from,
    to: { name: '', address: email },
    ...renderVerificationEmail({ language: Language.catch('en').parse(language), url }),
    messageId: `<${uuidv7()}@${from.address.split('@').at(-1) ?? 'localhost'}>`,
    // RFC 3834: out-of-office replies stay away.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
