import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isoUint8Array } from '@simplewebauthn/server/helpers'
import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, isUniqueViolation, type Tx } from '../../db'
import { env } from '../../env'
import { NotFound, ValidationError } from '../../errors'
import { log } from '../../log'
import { sentence } from '../../messages/error-message'
import { translator } from '../../messages/messages'
import { transact, type Work } from '../../unit-of-work'
import { confirmPerson } from '../reauthenticate'
import type { AddPasskey, NewPasskey, PasskeyQuestion } from '../schema'
import { beginStep, findStep, setChallenge, spendStep } from '../sign-in-challenges'
import { changeFactors, type Person } from './second-factor'

/*
 * Passkeys (WebAuthn Level 3). The library validates responses; this module checks the owner, and that each challenge is ours and used
 * once.
 */

const { hostname: rpID, origin: expectedOrigin } = new URL(env.baseUrl)
const PASSKEYS_MAX = 20

export async function beginPasskey(person: Person, { current }: { current: string }): Promise<NewPasskey> {
  await confirmPerson(person, current)
  const { userId } = person
  const [user, passkeys] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } }),
    db.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } }),
  ])
  if (passkeys.length >= PASSKEYS_MAX) throw tooManyPasskeys()
  const options = await generateRegistrationOptions({
    rpName: translator('en', 'common')('product'),
    rpID,
    userID: isoUint8Array.fromUTF8String(userId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const token = await transact(({ tx }) => beginStep(tx, 'newPasskey', { userId, challenge: options.challenge }))
  return { token, options: { ...options } }
}

export async function addPasskey(
  person: Person,
  { token, name, response }: AddPasskey,
): Promise<{ recoveryCodes: string[] | null }> {
  const signInChallenge = await findStep('newPasskey', token)
  const refusal = () => new ValidationError({ response: [sentence('secondFactor.passkeyRefused')] })
  if (!signInChallenge?.challenge || signInChallenge.userId !== person.userId) throw refusal()
  const verified = await verifiedOrNull(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: signInChallenge.challenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: false,
    }),
  )
  if (!verified?.verified) throw refusal()
  const { credential, credentialBackedUp } = verified.registrationInfo
  // The library does not compare the two ids; the parsed one is stored.
  if (credential.id !== response.id) throw refusal()
  try {
    const id = uuidv7()
    const savePasskey = async ({ tx }: Work) => {
      if (!(await spendStep(tx, 'newPasskey', token))) throw refusal()
      // Re-checked, because several registrations may be pending.
      if ((await tx.passkey.count({ where: { userId: person.userId } })) >= PASSKEYS_MAX) throw tooManyPasskeys()
      await tx.passkey.create({
        data: {
          id,
          userId: person.userId,
          name,
          credentialId: credential.id,
          publicKey: credential.publicKey,
          counter: credential.counter,
          transports: response.response.transports,
          isSynced: credentialBackedUp,
          createdAt: now(),
        },
      })
    }
    const recoveryCodes = await changeFactors(person, 'passkey.added', savePasskey, id)
    return { recoveryCodes }
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal()
    throw error
  }
}

export async function removePasskey(person: Person, { id, current }: { id: string; current: string }): Promise<void> {
  await confirmPerson(person, current)
  await changeFactors(person, 'passkey.removed', async ({ tx }) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: person.userId } })
    if (count === 0) throw new NotFound('secondFactor')
  })
}

/**
 * Authentication options. After the password, only the user's own passkeys are allowed; without one any passkey of this service, with user
 * verification (fingerprint, face or PIN) required.
 * @param twoFactorToken the token of a sign-in whose password was correct.
 */
export async function askPasskey(twoFactorToken: string | null): Promise<PasskeyQuestion> {
  const signInChallenge = twoFactorToken === null ? null : await findStep('secondStep', twoFactorToken)
  if (twoFactorToken === null || !signInChallenge?.userId) {
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    const token = await transact(({ tx }) => beginStep(tx, 'passkey', { userId: null, challenge: options.challenge }))
    return { token, options }
  }
  const passkeys = await db.passkey.findMany({ where: { userId: signInChallenge.userId } })
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(toDescriptor),
  })
  await setChallenge(twoFactorToken, options.challenge)
  return { token: null, options }
}

export type PasskeyAnswer = { id: string } & Record<string, unknown>

/**
 * Verifies a passkey response. @returns the id of the passkey's user; null if it is invalid.
 * @param userId the expected user; null for any, in which case user verification is required.
 */
export async function judgePasskey(
  tx: Tx,
  { challenge, userId }: { challenge: string; userId: string | null },
  response: PasskeyAnswer,
): Promise<string | null> {
  const passkey = await tx.passkey.findUnique({ where: { credentialId: response.id } })
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null
  const verified = await verifiedOrNull(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: userId === null,
      credential: {
        id: passkey.credentialId,
        publicKey: passkey.publicKey,
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
    }),
  )
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await tx.passkey.update({
    where: { id: passkey.id },
    data: { counter: newCounter, isSynced: credentialBackedUp, lastUsedAt: now() },
  })
  return passkey.userId
}

function toDescriptor({ credentialId, transports }: { credentialId: string; transports: string[] }) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] }
}

async function verifiedOrNull<T>(verification: Promise<T>): Promise<T | null> {
  try {
    return await verification
  } catch (error) {
    log.debug({ err: error }, 'a passkey was refused')
    return null
  }
}

function tooManyPasskeys(): ValidationError {
  return new ValidationError({ current: [sentence('secondFactor.tooManyPasskeys', { maximum: PASSKEYS_MAX })] })
}
