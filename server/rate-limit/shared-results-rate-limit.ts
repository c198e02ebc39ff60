import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { consumeBuckets, defineBucket, type RateLimitBucket, refundBucket } from './rate-limit'

/* Shared pages of results have no session: an unknown address, a password and the cost of a view are limited by client address and page. */

const GUESSES = { seconds: 600, address: 60 }
const PASSWORD_ATTEMPTS = { seconds: 900, pageAndAddress: 10, page: 100 }
const VIEWS = { seconds: 60, pageAndAddress: 30, page: 300 }

/** Counts a token; `refund` takes a known one back. @returns `retryAfter` null if it may be looked up */
export function consumeTokenGuess(headers: HeaderSource) {
  const address = readClientIpAddress(headers)
  return consume(
    address === null ? [] : [defineBucket(`shared results token ${address}`, GUESSES.seconds, GUESSES.address)],
  )
}

/** Counts a password; `refund` takes a right one back. */
export function consumePasswordAttempt(id: string, headers: HeaderSource) {
  return consume(perPageAndAddress('password', id, headers, PASSWORD_ATTEMPTS))
}

/** @returns seconds until the page may be viewed; null if it may */
export function consumeSharedView(id: string, headers: HeaderSource): Promise<number | null> {
  return consumeBuckets(perPageAndAddress('view', id, headers, VIEWS))
}

async function consume(buckets: readonly RateLimitBucket[]) {
  const retryAfter = await consumeBuckets(buckets)
  const refund = async () => {
    for (const bucket of buckets) await refundBucket(bucket)
  }
  return { retryAfter, refund }
}

function perPageAndAddress(
  kind: string,
  id: string,
  headers: HeaderSource,
  { seconds, pageAndAddress, page }: { seconds: number; pageAndAddress: number; page: number },
): RateLimitBucket[] {
  const address = readClientIpAddress(headers)
  return [
    defineBucket(`shared results ${kind} ${id}`, seconds, page),
    ...(address === null ? [] : [defineBucket(`shared results ${kind} ${id} ${address}`, seconds, pageAndAddress)]),
  ]
}
