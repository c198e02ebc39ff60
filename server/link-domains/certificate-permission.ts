import { db } from '../db'
import { Domain } from '../domain-checks/schema'

/**
 * Whether a proxy may get a certificate for this name: both DNS records of an organization's link domain held at the latest check that DNS
 * answered. Names of strangers who merely point at the service get none.
 */
export async function mayHaveCertificate(name: string): Promise<boolean> {
  const domain = Domain.safeParse(name)
  if (!domain.success) return false
  return (await db.linkDomain.count({ where: { domain: domain.data, dnsPassedAt: { not: null } } })) > 0
}
