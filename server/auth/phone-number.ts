import { randomInt, timingSafeEqual } from 'node:crypto'
import { auditInUserOrganizations } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import { loadDefaultCountry } from '../contacts/contacts'
import { toE164 } from '../contacts/phone'
import { db, type Tx } from '../db'
import { keyedHash, keyedHashesUnderAllSecrets } from '../encryption'
import { Forbidden, RateLimitExceeded, ValidationError } from '../errors'
import { lockUser } from '../locks'
import { log } from '../log'
import { localizableMessage } from '../messages/localizable-message'
import { getTranslator } from '../messages/message-catalogue'
import { createSendFunctionForMessage } from '../messaging/channels'
import type { SmsMessage } from '../messaging/message'
import { storeInOutbox } from '../messaging/outbox'
import { countQuotaUnits } from '../messaging/sms-text'
import { toSingleLine } from '../messaging/templates/sanitize-name'
import { recordOutcomesInDailyUsage, reserveMessageQuota } from '../organizations/daily-message-usage'
import { lockAndReadSendingRestriction } from '../organizations/sending-restriction'
import type { SessionUser } from '../principal'
import { transact } from '../unit-of-work'
import { toAsciiDigits } from '../validation/ascii-digits'
import { Language } from '../validation/schema'
import { PHONE_CODE_ATTEMPTS, PHONE_CODE_VALID_MINUTES } from './constants'
import { isPhoneVerified } from './is-phone-verified'
import { enforcePhoneCodeLimit } from './rate-limits'
import type { Profile, RequestPhoneChange } from './schema'

/*
 * The phone number for a user's text messages. It must be confirmed with a code sent to it, so that neither a typo nor abuse sends another
 * person anything but that code. Removing or replacing a number also deletes the captured messages sent to it.
 */

export async function findPendingPhoneChange(userId: string): Promise<Profile['pendingPhone']> {
  const row = await db.phoneChange.findFirst({ where: { userId, expiresAt: { gt: now() } } })
  return row && { phone: row.phone, expiresAt: row.expiresAt.toISOString() }
}

/**
 * Sends a code to a number, on behalf of the user's current organization; replaces an earlier code. Without an SMS provider the message is
 * captured in the Outbox.
 * @throws {ValidationError} under `phone` for an invalid number, for the current one, and if the provider rejects it.
 * @throws {Forbidden} while the organization may not send. @throws {RateLimitExceeded} also when its daily quota is used up.
 */
export async function requestPhoneChange(
  organizationId: string,
  { userId }: Pick<SessionUser, 'userId'>,
  input: RequestPhoneChange,
): Promise<void> {
  const phone = toE164(input.phone, await loadDefaultCountry(db, organizationId))
  if (phone === null) throw new ValidationError({ phone: [localizableMessage('phone.invalid')] })
  const user = await db.user.findUnique({ where: { id: userId }, select: { phone: true, phoneReached: true } })
  if (user?.phone === phone && isPhoneVerified(user))
    throw new ValidationError({ phone: [localizableMessage('phone.yours')] })
  await enforcePhoneCodeLimit(userId, organizationId, phone)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = keyedHash('phone-code', bindCode(userId, phone, code))
  const prepared = await transact(async ({ tx }) => {
    if ((await lockAndReadSendingRestriction(tx, organizationId)) !== null)
      throw new Forbidden(localizableMessage('phone.held'))
    await lockUser(tx, userId)
    const pendingChange = await tx.phoneChange.findUnique({ where: { userId } })
    if (pendingChange && pendingChange.phone !== phone)
      await deleteOutboxMessagesToUser(tx, userId, pendingChange.phone)
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + PHONE_CODE_VALID_MINUTES * MINUTE_MS)
    const message = await composeCodeMessage(tx, organizationId, { userId, phone, code })
    const delivery = createSendFunctionForMessage(message)
    const units = countQuotaUnits(message)
    const { usedUp } = delivery ? await reserveMessageQuota(tx, organizationId, createdAt, [units]) : { usedUp: null }
    if (usedUp) throw new RateLimitExceeded(Math.ceil((usedUp.until.getTime() - createdAt.getTime()) / 1000))
    const data = { phone, codeHash, sent: delivery !== null, tries: 0, createdAt, expiresAt }
    await tx.phoneChange.upsert({ where: { userId }, create: { userId, ...data }, update: data })
    if (!delivery) await storeInOutbox(tx, organizationId, [{ message, contactId: null, userId }])
    return delivery && { deliver: delivery, claimedAt: createdAt, units }
  })
  if (prepared === null) return
  const { deliver, claimedAt, units } = prepared
  const outcome = await deliver()
  await transact(({ tx }) =>
    recordOutcomesInDailyUsage(tx, organizationId, [{ claimedAt, units, state: outcome.state }]),
  )
  if (outcome.state === 'accepted')
    return log.info({ organizationId, messageId: outcome.messageId }, 'a code was sent by SMS')
  // The message may have arrived, so the code stays valid; the user can request another.
  if (outcome.state === 'unconfirmed')
    return log.warn({ organizationId, words: outcome.words }, 'whether a code was sent by SMS is not known')
  log.warn({ organizationId, outcome: outcome.state, words: outcome.words }, 'a code could not be sent by SMS')
  await db.phoneChange.deleteMany({ where: { userId, codeHash } })
  throw new ValidationError({
    phone: [localizableMessage('phone.notSent', { words: outcome.words, cause: outcome.cause ?? '' })],
  })
}

export async function confirmPhone({ userId }: Pick<SessionUser, 'userId'>, { code }: { code: string }): Promise<void> {
  const codeExpired = () => new ValidationError({ code: [localizableMessage('phone.codeOver')] })
  // Committed immediately, outside of the transaction, so that concurrent attempts are counted too.
  const [change] = await db.phoneChange.updateManyAndReturn({
    where: { userId, expiresAt: { gt: now() }, tries: { lt: PHONE_CODE_ATTEMPTS } },
    data: { tries: { increment: 1 } },
  })
  if (!change) throw codeExpired()
  const { phone, codeHash, sent } = change
  const typedHashes = keyedHashesUnderAllSecrets(
    'phone-code',
    bindCode(userId, phone, toAsciiDigits(code).replaceAll(/\D/g, '')),
  )
  if (!typedHashes.some((hash) => timingSafeEqual(hash, codeHash))) {
    const left = PHONE_CODE_ATTEMPTS - change.tries
    throw left > 0 ? new ValidationError({ code: [localizableMessage('phone.wrongCode', { left })] }) : codeExpired()
  }
  await transact(async ({ tx }) => {
    const previousPhone = await lockUserAndReadPhone(tx, userId)
    // Matches the code's hash: a new code may have been requested meanwhile.
    const { count } = await tx.phoneChange.deleteMany({ where: { userId, codeHash } })
    if (count === 0) throw codeExpired()
    if (previousPhone !== null && previousPhone !== phone) await deleteOutboxMessagesToUser(tx, userId, previousPhone)
    await tx.user.update({ where: { id: userId }, data: { phone, phoneReached: sent } })
    await auditInUserOrganizations(userId, { action: 'phone.confirmed', about: { userId } })
  })
}

export async function cancelPhoneChange({ userId }: Pick<SessionUser, 'userId'>): Promise<void> {
  await transact(async ({ tx }) => {
    await lockUser(tx, userId)
    const [pendingChange] = await tx.phoneChange.findMany({ where: { userId } })
    if (!pendingChange) return
    await tx.phoneChange.delete({ where: { userId } })
    await deleteOutboxMessagesToUser(tx, userId, pendingChange.phone)
  })
}

export async function removePhone({ userId }: Pick<SessionUser, 'userId'>): Promise<void> {
  await transact(async ({ tx }) => {
    const phone = await lockUserAndReadPhone(tx, userId)
    await tx.phoneChange.deleteMany({ where: { userId } })
    await deleteOutboxMessagesToUser(tx, userId)
    if (phone === null) return
    await tx.user.update({ where: { id: userId }, data: { phone: null, phoneReached: false } })
    await auditInUserOrganizations(userId, { action: 'phone.removed', about: { userId } })
  })
}

export async function deleteOutboxMessagesToUser(tx: Tx, userId: string, phone?: string): Promise<void> {
  await tx.capturedMessage.deleteMany({ where: { userId, ...(phone === undefined ? {} : { recipient: phone }) } })
}

async function composeCodeMessage(
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
  const product = getTranslator(language, 'common')('product')
  const text = getTranslator(language, 'email')('phoneCode', { code, product, minutes: PHONE_CODE_VALID_MINUTES })
  return { channel: 'sms', from: toSingleLine(organization.name), to: phone, text }
}

function bindCode(userId: string, phone: string, code: string): string {
  return `${userId} ${phone} ${code}`
}

async function lockUserAndReadPhone(tx: Tx, userId: string): Promise<string | null> {
  await lockUser(tx, userId)
  return (await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { phone: true } })).phone
}
