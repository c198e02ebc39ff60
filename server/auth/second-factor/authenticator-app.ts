import { encodeQR } from 'qr'
import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, type Tx } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { NotFound, RateLimitExceeded, ValidationError } from '../../errors'
import { lockUser } from '../../locks'
import { sentence } from '../../messages/error-message'
import { translator } from '../../messages/messages'
import { transact, type Work } from '../../unit-of-work'
import { countAppCode } from '../rate-limits'
import { confirmPerson } from '../reauthenticate'
import type { NewAuthenticatorApp } from '../schema'
import { requireOpenSession } from '../sessions'
import { STEP_MS } from '../sign-in-challenges'
import { changeFactors, type Person } from './second-factor'
import { newTotpSecret, totpStep, totpUri } from './totp'

/**
 * Creates the secret of an authenticator app. It is not used before one of its codes is confirmed within ten minutes. Replaces an earlier
 * unconfirmed secret.
 * @throws {ValidationError} under `current` for a wrong password, and if the user already has an app.
 * @throws {Unauthenticated} if the session was ended meanwhile.
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
    // Confirmation takes this lock too, so that a just confirmed app is not overwritten.
    await lockUser(tx, userId)
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

export async function confirmAuthenticatorApp(
  person: Person,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { userId } = person
  const pendingApp = await db.authenticatorApp.findFirst({ where: { userId, confirmedAt: null } })
  if (!pendingApp) throw new NotFound('secondFactor')
  const retryAfter = await countAppCode(userId)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  if (pendingApp.createdAt.getTime() + STEP_MS <= now().getTime())
    throw new ValidationError({ code: [sentence('secondFactor.appTooLate')] })
  const lastStep = totpStep(decryptSecret('authenticator-app', pendingApp.secretEncrypted, userId), code, now())
  if (lastStep === null) throw new ValidationError({ code: [sentence('secondFactor.wrongCode')] })
  const confirm = async ({ tx }: Work) => {
    const { count } = await tx.authenticatorApp.updateMany({
      // Matches the verified secret: a new setup may have been started meanwhile.
      where: { id: pendingApp.id, userId, confirmedAt: null },
      data: { confirmedAt: now(), lastStep, lastUsedAt: now() },
    })
    if (count === 0) throw new ValidationError({ code: [sentence('secondFactor.wrongCode')] })
  }
  const recoveryCodes = await changeFactors(person, 'authenticator_app.added', confirm, pendingApp.id)
  return { recoveryCodes }
}

export async function removeAuthenticatorApp(person: Person, { current }: { current: string }): Promise<void> {
  await confirmPerson(person, current)
  await changeFactors(person, 'authenticator_app.removed', async ({ tx }) => {
    const { count } = await tx.authenticatorApp.deleteMany({
      where: { userId: person.userId, confirmedAt: { not: null } },
    })
    if (count === 0) throw new NotFound('secondFactor')
  })
}

/** Consumes a TOTP code: its time step and earlier ones cannot be used again. Of two concurrent calls one succeeds. */
export async function spendTotp(tx: Tx, userId: string, typedCode: string): Promise<boolean> {
  const app = await tx.authenticatorApp.findFirst({ where: { userId, confirmedAt: { not: null } } })
  if (!app) return false
  const step = totpStep(decryptSecret('authenticator-app', app.secretEncrypted, userId), typedCode, now())
  if (step === null) return false
  const { count } = await tx.authenticatorApp.updateMany({
    where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step, lastUsedAt: now() },
  })
  return count === 1
}

const QUIET_ZONE_MODULES = 4

function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE_MODULES })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}
