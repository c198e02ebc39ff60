import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { consumeBuckets, defineBucket } from './rate-limit'

const WRITES_PER_MINUTE = { site: 120, address: 60 }

export async function consumeSandboxSiteWriteLimit(
  organizationId: string,
  headers: HeaderSource,
): Promise<number | null> {
  const address = readClientIpAddress(headers)
  const buckets = [defineBucket(`sandbox site ${organizationId}`, 60, WRITES_PER_MINUTE.site)]
  if (address !== null) buckets.push(defineBucket(`sandbox address ${address}`, 60, WRITES_PER_MINUTE.address))
  return consumeBuckets(buckets)
}
