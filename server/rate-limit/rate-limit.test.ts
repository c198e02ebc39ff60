import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { RateLimitExceeded } from '../errors'
import { pool } from '../pool'
import { deleteExpiredRows } from '../retention/retention'
import { enforceInvalidKeyLimit } from './invalid-key-rate-limit'
import {
  consumeBuckets,
  defineBucket,
  hasExpiringFlag,
  type RateLimitBucket,
  resetBucket,
  setExpiringFlag,
} from './rate-limit'

const aBucket = (limit: number, seconds = 60): RateLimitBucket => defineBucket(uuidv7(), seconds, limit)

const rowOf = async ({ hash }: RateLimitBucket) =>
  (await pool.query('SELECT count, resets_at FROM rate_limit_counter WHERE bucket = $1', [Buffer.from(hash)])).rows[0]

/** Ends the window of the bucket. */
const end = ({ hash }: RateLimitBucket) =>
  pool.query(`UPDATE rate_limit_counter SET resets_at = clock_timestamp() - interval '1 ms' WHERE bucket = $1`, [
    Buffer.from(hash),
  ])

/** Starts four attempts that have all seen room before the first of them may count. */
async function whileHeld<T>({ hash }: RateLimitBucket, start: (index: number) => Promise<T>): Promise<T[]> {
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM rate_limit_counter WHERE bucket = $1 FOR UPDATE', [Buffer.from(hash)])
    const started = Array.from({ length: 4 }, (_, index) => start(index))
    const waiting = async () =>
      (
        await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%rate_limit_counter%'`)
      ).rows[0]?.n
    await expect.poll(waiting).toBeGreaterThanOrEqual(started.length)
    await holder.query('COMMIT')
    return await Promise.all(started)
  } finally {
    holder.release()
  }
}

describe('consuming buckets', () => {
  it('a rate limit allows requests up to the limit, then returns the seconds until the next one', async () => {
    const bucket = aBucket(3)
    for (let i = 0; i < 3; i += 1) expect(await consumeBuckets([bucket])).toBeNull()
    const retryAfter = await consumeBuckets([bucket])
    expect(retryAfter).toBeGreaterThan(50)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })

  it('a rate limit neither counts nor extends the window while it refuses', async () => {
    const bucket = aBucket(1)
    await consumeBuckets([bucket])
    const before = await rowOf(bucket)
    await consumeBuckets([bucket])
    await consumeBuckets([bucket])
    expect(await rowOf(bucket)).toEqual(before)
  })

  it('a rate limit starts a new window after the old one has ended', async () => {
    const bucket = aBucket(2)
    for (let i = 0; i < 3; i += 1) await consumeBuckets([bucket])
    await end(bucket)
    expect(await consumeBuckets([bucket])).toBeNull()
    expect(await rowOf(bucket)).toMatchObject({ count: 1 })
    expect(await consumeBuckets([bucket])).toBeNull()
    expect(await consumeBuckets([bucket])).not.toBeNull()
  })

  it('a rate limit allows exactly the limit under concurrency, with buckets in any order', async () => {
    const [narrow, wide] = [aBucket(3), aBucket(1000)]
    await consumeBuckets([narrow, wide])
    const answers = await whileHeld(narrow, (i) => consumeBuckets(i % 2 === 0 ? [narrow, wide] : [wide, narrow]))
    expect(answers.filter((answer) => answer === null)).toHaveLength(2)
  })

  it('a rate limit returns the longest wait of the full buckets', async () => {
    const [minute, hour] = [aBucket(1), aBucket(1, 3600)]
    await consumeBuckets([minute, hour])
    expect(await consumeBuckets([minute, hour])).toBeGreaterThan(3500)
    await end(hour)
    expect(await consumeBuckets([minute, hour])).toBeLessThanOrEqual(60)
  })

  it('a rate limit counts in no bucket if one refuses', async () => {
    const [full, other] = [aBucket(1), aBucket(5)]
    await consumeBuckets([full])
    await consumeBuckets([full, other])
    expect(await rowOf(other)).toBeUndefined()
  })

  it('resets a bucket, whose key is stored as a hash', async () => {
    const bucket = aBucket(1)
    await consumeBuckets([bucket])
    await resetBucket(bucket)
    expect(await consumeBuckets([bucket])).toBeNull()
    expect(bucket.hash).toHaveLength(32)
  })
})

it('a bucket flag lasts until its window has ended', async () => {
  const bucket = aBucket(1)
  expect(await hasExpiringFlag(bucket)).toBe(false)
  await setExpiringFlag(bucket)
  await setExpiringFlag(bucket)
  expect(await hasExpiringFlag(bucket)).toBe(true)
  await end(bucket)
  expect(await hasExpiringFlag(bucket)).toBe(false)
})

it('deleteExpiredRows removes ended throttle windows and no others', async () => {
  const [ended, running] = [aBucket(1), aBucket(1)]
  await consumeBuckets([ended, running])
  await end(ended)
  expect((await deleteExpiredRows()).rate_limit_counter).toBeGreaterThanOrEqual(1)
  expect(await rowOf(ended)).toBeUndefined()
  expect(await rowOf(running)).toBeDefined()
})

describe('wrong API keys', () => {
  const from = (address: string) => new Headers({ 'X-Forwarded-For': address })
  /** A /64 of the documentation range that no other test uses. */
  const aNetwork = () => `2001:db8:${uuidv7().slice(-8, -4)}:${uuidv7().slice(-4)}`

  it('refuses wrong API keys of a whole /64 from the 61st in a minute on, with Retry-After', async () => {
    const network = aNetwork()
    for (let i = 0; i < 60; i += 1) await enforceInvalidKeyLimit(from(`${network}::${i}`))
    const refusal = await enforceInvalidKeyLimit(from(`${network}:ffff::1`)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RateLimitExceeded)
    const { status, details, headers } = refusal as RateLimitExceeded
    expect(status).toBe(429)
    expect(details?.retryAfter).toBeGreaterThan(0)
    expect(headers['Retry-After']).toBe(String(details?.retryAfter))
    await expect(enforceInvalidKeyLimit(from(`${aNetwork()}::1`))).resolves.toBeUndefined()
  })

  it('refuses wrong API keys from the 601st in an hour on, for the rest of the hour', async () => {
    const address = `2001:db8:${uuidv7().slice(-8, -4)}:0::/64`
    const minute = defineBucket(`key-minute ${address}`, 60, 60)
    for (let i = 0; i < 600; i += 1) {
      if (i % 60 === 0) await resetBucket(minute)
      await enforceInvalidKeyLimit(from(address))
    }
    await resetBucket(minute)
    await expect(enforceInvalidKeyLimit(from(address))).rejects.toMatchObject({ status: 429 })
    const { details } = (await enforceInvalidKeyLimit(from(address)).catch(
      (error: unknown) => error,
    )) as RateLimitExceeded
    expect(details?.retryAfter).toBeGreaterThan(3000)
  })

  it('does not count wrong API keys without a client address', async () => {
    const all = Array.from({ length: 70 }, () => enforceInvalidKeyLimit(new Headers()))
    await expect(Promise.all(all)).resolves.toHaveLength(70)
  })
})
