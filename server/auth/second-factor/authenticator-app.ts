import { encodeQR } from 'qr'
import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, type Tx } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { NotFound, RateLimitExceeded, ValidationError } from '../../errors'
import { translator } from '../../messages/messages'
import { sentence } from '../../messages/sentence'
import { transact, type Work } from '../../unit-of-work'
import { confirmPerson } from '../confirm-person'
import type { NewAuthenticatorApp } from '../schema'
import { requireOpenSession } from '../sessions'
import { countAppCode } from '../throttle'
import { changeFactors, type Person } from './second-factor'
import { STEP_MS } from './sign-in-steps'
import { newTotpSecret, totpStep, totpUri } from './totp'

/**
 * A secret for an authenticator app, which is asked for nowhere before one of its codes was right, within ten minutes. It takes
 * the place of one that was begun and never confirmed.
 * @throws {ValidationError} under `current` for a wrong password, and where the person has an app already.
 * @throws {Unauthenticated} where their session was ended meanwhile.
 */
export async function beginAuthenticatorApp(
  person: Person,
  { current }: { current: string },
): Promise<NewAuthenticatorApp> {
  await confirmPerson(person, current)
  const { userId } = person
  const secret = newTotpSecret()
  const secretEncrypted = encryptSecret('authenticator-app', secret, userId)
  const email = await transact(async ({ tx }) => {
    // Whoever confirms one holds it, too: what was just confirmed is not begun anew.
    await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
    await requireOpenSession(tx, person)
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
    const confirmed = await tx.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } })
    if (confirmed > 0) throw new ValidationError({ current: [sentence('secondFactor.hasApp')] })
    const data = { id: uuidv7(), secretEncrypted, createdAt: now() }
    await tx.authenticatorApp.upsert({ where: { userId }, create: { userId, ...data }, update: data })
    return user.email
  })
  const uri = totpUri(secret, { issuer: translator('en', 'common')('product'), label: email })
  return { secret, uri, ...drawQr(uri) }
}

/**
 * From now on the app is asked for at every sign-in.
 * @returns the recovery codes, where it is the person's first second factor.
 * @throws {ValidationError} under `code` for a wrong one, and once ten minutes are over. @throws {NotFound} where none was begun.
 * @throws {RateLimitExceeded} after ten tries in a quarter of an hour.
 */
export async function confirmAuthenticatorApp(
  person: Person,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { userId } = person
  const held = await db.authenticatorApp.findFirst({ where: { userId, confirmedAt: null } })
  if (!held) throw new NotFound('secondFactor')
  const retryAfter = await countAppCode(userId)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  if (held.createdAt.getTime() + STEP_MS <= now().getTime())
    throw new ValidationError({ code: [sentence('secondFactor.appTooLate')] })
  const lastStep = totpStep(decryptSecret('authenticator-app', held.secretEncrypted, userId), code, now())
  if (lastStep === null) throw new ValidationError({ code: [sentence('secondFactor.wrongCode')] })
  const confirm = async ({ tx }: Work) => {
    const { count } = await tx.authenticatorApp.updateMany({
      // The very one that the code was of: somebody may have begun again.
      where: { id: held.id, userId, confirmedAt: null },
      data: { confirmedAt: now(), lastStep, lastUsedAt: now() },
    })
    if (count === 0) throw new ValidationError({ code: [sentence('secondFactor.wrongCode')] })
  }
  const recoveryCodes = await changeFactors(person, 'authenticator_app.added', confirm, held.id)
  return { recoveryCodes }
}

/** @throws {ValidationError} under `current`. @throws {NotFound} where there is none. */
export async function removeAuthenticatorApp(person: Person, { current }: { current: string }): Promise<void> {
  await confirmPerson(person, current)
  await changeFactors(person, 'authenticator_app.removed', async ({ tx }) => {
    const { count } = await tx.authenticatorApp.deleteMany({
      where: { userId: person.userId, confirmedAt: { not: null } },
    })
    if (count === 0) throw new NotFound('secondFactor')
  })
}

/** Uses a code of the person's app up: none of its 30 seconds, or of before, is good a second time. Of two at once one gets it. */
export async function spendTotp(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const app = await tx.authenticatorApp.findFirst({ where: { userId, confirmedAt: { not: null } } })
  if (!app) return false
  const step = totpStep(decryptSecret('authenticator-app', app.secretEncrypted, userId), typed, now())
  if (step === null) return false
  const { count } = await tx.authenticatorApp.updateMany({
    where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step, lastUsedAt: now() },
  })
  return count === 1
}

/** Squares that stay light around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** The dark squares as one path of an SVG that is `size` wide and high. */
function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}
