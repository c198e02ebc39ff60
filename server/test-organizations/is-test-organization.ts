import type { Tx } from '../db'

export async function isTestOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  return (await tx.testOrganization.count({ where: { organizationId } })) > 0
}
