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
import { localizableMessage } from '../../messages/localizable-message'
import { getTranslator } from '../../messages/message-catalogue'
import type { SessionUser } from '../../principal'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { reauthenticate } from '../reauthenticate'
import type { AddPasskey, PasskeyChallenge } from '../schema'
import {
  consumeSignInChallenge,
  createSignInChallenge,
  findSignInChallenge,
  storeWebAuthnChallenge,
} from '../sign-in-challenges'
import { applySecondFactorChange } from './second-factor'

/*
 * Passkeys (WebAuthn Level 3). The library validates responses; this module checks the owner, and that each challenge is ours and used
 * once.
 */

const { hostname: rpID, origin: expectedOrigin } = new URL(env.baseUrl)
const PASSKEYS_MAX = 20

export async function beginPasskeyRegistration(person: SessionUser, { current }: { current: string }) {
  await reauthenticate(person, current)
  const { userId } = person
  const [user, passkeys] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } }),
    db.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } }),
  ])
  if (passkeys.length >= PASSKEYS_MAX) throw tooManyPasskeys()
  const options = await generateRegistrationOptions({
    rpName: getTranslator('en', 'common')('product'),
    rpID,
    userID: isoUint8Array.fromUTF8String(userId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const token = await transact(({ tx }) =>
    createSignInChallenge(tx, 'newPasskey', { userId, challenge: options.challenge }),
  )
  return { token, options: { ...options } }
}

export async function addPasskey(person: SessionUser, { token, name, response }: AddPasskey) {
  const signInChallenge = await findSignInChallenge('newPasskey', token)
  const refusal = () => new ValidationError({ response: [localizableMessage('secondFactor.passkeyRefused')] })
  if (!signInChallenge?.challenge || signInChallenge.userId !== person.userId) throw refusal()
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: signInChallenge.challenge,
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(logRefusal)
  if (!verified?.verified) throw refusal()
  const { credential, credentialBackedUp } = verified.registrationInfo
  // The library does not compare the two ids; the parsed one is stored.
  if (credential.id !== response.id) throw refusal()
  try {
    const id = uuidv7()
    const savePasskey = async ({ tx }: UnitOfWork) => {
      if (!(await consumeSignInChallenge(tx, 'newPasskey', token))) throw refusal()
      // Re-checked, because several registrations may be pending.
      if ((await tx.passkey.count({ where: { userId: person.userId } })) >= PASSKEYS_MAX) throw tooManyPasskeys()
      const { id: credentialId, publicKey, counter } = credential
      const { transports } = response.response
      const data = { id, userId: person.userId, name, credentialId, publicKey, counter, transports, createdAt: now() }
      await tx.passkey.create({ data: { ...data, isSynced: credentialBackedUp } })
    }
    const recoveryCodes = await applySecondFactorChange(person, 'passkey.added', savePasskey, id)
    return { recoveryCodes }
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal()
    throw error
  }
}

export async function removePasskey(person: SessionUser, { id, current }: { id: string; current: string }) {
  await reauthenticate(person, current)
  await applySecondFactorChange(person, 'passkey.removed', async ({ tx }) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: person.userId } })
    if (count === 0) throw new NotFound('secondFactor')
  })
}

/**
 * Authentication options. After the password, only the user's own passkeys are allowed; without one any passkey of this service, with user
 * verification (fingerprint, face or PIN) required.
 * @param twoFactorToken the token of a sign-in whose password was correct.
 */
export async function createPasskeyChallenge(twoFactorToken: string | null): Promise<PasskeyChallenge> {
  const signInChallenge = twoFactorToken === null ? null : await findSignInChallenge('secondStep', twoFactorToken)
  if (twoFactorToken === null || !signInChallenge?.userId) {
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    const token = await transact(({ tx }) =>
      createSignInChallenge(tx, 'passkey', { userId: null, challenge: options.challenge }),
    )
    return { token, options }
  }
  const passkeys = await db.passkey.findMany({ where: { userId: signInChallenge.userId } })
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(toDescriptor),
  })
  await storeWebAuthnChallenge(twoFactorToken, options.challenge)
  return { token: null, options }
}

export type PasskeyResponse = { id: string } & Record<string, unknown>

/**
 * Verifies a passkey response. @returns the id of the passkey's user; null if it is invalid.
 * @param userId the expected user; null for any, in which case user verification is required.
 */
export async function verifyPasskey(
  tx: Tx,
  { challenge, userId }: { challenge: string; userId: string | null },
  response: PasskeyResponse,
): Promise<string | null> {
  const passkey = await tx.passkey.findUnique({ where: { credentialId: response.id } })
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: userId === null,
    credential: { ...toDescriptor(passkey), publicKey: passkey.publicKey, counter: Number(passkey.counter) },
  }).catch(logRefusal)
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

function logRefusal(error: unknown): null {
  log.debug({ err: error }, 'a passkey was refused')
  return null
}

function tooManyPasskeys(): ValidationError {
  return new ValidationError({
    current: [localizableMessage('secondFactor.tooManyPasskeys', { maximum: PASSKEYS_MAX })],
  })
}
