import { db } from '../db'

/** The names of the rules that name this survey or location: what its deletion leaves with less to watch. */
export async function listRulesNaming(organizationId: string, id: string): Promise<string[]> {
  const rows = await db.alertRule.findMany({
    where: { organizationId, OR: [{ surveyIds: { has: id } }, { locationIds: { has: id } }] },
    select: { name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ name }) => name)
}
