import { RateLimitExceeded } from '../errors'
import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { consumeBuckets, defineBucket, enforceBuckets } from './rate-limit'

/** Providers that send each event by itself may have many at once, all from a few addresses. */
const REQUESTS_PER_MINUTE = { intake: 6000, address: 6000 }
const REFUSED_PER_MINUTE = 60

/** @throws {RateLimitExceeded} */
export async function enforceMailEventLimit(intakeId: string, headers: HeaderSource): Promise<void> {
  const address = readClientIpAddress(headers)
  await enforceBuckets([
    defineBucket(`mail events ${intakeId}`, 60, REQUESTS_PER_MINUTE.intake),
    ...(address === null ? [] : [defineBucket(`mail events address ${address}`, 60, REQUESTS_PER_MINUTE.address)]),
  ])
}

/** Counts a request without a valid signature. @throws {RateLimitExceeded} */
export async function enforceRefusedMailEventLimit(intakeId: string, headers: HeaderSource): Promise<void> {
  const sender = readClientIpAddress(headers) ?? 'unknown'
  const retryAfter = await consumeBuckets([
    defineBucket(`mail events refused ${intakeId} ${sender}`, 60, REFUSED_PER_MINUTE),
  ])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}
