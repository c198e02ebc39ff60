import { clientAddress, type HeaderSource } from './client-address'
import { countIn, makeBucket } from './throttle'

/** More than a person does who tries something out. */
const PER_MINUTE = { site: 120, address: 60 }

/**
 * Counts one thing done on a trial review site, before it is done.
 * @returns null when it may go on, else in how many whole seconds it may.
 */
export async function countSandboxWrite(organizationId: string, headers: HeaderSource): Promise<number | null> {
  const address = clientAddress(headers)
  const buckets = [makeBucket(`sandbox site ${organizationId}`, 60, PER_MINUTE.site)]
  if (address !== null) buckets.push(makeBucket(`sandbox address ${address}`, 60, PER_MINUTE.address))
  return countIn(buckets)
}
