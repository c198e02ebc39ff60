import { auditPerson } from '../../audit/audit'
import { db } from '../../db'
import { RateLimitExceeded } from '../../errors'
import { lockUser } from '../../locks'
import { type Origin, recordRefusal } from '../../security-events'
import { queueSystemEmails } from '../../system-emails/queue-emails'
import { transact, type Work } from '../../unit-of-work'
import { noteRefusalOnce } from '../audit-failed-attempt'
import { openAccount, type SignedIn } from '../complete-sign-in'
import { countPasskeyTry, countSecondStep, isKnownAddress, isTenthWrongCode, rememberSignIn } from '../rate-limits'
import { countTry, findStep, lockStep, spendStep } from '../sign-in-challenges'
import { spendTotp } from './authenticator-app'
import { judgePasskey, type PasskeyAnswer } from './passkeys'
import { looksLikeRecoveryCode, spendRecoveryCode } from './recovery-codes'

export type Shown = { code: string } | { passkey: PasskeyAnswer }
type Client = { origin: Origin; userAgent: string | null }
type NamedPerson = { id: string; name: string; email: string }

export async function readSecondStep(token: string): Promise<{ hasApp: boolean; hasPasskeys: boolean } | null> {
  const signInChallenge = await findStep('secondStep', token)
  if (!signInChallenge?.userId) return null
  const { userId } = signInChallenge
  const [apps, passkeys] = await Promise.all([
    db.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } }),
    db.passkey.count({ where: { userId } }),
  ])
  return { hasApp: apps > 0, hasPasskeys: passkeys > 0 }
}

/**
 * Completes a sign-in after the password.
 * @returns `over` if it must restart: expired, or five wrong attempts; `wrong` for anything invalid, including a code that was used before.
 * @throws {RateLimitExceeded}
 */
export async function finishSecondStep(
  token: string,
  proof: Shown,
  client: Client,
): Promise<SignedIn | 'over' | 'wrong'> {
  const signInChallenge = await countTry('secondStep', token)
  if (!signInChallenge?.userId) return 'over'
  const { userId, challenge } = signInChallenge
  const person = await findPerson(userId)
  const address = client.origin.address ?? 'unknown'
  const retryAfter = await countSecondStep(userId, person.email, address)
  if (retryAfter !== null) {
    await noteRefusalOnce('sign_in.throttled', { userId }, client.origin)
    throw new RateLimitExceeded(retryAfter)
  }
  const isNew = !(await isKnownAddress(person.email, address))
  const outcome = await transact(async (work) => {
    await lockUser(work.tx, userId, 'SHARE')
    if (!(await lockStep(work.tx, 'secondStep', token))) return 'over' as const
    if (!(await verifyProof(work, person, { proof, challenge, origin: client.origin }))) return 'wrong' as const
    await spendStep(work.tx, 'secondStep', token)
    return (await openAccount(work, { ...person, passwordHash: null }, { ...client, isNew })) ?? ('over' as const)
  })
  if (outcome === 'wrong') await recordWrongCode(userId, client.origin)
  else if (outcome !== 'over') await rememberSignIn(person.email, address)
  return outcome
}

export async function signInWithPasskey(
  token: string,
  response: PasskeyAnswer,
  client: Client,
): Promise<SignedIn | null> {
  const address = client.origin.address ?? 'unknown'
  const retryAfter = await countPasskeyTry(address)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  const challenge = (await findStep('passkey', token))?.challenge
  const passkey = await db.passkey.findUnique({ where: { credentialId: response.id }, select: { userId: true } })
  if (!challenge || !passkey) return recordRefusedPasskey(client.origin, passkey?.userId)
  const person = await findPerson(passkey.userId)
  const isNew = !(await isKnownAddress(person.email, address))
  const signedIn = await transact(async (work) => {
    await lockUser(work.tx, person.id, 'SHARE')
    if (!(await spendStep(work.tx, 'passkey', token))) return null
    if ((await judgePasskey(work.tx, { challenge, userId: null }, response)) !== person.id) return null
    return openAccount(work, { ...person, passwordHash: null }, { ...client, isNew })
  })
  if (!signedIn) return recordRefusedPasskey(client.origin, person.id)
  await rememberSignIn(person.email, address)
  return signedIn
}

type VerificationContext = { proof: Shown; challenge: string | null; origin: Origin }

async function verifyProof(
  work: Work,
  { id: userId, name }: NamedPerson,
  { proof, challenge, origin }: VerificationContext,
): Promise<boolean> {
  const { tx } = work
  if ('passkey' in proof)
    return challenge !== null && (await judgePasskey(tx, { challenge, userId }, proof.passkey)) === userId
  if (!looksLikeRecoveryCode(proof.code)) return spendTotp(tx, userId, proof.code)
  if (!(await spendRecoveryCode(tx, userId, proof.code))) return false
  const actor = { doer: { type: 'user', id: userId, name }, origin } as const
  await auditPerson(userId, { action: 'recovery_code.used', by: actor, about: { userId } })
  const values = { what: 'recovery_code_used' }
  await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values }])
  return true
}

async function recordWrongCode(userId: string, origin: Origin): Promise<void> {
  const actor = { doer: { type: 'stranger', id: null, name: null }, origin } as const
  const shouldWarn = await isTenthWrongCode(userId)
  await transact(async (work) => {
    await auditPerson(userId, { action: 'second_step.refused', by: actor, about: { userId } })
    if (!shouldWarn) return
    const values = { what: 'second_step_tried', ...(origin.address ? { address: origin.address } : {}) }
    await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values }])
  })
}

async function recordRefusedPasskey(origin: Origin, userId?: string): Promise<null> {
  if (userId !== undefined) await noteRefusalOnce('passkey.refused', { userId }, origin)
  recordRefusal('sign_in.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
  return null
}

function findPerson(userId: string): Promise<NamedPerson> {
  return db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true, email: true } })
}
