import { Secret, TOTP } from 'otpauth'
import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, type Tx } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { NotFound, ValidationError } from '../../errors'
import { lockUser } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { getTranslator } from '../../messages/message-catalogue'
import type { SessionUser } from '../../principal'
import { drawQrCode } from '../../qr-code'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { toAsciiDigits } from '../../validation/ascii-digits'
import { enforceAuthenticatorSetupLimit } from '../rate-limits'
import { reauthenticate } from '../reauthenticate'
import type { AuthenticatorAppSetup } from '../schema'
import { requireActiveSession } from '../sessions'
import { SIGN_IN_CHALLENGE_VALID_MS } from '../sign-in-challenges'
import { applySecondFactorChange } from './second-factor'

/**
 * Creates the secret of an authenticator app. It is not used before one of its codes is confirmed within ten minutes. Replaces an earlier
 * unconfirmed secret.
 * @throws {ValidationError} under `current` for a wrong password, and if the user already has an app.
 * @throws {Unauthenticated} if the session was ended meanwhile.
 */
export async function beginAuthenticatorAppSetup(
  person: SessionUser,
  { current }: { current: string },
): Promise<AuthenticatorAppSetup> {
  await reauthenticate(person, current)
  const { userId } = person
  const secret = generateTotpSecret()
  const secretEncrypted = encryptSecret('authenticator-app', secret, userId)
  const email = await transact(async ({ tx }) => {
    // Confirmation takes this lock too, so that a just confirmed app is not overwritten.
    await lockUser(tx, userId)
    await requireActiveSession(tx, person)
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
    const confirmed = await tx.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } })
    if (confirmed > 0) throw new ValidationError({ current: [localizableMessage('secondFactor.hasApp')] })
    const data = { id: uuidv7(), secretEncrypted, createdAt: now() }
    await tx.authenticatorApp.upsert({ where: { userId }, create: { userId, ...data }, update: data })
    return user.email
  })
  const issuer = getTranslator('en', 'common')('product')
  const uri = new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) }).toString()
  return { secret, uri, ...drawQrCode(uri) }
}

export async function confirmAuthenticatorApp(person: SessionUser, { code }: { code: string }) {
  const { userId } = person
  const pendingApp = await db.authenticatorApp.findFirst({ where: { userId, confirmedAt: null } })
  if (!pendingApp) throw new NotFound('secondFactor')
  await enforceAuthenticatorSetupLimit(userId)
  if (pendingApp.createdAt.getTime() + SIGN_IN_CHALLENGE_VALID_MS <= now().getTime())
    throw new ValidationError({ code: [localizableMessage('secondFactor.appTooLate')] })
  const lastStep = verifyTotp(decryptSecret('authenticator-app', pendingApp.secretEncrypted, userId), code, now())
  if (lastStep === null) throw new ValidationError({ code: [localizableMessage('secondFactor.wrongCode')] })
  const confirm = async ({ tx }: UnitOfWork) => {
    const { count } = await tx.authenticatorApp.updateMany({
      // Matches the verified secret: a new setup may have been started meanwhile.
      where: { id: pendingApp.id, userId, confirmedAt: null },
      data: { confirmedAt: now(), lastStep, lastUsedAt: now() },
    })
    if (count === 0) throw new ValidationError({ code: [localizableMessage('secondFactor.wrongCode')] })
  }
  const recoveryCodes = await applySecondFactorChange(person, 'authenticator_app.added', confirm, pendingApp.id)
  return { recoveryCodes }
}

export async function removeAuthenticatorApp(person: SessionUser, { current }: { current: string }): Promise<void> {
  await reauthenticate(person, current)
  await applySecondFactorChange(person, 'authenticator_app.removed', async ({ tx }) => {
    const { count } = await tx.authenticatorApp.deleteMany({
      where: { userId: person.userId, confirmedAt: { not: null } },
    })
    if (count === 0) throw new NotFound('secondFactor')
  })
}

/** Consumes a TOTP code: its time step and earlier ones cannot be used again. Of two concurrent calls one succeeds. */
export async function consumeTotp(tx: Tx, userId: string, typedCode: string): Promise<boolean> {
  const app = await tx.authenticatorApp.findFirst({ where: { userId, confirmedAt: { not: null } } })
  if (!app) return false
  const step = verifyTotp(decryptSecret('authenticator-app', app.secretEncrypted, userId), typedCode, now())
  if (step === null) return false
  const { count } = await tx.authenticatorApp.updateMany({
    where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step, lastUsedAt: now() },
  })
  return count === 1
}

const PERIOD_SECONDS = 30

export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The time step of a valid code: 30-second periods since 1970 (RFC 6238, section 4). Accepts one step before and after, for clock skew and
 * slow typing (section 5.2).
 * @param typedCode may contain spaces, and digits of any script.
 * @returns null for a wrong or malformed code.
 */
function verifyTotp(secret: string, typedCode: string, at: Date): number | null {
  const code = toAsciiDigits(typedCode.replaceAll(/\s/g, ''))
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = at.getTime()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
