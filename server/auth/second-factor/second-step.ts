import { auditPerson } from '../../audit/audit'
import { db } from '../../db'
import { RateLimitExceeded } from '../../errors'
import { lockUser } from '../../locks'
import { type Origin, recordRefusal } from '../../security-events'
import { queueSystemEmails } from '../../system-emails/queue'
import { transact, type Work } from '../../unit-of-work'
import { noteRefusalOnce } from '../note-refusal'
import { openAccount, type SignedIn } from '../open-account'
import { countPasskeyTry, countSecondStep, isKnownAddress, isTenthWrongCode, rememberSignIn } from '../throttle'
import { spendTotp } from './authenticator-app'
import { judgePasskey, type PasskeyAnswer } from './passkeys'
import { looksLikeRecoveryCode, spendRecoveryCode } from './recovery-codes'
import { countTry, findStep, lockStep, spendStep } from './sign-in-steps'

export type Shown = { code: string } | { passkey: PasskeyAnswer }
type Browser = { origin: Origin; userAgent: string | null }
type Named = { id: string; name: string; email: string }

/** The factors that a sign-in may use after the password; null if it has expired and must restart. */
export async function readSecondStep(token: string): Promise<{ hasApp: boolean; hasPasskeys: boolean } | null> {
  const step = await findStep('secondStep', token)
  if (!step?.userId) return null
  const { userId } = step
  const [apps, passkeys] = await Promise.all([
    db.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } }),
    db.passkey.count({ where: { userId } }),
  ])
  return { hasApp: apps > 0, hasPasskeys: passkeys > 0 }
}

/**
 * Completes a sign-in after the password.
 * @returns `over` if it must restart: expired, or five wrong attempts; `wrong` for anything invalid, including a code that was used before.
 * @throws {RateLimitExceeded} see {@link countSecondStep}
 */
export async function finishSecondStep(
  token: string,
  shown: Shown,
  browser: Browser,
): Promise<SignedIn | 'over' | 'wrong'> {
  const step = await countTry('secondStep', token)
  if (!step?.userId) return 'over'
  const { userId, challenge } = step
  const person = await findPerson(userId)
  const address = browser.origin.address ?? 'unknown'
  const retryAfter = await countSecondStep(userId, person.email, address)
  if (retryAfter !== null) {
    await noteRefusalOnce('sign_in.throttled', { userId }, browser.origin)
    throw new RateLimitExceeded(retryAfter)
  }
  const isNew = !(await isKnownAddress(person.email, address))
  const outcome = await transact(async (work) => {
    await lockUser(work.tx, userId, 'SHARE')
    if (!(await lockStep(work.tx, 'secondStep', token))) return 'over' as const
    if (!(await holds(work, person, { shown, challenge, origin: browser.origin }))) return 'wrong' as const
    await spendStep(work.tx, 'secondStep', token)
    return (await openAccount(work, { ...person, passwordHash: null }, { ...browser, isNew })) ?? ('over' as const)
  })
  if (outcome === 'wrong') await noteWrongCode(userId, browser.origin)
  else if (outcome !== 'over') await rememberSignIn(person.email, address)
  return outcome
}

/**
 * Signs in with a passkey alone, which requires user verification.
 * @returns null for an invalid response. @throws {RateLimitExceeded}
 */
export async function signInWithPasskey(
  token: string,
  answer: PasskeyAnswer,
  browser: Browser,
): Promise<SignedIn | null> {
  const address = browser.origin.address ?? 'unknown'
  const retryAfter = await countPasskeyTry(address)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  const challenge = (await findStep('passkey', token))?.challenge
  const passkey = await db.passkey.findUnique({ where: { credentialId: answer.id }, select: { userId: true } })
  if (!challenge || !passkey) return refused(browser.origin, passkey?.userId)
  const person = await findPerson(passkey.userId)
  const isNew = !(await isKnownAddress(person.email, address))
  const opened = await transact(async (work) => {
    await lockUser(work.tx, person.id, 'SHARE')
    if (!(await spendStep(work.tx, 'passkey', token))) return null
    if ((await judgePasskey(work.tx, { challenge, userId: null }, answer)) !== person.id) return null
    return openAccount(work, { ...person, passwordHash: null }, { ...browser, isNew })
  })
  if (!opened) return refused(browser.origin, person.id)
  await rememberSignIn(person.email, address)
  return opened
}

type Judged = { shown: Shown; challenge: string | null; origin: Origin }

async function holds(work: Work, { id: userId, name }: Named, { shown, challenge, origin }: Judged): Promise<boolean> {
  const { tx } = work
  if ('passkey' in shown)
    return challenge !== null && (await judgePasskey(tx, { challenge, userId }, shown.passkey)) === userId
  if (!looksLikeRecoveryCode(shown.code)) return spendTotp(tx, userId, shown.code)
  if (!(await spendRecoveryCode(tx, userId, shown.code))) return false
  const by = { doer: { type: 'user', id: userId, name }, origin } as const
  await auditPerson(userId, { action: 'recovery_code.used', by, about: { userId } })
  const values = { what: 'recovery_code_used' }
  await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values }])
  return true
}

/** Audits a wrong code, and warns the user by email at the tenth within an hour: the attacker has the password. */
async function noteWrongCode(userId: string, origin: Origin): Promise<void> {
  const by = { doer: { type: 'stranger', id: null, name: null }, origin } as const
  const isWarned = await isTenthWrongCode(userId)
  await transact(async (work) => {
    await auditPerson(userId, { action: 'second_step.refused', by, about: { userId } })
    if (!isWarned) return
    const values = { what: 'second_step_tried', ...(origin.address ? { address: origin.address } : {}) }
    await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values }])
  })
}

/** @param userId the owner of the passkey, whose organizations get an audit entry. Credential ids cannot be guessed. */
async function refused(origin: Origin, userId?: string): Promise<null> {
  if (userId !== undefined) await noteRefusalOnce('passkey.refused', { userId }, origin)
  recordRefusal('sign_in.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
  return null
}

function findPerson(userId: string): Promise<Named> {
  return db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true, email: true } })
}
