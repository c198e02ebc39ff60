import { clientAddress, type HeaderSource } from './client-address'
import { countIn, makeBucket } from './throttle'

/** More than a person produces by hand. */
const PER_MINUTE = { site: 120, address: 60 }

/**
 * Counts one write on a trial review site, before it happens.
 * @returns null if allowed, else whole seconds until the next one is.
 */
export async function countSandboxWrite(organizationId: string, headers: HeaderSource): Promise<number | null> {
  const address = clientAddress(headers)
  const buckets = [makeBucket(`sandbox site ${organizationId}`, 60, PER_MINUTE.site)]
  if (address !== null) buckets.push(makeBucket(`sandbox address ${address}`, 60, PER_MINUTE.address))
  return countIn(buckets)
}
