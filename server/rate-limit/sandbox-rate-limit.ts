import { clientAddress, type HeaderSource } from './client-address'
import { countIn, makeBucket } from './rate-limit'

const WRITES_PER_MINUTE = { site: 120, address: 60 }

export async function countSandboxWrite(organizationId: string, headers: HeaderSource): Promise<number | null> {
  const address = clientAddress(headers)
  const buckets = [makeBucket(`sandbox site ${organizationId}`, 60, WRITES_PER_MINUTE.site)]
  if (address !== null) buckets.push(makeBucket(`sandbox address ${address}`, 60, WRITES_PER_MINUTE.address))
  return countIn(buckets)
}
