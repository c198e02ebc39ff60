import { auditInUserOrganizations } from '../../audit/audit'
import { db } from '../../db'
import { RateLimitExceeded } from '../../errors'
import { lockUser } from '../../locks'
import { logSecurityRefusal, type RequestOrigin } from '../../security-events'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { auditFailedAttemptOncePerInterval } from '../audit-failed-attempt'
import { completeSignIn, type SignedInUser } from '../complete-sign-in'
import { notifyCredentialChanged } from '../credential-changes'
import {
  consumeTwoFactorLimit,
  countWrongCodeTowardWarning,
  enforcePasskeySignInLimit,
  isKnownSignInIpAddress,
  rememberIpAddressAndResetLimit,
} from '../rate-limits'
import {
  consumeChallengeAttempt,
  consumeSignInChallenge,
  findSignInChallenge,
  lockSignInChallenge,
} from '../sign-in-challenges'
import { consumeTotp } from './authenticator-app'
import { type PasskeyResponse, verifyPasskey } from './passkeys'
import { consumeRecoveryCode, looksLikeRecoveryCode } from './recovery-codes'

type SecondFactorProof = { code: string } | { passkey: PasskeyResponse }
type Client = { origin: RequestOrigin; userAgent: string | null }
type NamedPerson = { id: string; name: string; email: string }

export async function findAvailableSecondFactors(token: string) {
  const signInChallenge = await findSignInChallenge('secondStep', token)
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
export async function completeTwoFactorSignIn(
  token: string,
  proof: SecondFactorProof,
  client: Client,
): Promise<SignedInUser | 'over' | 'wrong'> {
  const signInChallenge = await consumeChallengeAttempt('secondStep', token)
  if (!signInChallenge?.userId) return 'over'
  const { userId, challenge } = signInChallenge
  const person = await findPerson(userId)
  const address = client.origin.address ?? 'unknown'
  const retryAfter = await consumeTwoFactorLimit(userId, person.email, address)
  if (retryAfter !== null) {
    await auditFailedAttemptOncePerInterval('sign_in.throttled', { userId }, client.origin)
    throw new RateLimitExceeded(retryAfter)
  }
  const isNew = !(await isKnownSignInIpAddress(person.email, address))
  const outcome = await transact(async (work) => {
    await lockUser(work.tx, userId, 'SHARE')
    if (!(await lockSignInChallenge(work.tx, 'secondStep', token))) return 'over' as const
    if (!(await verifyProof(work, person, { proof, challenge, origin: client.origin }))) return 'wrong' as const
    await consumeSignInChallenge(work.tx, 'secondStep', token)
    return (
      (await completeSignIn(work, { ...person, passwordHash: null }, { ...client, isUnknownIpAddress: isNew })) ??
      ('over' as const)
    )
  })
  if (outcome === 'wrong') await recordWrongCode(userId, client.origin)
  else if (outcome !== 'over') await rememberIpAddressAndResetLimit(person.email, address)
  return outcome
}

export async function signInWithPasskey(
  token: string,
  response: PasskeyResponse,
  client: Client,
): Promise<SignedInUser | null> {
  await enforcePasskeySignInLimit(client.origin)
  const address = client.origin.address ?? 'unknown'
  const challenge = (await findSignInChallenge('passkey', token))?.challenge
  const passkey = await db.passkey.findUnique({ where: { credentialId: response.id }, select: { userId: true } })
  if (!challenge || !passkey) return recordRefusedPasskey(client.origin, passkey?.userId)
  const person = await findPerson(passkey.userId)
  const isNew = !(await isKnownSignInIpAddress(person.email, address))
  const signedIn = await transact(async (work) => {
    await lockUser(work.tx, person.id, 'SHARE')
    if (!(await consumeSignInChallenge(work.tx, 'passkey', token))) return null
    if ((await verifyPasskey(work.tx, { challenge, userId: null }, response)) !== person.id) return null
    return completeSignIn(work, { ...person, passwordHash: null }, { ...client, isUnknownIpAddress: isNew })
  })
  if (!signedIn) return recordRefusedPasskey(client.origin, person.id)
  await rememberIpAddressAndResetLimit(person.email, address)
  return signedIn
}

async function verifyProof(
  work: UnitOfWork,
  { id: userId, name }: NamedPerson,
  { proof, challenge, origin }: { proof: SecondFactorProof; challenge: string | null; origin: RequestOrigin },
): Promise<boolean> {
  const { tx } = work
  if ('passkey' in proof)
    return challenge !== null && (await verifyPasskey(tx, { challenge, userId }, proof.passkey)) === userId
  if (!looksLikeRecoveryCode(proof.code)) return consumeTotp(tx, userId, proof.code)
  if (!(await consumeRecoveryCode(tx, userId, proof.code))) return false
  const actor = { actor: { type: 'user', id: userId, name }, origin } as const
  await auditInUserOrganizations(userId, { action: 'recovery_code.used', actorContext: actor, about: { userId } })
  await notifyCredentialChanged(work, userId, { what: 'recovery_code_used' })
  return true
}

async function recordWrongCode(userId: string, origin: RequestOrigin): Promise<void> {
  const actor = { actor: { type: 'stranger', id: null, name: null }, origin } as const
  const shouldWarn = await countWrongCodeTowardWarning(userId)
  await transact(async (work) => {
    await auditInUserOrganizations(userId, { action: 'second_step.refused', actorContext: actor, about: { userId } })
    const address = origin.address ? { address: origin.address } : {}
    if (shouldWarn) await notifyCredentialChanged(work, userId, { what: 'second_step_tried', ...address })
  })
}

async function recordRefusedPasskey(origin: RequestOrigin, userId?: string): Promise<null> {
  if (userId !== undefined) await auditFailedAttemptOncePerInterval('passkey.refused', { userId }, origin)
  logSecurityRefusal('sign_in.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
  return null
}

function findPerson(userId: string): Promise<NamedPerson> {
  return db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true, email: true } })
}
