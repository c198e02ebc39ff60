import { type Bucket, countIn, forget, giveBack, isMarked, makeBucket, mark } from '../rate-limit/rate-limit'

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
export async function admitSignIn(email: string, address: string): Promise<boolean> {
  const buckets = [pairBucket(email, address), addressBucket(address)]
  if (!(await isMarked(knownAddressBucket(email, address))))
    buckets.push(makeBucket(`sign-in account ${email}`, HOUR_SECONDS, ATTEMPTS_PER_ACCOUNT))
  return (await countIn(buckets)) === null
}

export async function giveBackSignIn(address: string): Promise<void> {
  await giveBack(addressBucket(address))
}

export async function admitSignUp(address: string): Promise<boolean> {
  return (await countIn([makeBucket(`sign-up ${address}`, HOUR_SECONDS, 20)])) === null
}

export async function admitVerification(address: string): Promise<boolean> {
  return (await countIn([makeBucket(`verify ${address}`, HOUR_SECONDS, 60)])) === null
}

export async function admitReset(address: string): Promise<boolean> {
  return (await countIn([makeBucket(`reset ${address}`, HOUR_SECONDS, 20)])) === null
}

export async function admitResetOf(email: string): Promise<boolean> {
  return (await countIn([makeBucket(`reset of ${email}`, HOUR_SECONDS, 5)])) === null
}

export async function countPasswordCheck(userId: string): Promise<number | null> {
  return countIn([makeBucket(`password-check ${userId}`, WINDOW_SECONDS, ATTEMPTS_PER_ACCOUNT_AND_ADDRESS)])
}

const TWO_FACTOR_ATTEMPTS = 20
const TWO_FACTOR_ATTEMPTS_FROM_UNKNOWN = 40

/**
 * Counts a second-factor attempt: 20 an hour per user and address, and 40 per user from all addresses without a sign-in of that user within
 * 30 days, so that an attacker cannot lock a user out.
 * @returns null if allowed, else whole seconds until the next one is.
 */
export async function countSecondStep(userId: string, email: string, address: string): Promise<number | null> {
  const buckets = [makeBucket(`second-step ${userId} ${address}`, HOUR_SECONDS, TWO_FACTOR_ATTEMPTS)]
  if (!(await isMarked(knownAddressBucket(email, address))))
    buckets.push(makeBucket(`second-step ${userId}`, HOUR_SECONDS, TWO_FACTOR_ATTEMPTS_FROM_UNKNOWN))
  return countIn(buckets)
}

export async function isTenthWrongCode(userId: string): Promise<boolean> {
  const isEarlier = (await countIn([makeBucket(`wrong codes ${userId}`, HOUR_SECONDS, 9)])) === null
  if (isEarlier) return false
  return (await countIn([makeBucket(`wrong codes warning ${userId}`, HOUR_SECONDS, 1)])) === null
}

export async function countAppCode(userId: string): Promise<number | null> {
  return countIn([makeBucket(`app-code ${userId}`, WINDOW_SECONDS, ATTEMPTS_PER_ACCOUNT_AND_ADDRESS)])
}

export async function countPasskeyTry(address: string): Promise<number | null> {
  return countIn([makeBucket(`passkey address ${address}`, WINDOW_SECONDS, ATTEMPTS_PER_ADDRESS)])
}

export async function countProviderTry(address: string): Promise<number | null> {
  return countIn([makeBucket(`provider address ${address}`, WINDOW_SECONDS, ATTEMPTS_PER_ADDRESS)])
}

export async function countEmailChange(userId: string): Promise<number | null> {
  return countIn([makeBucket(`email-change ${userId}`, HOUR_SECONDS, 5)])
}

export async function countPhoneCode(userId: string, organizationId: string, phone: string): Promise<number | null> {
  return countIn([
    makeBucket(`phone-code person ${userId}`, HOUR_SECONDS, 5),
    makeBucket(`phone-code number ${phone} ${organizationId}`, HOUR_SECONDS, 5),
    makeBucket(`phone-code number ${phone}`, HOUR_SECONDS, 15),
    makeBucket(`phone-code organization ${organizationId}`, HOUR_SECONDS, 30),
  ])
}

export async function countVerificationMail(userId: string): Promise<number | null> {
  return countIn([
    makeBucket(`verification-mail minute ${userId}`, 60, 1),
    makeBucket(`verification-mail hour ${userId}`, HOUR_SECONDS, 5),
  ])
}

export async function isKnownAddress(email: string, address: string): Promise<boolean> {
  return isMarked(knownAddressBucket(email, address))
}

export async function rememberSignIn(email: string, address: string): Promise<void> {
  await forget(pairBucket(email, address))
  await mark(knownAddressBucket(email, address))
}

function pairBucket(email: string, address: string): Bucket {
  return makeBucket(`sign-in pair ${email} ${address}`, WINDOW_SECONDS, ATTEMPTS_PER_ACCOUNT_AND_ADDRESS)
}

function addressBucket(address: string): Bucket {
  return makeBucket(`sign-in address ${address}`, WINDOW_SECONDS, ATTEMPTS_PER_ADDRESS)
}

function knownAddressBucket(email: string, address: string): Bucket {
  return makeBucket(`sign-in known ${email} ${address}`, KNOWN_ADDRESS_SECONDS, 1)
}
