import { db } from '../db'

export async function listRulesReferencing(organizationId: string, id: string): Promise<string[]> {
  const rows = await db.alertRule.findMany({
    where: { organizationId, OR: [{ surveyIds: { has: id } }, { locationIds: { has: id } }] },
    select: { name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ name }) => name)
}
