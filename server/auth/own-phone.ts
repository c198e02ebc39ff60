import { randomInt, timingSafeEqual } from 'node:crypto'
import { auditPerson } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import { readDefaultCountry } from '../contacts/contacts'
import { readPhone } from '../contacts/phone'
import { db, type Tx } from '../db'
import { keyedHash, keyedHashes } from '../encryption'
import { Forbidden, RateLimitExceeded, ValidationError } from '../errors'
import { asciiDigits } from '../fields/digits'
import { Language } from '../fields/schema'
import { lockUser } from '../locks'
import { log } from '../log'
import { translator } from '../messages/messages'
import { sentence } from '../messages/sentence'
import { captureMessages } from '../messaging/captured'
import { bindDelivery } from '../messaging/channels'
import type { SmsMessage } from '../messaging/message'
import { oneLine } from '../messaging/templates/plain-name'
import { messageUnits } from '../messaging/units'
import { countMessages, recordUse } from '../organizations/daily-use'
import { lockHold } from '../organizations/hold'
import type { Actor } from '../principal'
import { transact } from '../unit-of-work'
import { isReached } from './reached-phone'
import type { AskForPhone } from './schema'
import { countPhoneCode } from './throttle'
import { PHONE_CODE_MINUTES, PHONE_CODE_TRIES } from './vocabulary'

/*
 * The phone number for a user's text messages. It must be confirmed with a code sent to it, so that neither a typo nor abuse sends a
 * stranger anything but that code. Removing or replacing a number also deletes the captured messages sent to it.
 */

type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

export type PendingPhone = { phone: string; expiresAt: string }

export async function findPendingPhone(userId: string): Promise<PendingPhone | null> {
  const row = await db.phoneChange.findFirst({ where: { userId, expiresAt: { gt: now() } } })
  return row && { phone: row.phone, expiresAt: row.expiresAt.toISOString() }
}

/**
 * Sends a code to a number, on behalf of the user's current organization; replaces an earlier code. Without an SMS provider the message is
 * captured in the Outbox.
 * @throws {ValidationError} under `phone` for an invalid number, for the current one, and if the provider rejects it.
 * @throws {Forbidden} while the organization may not send. @throws {RateLimitExceeded} also when its daily quota is used up.
 */
export async function askForPhone(organizationId: string, { userId }: Person, input: AskForPhone): Promise<void> {
  const phone = readPhone(input.phone, await readDefaultCountry(db, organizationId))
  if (phone === null) throw new ValidationError({ phone: [sentence('phone.invalid')] })
  const own = await db.user.findUnique({ where: { id: userId }, select: { phone: true, phoneReached: true } })
  if (own?.phone === phone && isReached(own)) throw new ValidationError({ phone: [sentence('phone.yours')] })
  const retryAfter = await countPhoneCode(userId, organizationId, phone)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = keyedHash('phone-code', toHashed(userId, phone, code))
  const counted = await transact(async ({ tx }) => {
    if ((await lockHold(tx, organizationId)) !== null) throw new Forbidden(sentence('phone.held'))
    await lockUser(tx, userId)
    const before = await tx.phoneChange.findUnique({ where: { userId } })
    if (before && before.phone !== phone) await forgetMessages(tx, userId, before.phone)
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + PHONE_CODE_MINUTES * MINUTE_MS)
    const message = await compose(tx, organizationId, { userId, phone, code })
    const bound = bindDelivery(message)
    const units = messageUnits(message)
    const { usedUp } = bound ? await countMessages(tx, organizationId, createdAt, [units]) : { usedUp: null }
    if (usedUp) throw new RateLimitExceeded(Math.ceil((usedUp.until.getTime() - createdAt.getTime()) / 1000))
    const data = { phone, codeHash, sent: bound !== null, tries: 0, createdAt, expiresAt }
    await tx.phoneChange.upsert({ where: { userId }, create: { userId, ...data }, update: data })
    if (!bound) await captureMessages(tx, organizationId, [{ message, contactId: null, userId }])
    return bound && { deliver: bound, claimedAt: createdAt, units }
  })
  if (counted === null) return
  const { deliver, claimedAt, units } = counted
  const outcome = await deliver()
  await transact(({ tx }) => recordUse(tx, organizationId, [{ claimedAt, units, state: outcome.state }]))
  if (outcome.state === 'accepted')
    return log.info({ organizationId, messageId: outcome.messageId }, 'a code was sent by SMS')
  // The message may have arrived, so the code stays valid; the user can request another.
  if (outcome.state === 'unconfirmed')
    return log.warn({ organizationId, words: outcome.words }, 'whether a code was sent by SMS is not known')
  log.warn({ organizationId, outcome: outcome.state, words: outcome.words }, 'a code could not be sent by SMS')
  await db.phoneChange.deleteMany({ where: { userId, codeHash } })
  throw new ValidationError({
    phone: [sentence('phone.notSent', { words: outcome.words, cause: outcome.cause ?? '' })],
  })
}

/**
 * Confirms the pending number with its code.
 * @throws {ValidationError} under `code` for a wrong code, and once it has expired: after ten minutes or five attempts.
 */
export async function confirmPhone({ userId }: Person, { code }: { code: string }): Promise<void> {
  const over = () => new ValidationError({ code: [sentence('phone.codeOver')] })
  // Committed immediately, outside of the transaction, so that concurrent attempts are counted too.
  const [change] = await db.phoneChange.updateManyAndReturn({
    where: { userId, expiresAt: { gt: now() }, tries: { lt: PHONE_CODE_TRIES } },
    data: { tries: { increment: 1 } },
  })
  if (!change) throw over()
  const { phone, codeHash, sent } = change
  const typed = keyedHashes('phone-code', toHashed(userId, phone, asciiDigits(code).replaceAll(/\D/g, '')))
  if (!typed.some((hash) => timingSafeEqual(hash, codeHash))) {
    const left = PHONE_CODE_TRIES - change.tries
    throw left > 0 ? new ValidationError({ code: [sentence('phone.wrongCode', { left })] }) : over()
  }
  await transact(async ({ tx }) => {
    const held = await lockPhone(tx, userId)
    // Matches the code's hash: a new code may have been requested meanwhile.
    const { count } = await tx.phoneChange.deleteMany({ where: { userId, codeHash } })
    if (count === 0) throw over()
    if (held !== null && held !== phone) await forgetMessages(tx, userId, held)
    await tx.user.update({ where: { id: userId }, data: { phone, phoneReached: sent } })
    await auditPerson(userId, { action: 'phone.confirmed', about: { userId } })
  })
}

export async function cancelPhoneChange({ userId }: Person): Promise<void> {
  await transact(async ({ tx }) => {
    await lockUser(tx, userId)
    const [gone] = await tx.phoneChange.findMany({ where: { userId } })
    if (!gone) return
    await tx.phoneChange.delete({ where: { userId } })
    await forgetMessages(tx, userId, gone.phone)
  })
}

/** Removes the number and deletes the captured messages sent to it. */
export async function removePhone({ userId }: Person): Promise<void> {
  await transact(async ({ tx }) => {
    const held = await lockPhone(tx, userId)
    await tx.phoneChange.deleteMany({ where: { userId } })
    await forgetMessages(tx, userId)
    if (held === null) return
    await tx.user.update({ where: { id: userId }, data: { phone: null, phoneReached: false } })
    await auditPerson(userId, { action: 'phone.removed', about: { userId } })
  })
}

/** Deletes captured messages to the user from the Outbox of every organization; only those to `phone` if given. */
export async function forgetMessages(tx: Tx, userId: string, phone?: string): Promise<void> {
  await tx.capturedMessage.deleteMany({ where: { userId, ...(phone === undefined ? {} : { recipient: phone }) } })
}

async function compose(
  tx: Tx,
  organizationId: string,
  { userId, phone, code }: { userId: string; phone: string; code: string },
): Promise<SmsMessage> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { language: true } })
  const organization = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { name: true },
  })
  const language = Language.catch('en').parse(user.language)
  const product = translator(language, 'common')('product')
  const text = translator(language, 'email')('phoneCode', { code, product, minutes: PHONE_CODE_MINUTES })
  return { channel: 'sms', from: oneLine(organization.name), to: phone, text }
}

/** Binds a code to its user and number. */
function toHashed(userId: string, phone: string, code: string): string {
  return `${userId} ${phone} ${code}`
}

/** Locks the user row until the transaction ends. @returns the current number. */
async function lockPhone(tx: Tx, userId: string): Promise<string | null> {
  await lockUser(tx, userId)
  return (await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { phone: true } })).phone
}
