import { now } from '../clock'
import { db, Prisma } from '../db'
import { keyedHash } from '../encryption'

const WINDOW_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
const KNOWN_SECONDS = 30 * 24 * HOUR_SECONDS

const PER_ACCOUNT_AND_ADDRESS = 10
const PER_ADDRESS = 100
const PER_ACCOUNT = 50

type Bucket = { hash: Uint8Array<ArrayBuffer>; seconds: number; limit: number }

/**
 * Counts one try to sign in, before the password is looked at, and says whether it may go on: 10 tries for an account
 * from one address and 100 from one address in 15 minutes, 50 for one account from anywhere in an hour. The last does
 * not bind an address from which this account was signed in to within 30 days: nobody can lock a person out from afar.
 */
export async function admitSignIn(email: string, address: string): Promise<boolean> {
  const pair: Bucket = bucketOf(`pair ${email} ${address}`, WINDOW_SECONDS, PER_ACCOUNT_AND_ADDRESS)
  const buckets = [pair, bucketOf(`address ${address}`, WINDOW_SECONDS, PER_ADDRESS)]
  if (!(await isKnown(email, address))) buckets.push(bucketOf(`account ${email}`, HOUR_SECONDS, PER_ACCOUNT))
  return isWithin(buckets)
}

/** Counts one new account; at most 20 an hour from one address. */
export async function admitSignUp(address: string): Promise<boolean> {
  return isWithin([bucketOf(`sign-up ${address}`, HOUR_SECONDS, 20)])
}

/** The person is in: the tries that led there are forgotten, and this address is known for 30 days. */
export async function rememberSignIn(email: string, address: string): Promise<void> {
  const { hash } = bucketOf(`pair ${email} ${address}`, WINDOW_SECONDS, PER_ACCOUNT_AND_ADDRESS)
  const known = knownBucket(email, address)
  const at = now()
  await db.$transaction([
    db.signInAttempt.deleteMany({ where: { OR: [{ bucket: hash }, { resetsAt: { lt: at } }] } }),
    db.signInAttempt.upsert({
      where: { bucket: known.hash },
      create: { bucket: known.hash, count: 1, resetsAt: after(at, known.seconds) },
      update: { resetsAt: after(at, known.seconds) },
    }),
  ])
}

/**
 * The address that a request came from. Next puts the peer's address into X-Forwarded-For when there is none; a proxy
 * appends the peer that it saw. Only the last entry was therefore written by something that we run: what stands before
 * it is whatever the sender liked to claim.
 */
export function addressOf(headers: { get(name: string): string | null }): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown'
}

async function isKnown(email: string, address: string): Promise<boolean> {
  const row = await db.signInAttempt.findUnique({ where: { bucket: knownBucket(email, address).hash } })
  return row !== null && row.resetsAt > now()
}

/** One statement counts all buckets; sorted, so that two requests never wait for each other in a circle. */
async function isWithin(buckets: Bucket[]): Promise<boolean> {
  const at = now()
  const sorted = buckets.toSorted((a, b) => Buffer.compare(a.hash, b.hash))
  const rows = await db.$queryRaw<{ bucket: Uint8Array; count: number }[]>(Prisma.sql`
    INSERT INTO sign_in_attempt AS a (bucket, count, resets_at)
    VALUES ${Prisma.join(sorted.map(({ hash, seconds }) => Prisma.sql`(${hash}, 1, ${after(at, seconds)})`))}
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN a.resets_at <= ${at} THEN 1 ELSE a.count + 1 END,
      resets_at = CASE WHEN a.resets_at <= ${at} THEN excluded.resets_at ELSE a.resets_at END
    RETURNING bucket, count`)
  return sorted.every(({ hash, limit }) => {
    const row = rows.find(({ bucket }) => Buffer.compare(bucket, hash) === 0)
    return row !== undefined && row.count <= limit
  })
}

function bucketOf(what: string, seconds: number, limit: number): Bucket {
  return { hash: keyedHash('sign-in', what), seconds, limit }
}

function knownBucket(email: string, address: string): Bucket {
  return bucketOf(`known ${email} ${address}`, KNOWN_SECONDS, 0)
}

function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
