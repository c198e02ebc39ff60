import { RateLimitExceeded } from '../errors'
import { clientAddress, type HeaderSource } from './client-address'
import { limitConcurrency } from './concurrency'
import { countIn, makeBucket } from './throttle'

const PER_MINUTE = 60
const PER_HOUR = 600

/**
 * Counts one API key that was sent and found wrong, whatever was wrong with it: 60 a minute and 600 an hour from one
 * address. To be called once that is known and before it is said. A live key is never counted and never refused here:
 * whoever shares an address with somebody who guesses keys is not shut out with them. A request without a key is no
 * guess. Where nothing tells the address nobody is counted, because that would count everybody as one.
 * @throws {RateLimitExceeded} when this address has sent too many.
 */
export async function countKeyFailure(headers: HeaderSource): Promise<void> {
  const address = clientAddress(headers)
  if (address === null) return
  const buckets = [
    makeBucket(`key-minute ${address}`, 60, PER_MINUTE),
    makeBucket(`key-hour ${address}`, 3600, PER_HOUR),
  ]
  // They all want the same rows: each that waits for them would hold a connection.
  const retryAfter = await limitConcurrency('wrong keys', () => countIn(buckets))
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}
