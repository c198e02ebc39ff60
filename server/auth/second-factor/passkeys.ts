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
import { translator } from '../../messages/messages'
import { sentence } from '../../messages/sentence'
import { transact, type Work } from '../../unit-of-work'
import { confirmPerson } from '../confirm-person'
import type { AddPasskey, NewPasskey, PasskeyQuestion } from '../schema'
import { changeFactors, type Person } from './second-factor'
import { beginStep, findStep, setChallenge, spendStep } from './sign-in-steps'

/*
 * Passkeys (WebAuthn Level 3). The library validates responses; this module checks the owner, and that each challenge is ours and used
 * once.
 */

/** Relying party: the public host. Passkeys of another host are not accepted. */
const { hostname: rpID, origin: expectedOrigin } = new URL(env.baseUrl)
const PASSKEYS_MAX = 20

/**
 * Registration options for a new passkey.
 * @throws {ValidationError} under `current` for a wrong password, and if the user already has twenty.
 */
export async function beginPasskey(person: Person, { current }: { current: string }): Promise<NewPasskey> {
  await confirmPerson(person, current)
  const { userId } = person
  const [user, passkeys] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } }),
    db.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } }),
  ])
  if (passkeys.length >= PASSKEYS_MAX) throw tooMany()
  const options = await generateRegistrationOptions({
    rpName: translator('en', 'common')('product'),
    rpID,
    userID: isoUint8Array.fromUTF8String(userId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(asDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const token = await transact(({ tx }) => beginStep(tx, 'newPasskey', { userId, challenge: options.challenge }))
  return { token, options: { ...options } }
}

/**
 * Stores a new passkey.
 * @returns the recovery codes, if it is the user's first second factor.
 * @throws {ValidationError} under `response` if it does not match the challenge, or is already registered.
 */
export async function addPasskey(
  person: Person,
  { token, name, response }: AddPasskey,
): Promise<{ recoveryCodes: string[] | null }> {
  const step = await findStep('newPasskey', token)
  const refused = () => new ValidationError({ response: [sentence('secondFactor.passkeyRefused')] })
  if (!step?.challenge || step.userId !== person.userId) throw refused()
  const verified = await judged(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: step.challenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: false,
    }),
  )
  if (!verified?.verified) throw refused()
  const { credential, credentialBackedUp } = verified.registrationInfo
  // The library does not compare the two ids; the parsed one is stored.
  if (credential.id !== response.id) throw refused()
  try {
    const id = uuidv7()
    const keep = async ({ tx }: Work) => {
      if (!(await spendStep(tx, 'newPasskey', token))) throw refused()
      // Re-checked, because several registrations may be pending.
      if ((await tx.passkey.count({ where: { userId: person.userId } })) >= PASSKEYS_MAX) throw tooMany()
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
    const recoveryCodes = await changeFactors(person, 'passkey.added', keep, id)
    return { recoveryCodes }
  } catch (error) {
    if (isUniqueViolation(error)) throw refused()
    throw error
  }
}

/** @throws {ValidationError} under `current`. @throws {NotFound} also for a passkey of another user. */
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
 * @param secondStep the token of a sign-in whose password was correct.
 */
export async function askPasskey(secondStep: string | null): Promise<PasskeyQuestion> {
  const step = secondStep === null ? null : await findStep('secondStep', secondStep)
  if (secondStep === null || !step?.userId) {
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    const token = await transact(({ tx }) => beginStep(tx, 'passkey', { userId: null, challenge: options.challenge }))
    return { token, options }
  }
  const passkeys = await db.passkey.findMany({ where: { userId: step.userId } })
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(asDescriptor),
  })
  await setChallenge(secondStep, options.challenge)
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
  answer: PasskeyAnswer,
): Promise<string | null> {
  const held = await tx.passkey.findUnique({ where: { credentialId: answer.id } })
  if (!held || (userId !== null && held.userId !== userId)) return null
  const verified = await judged(
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: userId === null,
      credential: {
        id: held.credentialId,
        publicKey: held.publicKey,
        counter: Number(held.counter),
        transports: held.transports,
      },
    }),
  )
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await tx.passkey.update({
    where: { id: held.id },
    data: { counter: newCounter, isSynced: credentialBackedUp, lastUsedAt: now() },
  })
  return held.userId
}

function asDescriptor({ credentialId, transports }: { credentialId: string; transports: string[] }) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] }
}

/** The library throws for invalid responses, which are refusals and not faults. */
async function judged<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying
  } catch (error) {
    log.debug({ err: error }, 'a passkey was refused')
    return null
  }
}

function tooMany(): ValidationError {
  return new ValidationError({ current: [sentence('secondFactor.tooManyPasskeys', { maximum: PASSKEYS_MAX })] })
}
