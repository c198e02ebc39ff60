import { RateLimitExceeded } from '../errors'
import {
  consumeBuckets,
  defineBucket,
  enforceBuckets,
  hasExpiringFlag,
  type RateLimitBucket,
  refundBucket,
  resetBucket,
  setExpiringFlag,
} from '../rate-limit/rate-limit'
import type { RequestOrigin } from '../security-events'

const WINDOW_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
const KNOWN_ADDRESS_SECONDS = 30 * 24 * HOUR_SECONDS

const ATTEMPTS_PER_ACCOUNT_AND_ADDRESS = 10
const ATTEMPTS_PER_ADDRESS = 100
const ATTEMPTS_PER_ACCOUNT = 50

/**
 * Counts a sign-in attempt before the password is checked; false if it is blocked. Limits: 10 per account and address and 100 per address
 * in 15 minutes, 50 per account in an hour. The last does not apply to addresses with a successful sign-in to the account within 30 days,
 * so that an attacker cannot lock a user out.
 */
export async function consumeSignInLimit(email: string, address: string): Promise<boolean> {
  const buckets = [pairBucket(email, address), addressBucket(address)]
  if (!(await hasExpiringFlag(knownAddressBucket(email, address))))
    buckets.push(defineBucket(`sign-in account ${email}`, HOUR_SECONDS, ATTEMPTS_PER_ACCOUNT))
  return (await consumeBuckets(buckets)) === null
}

export async function refundSignInLimit(address: string): Promise<void> {
  await refundBucket(addressBucket(address))
}

export function enforceSignUpLimit({ address }: RequestOrigin): Promise<void> {
  return enforceHourlyLimit(`sign-up ${address ?? 'unknown'}`, 20)
}

export function enforceEmailedLinkLimit({ address }: RequestOrigin): Promise<void> {
  return enforceHourlyLimit(`verify ${address ?? 'unknown'}`, 60)
}

export function enforcePasswordResetLimit({ address }: RequestOrigin): Promise<void> {
  return enforceHourlyLimit(`reset ${address ?? 'unknown'}`, 20)
}

/** @throws {RateLimitExceeded} with a full hour, whatever is left of it. */
async function enforceHourlyLimit(key: string, limit: number): Promise<void> {
  if ((await consumeBuckets([defineBucket(key, HOUR_SECONDS, limit)])) !== null)
    throw new RateLimitExceeded(HOUR_SECONDS)
}

export async function consumePasswordResetEmailLimit(email: string): Promise<boolean> {
  return (await consumeBuckets([defineBucket(`reset of ${email}`, HOUR_SECONDS, 5)])) === null
}

export function enforcePasswordCheckLimit(userId: string): Promise<void> {
  return enforceBuckets([defineBucket(`password-check ${userId}`, WINDOW_SECONDS, ATTEMPTS_PER_ACCOUNT_AND_ADDRESS)])
}

const TWO_FACTOR_ATTEMPTS = 20
const TWO_FACTOR_ATTEMPTS_FROM_UNKNOWN = 40

/**
 * Counts a second-factor attempt: 20 an hour per user and address, and 40 per user from all addresses without a sign-in of that user within
 * 30 days, so that an attacker cannot lock a user out.
 * @returns null if allowed, else whole seconds until the next one is.
 */
export async function consumeTwoFactorLimit(userId: string, email: string, address: string): Promise<number | null> {
  const buckets = [defineBucket(`second-step ${userId} ${address}`, HOUR_SECONDS, TWO_FACTOR_ATTEMPTS)]
  if (!(await hasExpiringFlag(knownAddressBucket(email, address))))
    buckets.push(defineBucket(`second-step ${userId}`, HOUR_SECONDS, TWO_FACTOR_ATTEMPTS_FROM_UNKNOWN))
  return consumeBuckets(buckets)
}

export async function countWrongCodeTowardWarning(userId: string): Promise<boolean> {
  const isEarlier = (await consumeBuckets([defineBucket(`wrong codes ${userId}`, HOUR_SECONDS, 9)])) === null
  if (isEarlier) return false
  return (await consumeBuckets([defineBucket(`wrong codes warning ${userId}`, HOUR_SECONDS, 1)])) === null
}

export function enforceAuthenticatorSetupLimit(userId: string): Promise<void> {
  return enforceBuckets([defineBucket(`app-code ${userId}`, WINDOW_SECONDS, ATTEMPTS_PER_ACCOUNT_AND_ADDRESS)])
}

export function enforcePasskeySignInLimit({ address }: RequestOrigin): Promise<void> {
  return enforceBuckets([defineBucket(`passkey address ${address ?? 'unknown'}`, WINDOW_SECONDS, ATTEMPTS_PER_ADDRESS)])
}

export function enforceProviderSignInLimit({ address }: RequestOrigin): Promise<void> {
  return enforceBuckets([
    defineBucket(`provider address ${address ?? 'unknown'}`, WINDOW_SECONDS, ATTEMPTS_PER_ADDRESS),
  ])
}

export function enforceEmailChangeLimit(userId: string): Promise<void> {
  return enforceBuckets([defineBucket(`email-change ${userId}`, HOUR_SECONDS, 5)])
}

export function enforcePhoneCodeLimit(userId: string, organizationId: string, phone: string): Promise<void> {
  return enforceBuckets([
    defineBucket(`phone-code person ${userId}`, HOUR_SECONDS, 5),
    defineBucket(`phone-code number ${phone} ${organizationId}`, HOUR_SECONDS, 5),
    defineBucket(`phone-code number ${phone}`, HOUR_SECONDS, 15),
    defineBucket(`phone-code organization ${organizationId}`, HOUR_SECONDS, 30),
  ])
}

export function enforceVerificationEmailLimit(userId: string): Promise<void> {
  return enforceBuckets([
    defineBucket(`verification-mail minute ${userId}`, 60, 1),
    defineBucket(`verification-mail hour ${userId}`, HOUR_SECONDS, 5),
  ])
}

export async function isKnownSignInIpAddress(email: string, address: string): Promise<boolean> {
  return hasExpiringFlag(knownAddressBucket(email, address))
}

export async function rememberIpAddressAndResetLimit(email: string, address: string): Promise<void> {
  await resetBucket(pairBucket(email, address))
  await setExpiringFlag(knownAddressBucket(email, address))
}

function pairBucket(email: string, address: string): RateLimitBucket {
  return defineBucket(`sign-in pair ${email} ${address}`, WINDOW_SECONDS, ATTEMPTS_PER_ACCOUNT_AND_ADDRESS)
}

function addressBucket(address: string): RateLimitBucket {
  return defineBucket(`sign-in address ${address}`, WINDOW_SECONDS, ATTEMPTS_PER_ADDRESS)
}

function knownAddressBucket(email: string, address: string): RateLimitBucket {
  return defineBucket(`sign-in known ${email} ${address}`, KNOWN_ADDRESS_SECONDS, 1)
}
