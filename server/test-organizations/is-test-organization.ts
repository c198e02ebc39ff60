import type { db, Tx } from '../db'

export async function isTestOrganization(tx: Tx | typeof db, organizationId: string): Promise<boolean> {
  return (await tx.testOrganization.count({ where: { organizationId } })) > 0
}
