import { queryRowsAutoCommit } from '../db'
import { keyedHash } from '../encryption'
import { RateLimitExceeded } from '../errors'

export type RateLimitBucket = { hash: Uint8Array<ArrayBuffer>; seconds: number; limit: number }

export function defineBucket(key: string, seconds: number, limit: number): RateLimitBucket {
  return { hash: keyedHash('throttle', key), seconds, limit }
}

const CONSUME_SQL = `
  WITH requested AS (SELECT * FROM unnest($1::bytea[], $2::integer[], $3::integer[]) AS a (bucket, seconds, allowed)),
  full_bucket AS (
    SELECT t.resets_at FROM requested a JOIN rate_limit_counter t USING (bucket)
    WHERE t.count >= a.allowed AND t.resets_at > clock_timestamp()),
  counted AS (
    INSERT INTO rate_limit_counter AS t (bucket, count, resets_at)
    SELECT bucket, 1, clock_timestamp() + seconds * interval '1 second' FROM requested WHERE NOT EXISTS (SELECT FROM full_bucket) ORDER BY bucket
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN t.resets_at <= clock_timestamp() THEN 1 ELSE t.count + 1 END,
      resets_at = CASE WHEN t.resets_at <= clock_timestamp() THEN excluded.resets_at ELSE t.resets_at END
    RETURNING bucket, count, resets_at),
  exceeded AS (
    SELECT resets_at FROM full_bucket UNION ALL
    SELECT c.resets_at FROM counted c JOIN requested a USING (bucket) WHERE c.count > a.allowed)
  SELECT greatest(1, ceil(extract(epoch FROM max(resets_at) - clock_timestamp())))::integer AS retry_after
  FROM exceeded HAVING count(*) > 0`

/**
 * Increments every bucket in one statement, on the database's clock. While any bucket is full nothing is written, so a flood costs one read
 * per call; concurrent calls at the limit cannot exceed it. Rows are locked in bucket order, to avoid deadlocks.
 * @returns null if all had room, else whole seconds (at least 1) until all of them have.
 */
export async function consumeBuckets(buckets: readonly RateLimitBucket[]): Promise<number | null> {
  const rows = await queryRowsAutoCommit<{ retry_after: number }>({
    name: 'throttle-count',
    text: CONSUME_SQL,
    values: [
      buckets.map(({ hash }) => Buffer.from(hash)),
      buckets.map(({ seconds }) => seconds),
      buckets.map(({ limit }) => limit),
    ],
  })
  return rows[0]?.retry_after ?? null
}

/** @throws {RateLimitExceeded} */
export async function enforceBuckets(buckets: readonly RateLimitBucket[]): Promise<void> {
  const retryAfter = await consumeBuckets(buckets)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}

export async function setExpiringFlag({ hash, seconds }: RateLimitBucket): Promise<void> {
  await queryRowsAutoCommit({
    text: `INSERT INTO rate_limit_counter AS t (bucket, count, resets_at) VALUES ($1, 1, clock_timestamp() + $2 * interval '1 second')
     ON CONFLICT (bucket) DO UPDATE SET resets_at = excluded.resets_at`,
    values: [Buffer.from(hash), seconds],
  })
}

export async function hasExpiringFlag({ hash }: RateLimitBucket): Promise<boolean> {
  const text = 'SELECT 1 AS one FROM rate_limit_counter WHERE bucket = $1 AND resets_at > clock_timestamp()'
  return (await queryRowsAutoCommit({ text, values: [Buffer.from(hash)] })).length === 1
}

export async function refundBucket({ hash }: RateLimitBucket): Promise<void> {
  await queryRowsAutoCommit({
    text: 'UPDATE rate_limit_counter SET count = count - 1 WHERE bucket = $1 AND count > 0 AND resets_at > clock_timestamp()',
    values: [Buffer.from(hash)],
  })
}

export async function resetBucket({ hash }: RateLimitBucket): Promise<void> {
  await queryRowsAutoCommit({ text: 'DELETE FROM rate_limit_counter WHERE bucket = $1', values: [Buffer.from(hash)] })
}
