import { consumeBuckets, defineBucket, enforceBuckets } from './rate-limit'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
const REQUESTS = { perMinute: 600, perDay: 20_000, ofOrganizationPerDay: 100_000 }
const LOGGED_REFUSALS_PER_HOUR = 20

/** Limits requests to a trigger address: each is stored for 90 days. @throws {RateLimitExceeded} */
export async function enforceTriggerLimit(organizationId: string, addressId: string): Promise<void> {
  await enforceBuckets([
    defineBucket(`trigger requests ${addressId}`, 60, REQUESTS.perMinute),
    defineBucket(`trigger requests a day ${addressId}`, DAY_SECONDS, REQUESTS.perDay),
    defineBucket(`trigger requests of ${organizationId}`, DAY_SECONDS, REQUESTS.ofOrganizationPerDay),
  ])
}

/** Whether one more refused request may be listed in the log of an address: a flood of them must not fill it. */
export async function mayLogRefusal(addressId: string): Promise<boolean> {
  const bucket = defineBucket(`trigger refusals ${addressId}`, HOUR_SECONDS, LOGGED_REFUSALS_PER_HOUR)
  return (await consumeBuckets([bucket])) === null
}
