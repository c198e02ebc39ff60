import { RateLimitExceeded } from '../errors'
import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { limitConcurrency } from './limit-concurrency'
import { consumeBuckets, defineBucket } from './rate-limit'

const FAILURES_PER_MINUTE = 60
const FAILURES_PER_HOUR = 600

/**
 * Counts an invalid API key against its address: 60 a minute and 600 an hour. Call it after the key was found invalid and before the
 * response. Valid keys are neither counted nor blocked, so that clients who share an address with an attacker keep working. A request
 * without a key does not count as a guess. Does nothing if the address is unknown, since that would count all clients as one.
 * @throws {RateLimitExceeded} when the address exceeds a limit.
 */
export async function enforceInvalidKeyLimit(headers: HeaderSource): Promise<void> {
  const address = readClientIpAddress(headers)
  if (address === null) return
  const buckets = [
    defineBucket(`key-minute ${address}`, 60, FAILURES_PER_MINUTE),
    defineBucket(`key-hour ${address}`, 3600, FAILURES_PER_HOUR),
  ]
  // These statements contend for the same rows: each that waits for a lock would hold a connection.
  const retryAfter = await limitConcurrency('wrong keys', () => consumeBuckets(buckets))
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}
