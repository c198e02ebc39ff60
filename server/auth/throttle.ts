import { type Bucket, countIn, forget, giveBack, isMarked, makeBucket, mark } from '../throttle/throttle'

const WINDOW_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
const KNOWN_SECONDS = 30 * 24 * HOUR_SECONDS

const PER_ACCOUNT_AND_ADDRESS = 10
const PER_ADDRESS = 100
const PER_ACCOUNT = 50

/**
 * Counts one try to sign in, before the password is looked at, and says whether it may go on: 10 tries for an account
 * from one address and 100 from one address in 15 minutes, 50 for one account from anywhere in an hour. The last does
 * not bind an address from which this account was signed in to within 30 days: nobody can lock a person out from afar.
 */
export async function admitSignIn(email: string, address: string): Promise<boolean> {
  const buckets = [pairBucket(email, address), addressBucket(address)]
  if (!(await isMarked(knownBucket(email, address))))
    buckets.push(makeBucket(`sign-in account ${email}`, HOUR_SECONDS, PER_ACCOUNT))
  return (await countIn(buckets)) === null
}

/**
 * The password of a try was right: it counts no longer against its address, behind which there may be a whole company that
 * comes to work at nine. Guesses go on counting.
 */
export async function giveBackSignIn(address: string): Promise<void> {
  await giveBack(addressBucket(address))
}

/** Counts one new account; at most 20 an hour from one address. */
export async function admitSignUp(address: string): Promise<boolean> {
  return (await countIn([makeBucket(`sign-up ${address}`, HOUR_SECONDS, 20)])) === null
}

/** Counts one use of a verification link; at most 60 an hour from one address. */
export async function admitVerification(address: string): Promise<boolean> {
  return (await countIn([makeBucket(`verify ${address}`, HOUR_SECONDS, 60)])) === null
}

/** Counts one wish for a new password; at most 20 an hour from one address. */
export async function admitReset(address: string): Promise<boolean> {
  return (await countIn([makeBucket(`reset ${address}`, HOUR_SECONDS, 20)])) === null
}

/** Counts one mail that sets a new password; at most 5 an hour to one address. */
export async function admitResetOf(email: string): Promise<boolean> {
  return (await countIn([makeBucket(`reset of ${email}`, HOUR_SECONDS, 5)])) === null
}

/**
 * Counts one check of the password of whoever is signed in: ten in 15 minutes.
 * @returns null when it may go on, else in how many whole seconds the next may.
 */
export async function countPasswordCheck(userId: string): Promise<number | null> {
  return countIn([makeBucket(`password-check ${userId}`, WINDOW_SECONDS, PER_ACCOUNT_AND_ADDRESS)])
}

const SECOND_STEPS = 20
/** Of one person, from all addresses together that are not known. A code is guessed with a chance of 3 in a million. */
const SECOND_STEPS_FROM_UNKNOWN = 40

/**
 * Counts one code, or passkey, that is shown after a right password: twenty an hour for one person from one address, and forty from
 * all addresses together from which that person was not signed in within 30 days, so that an attacker cannot lock a person out.
 * @returns null when it may go on, else in how many whole seconds the next may.
 */
export async function countSecondStep(userId: string, email: string, address: string): Promise<number | null> {
  const buckets = [makeBucket(`second-step ${userId} ${address}`, HOUR_SECONDS, SECOND_STEPS)]
  if (!(await isMarked(knownBucket(email, address))))
    buckets.push(makeBucket(`second-step ${userId}`, HOUR_SECONDS, SECOND_STEPS_FROM_UNKNOWN))
  return countIn(buckets)
}

/** Counts one wrong code. @returns whether it is the tenth of this person within an hour: then they are to be warned, once. */
export async function isTenthWrongCode(userId: string): Promise<boolean> {
  const isEarlier = (await countIn([makeBucket(`wrong codes ${userId}`, HOUR_SECONDS, 9)])) === null
  if (isEarlier) return false
  return (await countIn([makeBucket(`wrong codes warning ${userId}`, HOUR_SECONDS, 1)])) === null
}

/** Counts one code of an app that is being set up: ten in 15 minutes for one person. As above. */
export async function countAppCode(userId: string): Promise<number | null> {
  return countIn([makeBucket(`app-code ${userId}`, WINDOW_SECONDS, PER_ACCOUNT_AND_ADDRESS)])
}

/** Counts one sign-in with a passkey, or the question before it: 100 from one address in 15 minutes. As above. */
export async function countPasskeyTry(address: string): Promise<number | null> {
  return countIn([makeBucket(`passkey address ${address}`, WINDOW_SECONDS, PER_ADDRESS)])
}

/** Counts one way to a provider, or back: 100 from one address in 15 minutes. As above. */
export async function countProviderTry(address: string): Promise<number | null> {
  return countIn([makeBucket(`provider address ${address}`, WINDOW_SECONDS, PER_ADDRESS)])
}

/**
 * Counts one wish for another address: five an hour for one person.
 * @returns null when it may go on, else in how many whole seconds the next may.
 */
export async function countEmailChange(userId: string): Promise<number | null> {
  return countIn([makeBucket(`email-change ${userId}`, HOUR_SECONDS, 5)])
}

/**
 * Counts one code that is sent by SMS: five an hour for one person, five to one number from one organization and fifteen from all,
 * and thirty of one organization.
 * @returns null when it may leave, else in how many whole seconds the next one may.
 */
export async function countPhoneCode(userId: string, organizationId: string, phone: string): Promise<number | null> {
  return countIn([
    makeBucket(`phone-code person ${userId}`, HOUR_SECONDS, 5),
    makeBucket(`phone-code number ${phone} ${organizationId}`, HOUR_SECONDS, 5),
    makeBucket(`phone-code number ${phone}`, HOUR_SECONDS, 15),
    makeBucket(`phone-code organization ${organizationId}`, HOUR_SECONDS, 30),
  ])
}

/**
 * Counts one more verification mail that a person asks for: one a minute and five an hour.
 * @returns null when it may leave, else in how many whole seconds the next one may.
 */
export async function countVerificationMail(userId: string): Promise<number | null> {
  return countIn([
    makeBucket(`verification-mail minute ${userId}`, 60, 1),
    makeBucket(`verification-mail hour ${userId}`, HOUR_SECONDS, 5),
  ])
}

/** Whether this account was signed in to from this address within 30 days. */
export async function isKnownAddress(email: string, address: string): Promise<boolean> {
  return isMarked(knownBucket(email, address))
}

/** The person is in: the tries that led there are forgotten, and this address is known for 30 days. */
export async function rememberSignIn(email: string, address: string): Promise<void> {
  await forget(pairBucket(email, address))
  await mark(knownBucket(email, address))
}

function pairBucket(email: string, address: string): Bucket {
  return makeBucket(`sign-in pair ${email} ${address}`, WINDOW_SECONDS, PER_ACCOUNT_AND_ADDRESS)
}

function addressBucket(address: string): Bucket {
  return makeBucket(`sign-in address ${address}`, WINDOW_SECONDS, PER_ADDRESS)
}

function knownBucket(email: string, address: string): Bucket {
  return makeBucket(`sign-in known ${email} ${address}`, KNOWN_SECONDS, 1)
}
