import { type Bucket, bucketOf, countIn, forget, isMarked, mark } from '../throttle/throttle'

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
  const buckets = [pairOf(email, address), bucketOf(`sign-in address ${address}`, WINDOW_SECONDS, PER_ADDRESS)]
  if (!(await isMarked(knownOf(email, address))))
    buckets.push(bucketOf(`sign-in account ${email}`, HOUR_SECONDS, PER_ACCOUNT))
  return (await countIn(buckets)) === null
}

/** Counts one new account; at most 20 an hour from one address. */
export async function admitSignUp(address: string): Promise<boolean> {
  return (await countIn([bucketOf(`sign-up ${address}`, HOUR_SECONDS, 20)])) === null
}

/** Counts one use of a verification link; at most 60 an hour from one address. */
export async function admitVerification(address: string): Promise<boolean> {
  return (await countIn([bucketOf(`verify ${address}`, HOUR_SECONDS, 60)])) === null
}

/**
 * Counts one more verification mail that a person asks for: one a minute and five an hour.
 * @returns null when it may leave, else in how many whole seconds the next one may.
 */
export async function countVerificationMail(userId: string): Promise<number | null> {
  return countIn([
    bucketOf(`verification-mail minute ${userId}`, 60, 1),
    bucketOf(`verification-mail hour ${userId}`, HOUR_SECONDS, 5),
  ])
}

/** The person is in: the tries that led there are forgotten, and this address is known for 30 days. */
export async function rememberSignIn(email: string, address: string): Promise<void> {
  await forget(pairOf(email, address))
  await mark(knownOf(email, address))
}

function pairOf(email: string, address: string): Bucket {
  return bucketOf(`sign-in pair ${email} ${address}`, WINDOW_SECONDS, PER_ACCOUNT_AND_ADDRESS)
}

function knownOf(email: string, address: string): Bucket {
  return bucketOf(`sign-in known ${email} ${address}`, KNOWN_SECONDS, 1)
}
