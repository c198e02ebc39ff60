import { Prisma, type Tx } from '../db'

export async function deleteRowsWhere(tx: Tx, table: string, condition: Prisma.Sql, limit: number): Promise<number> {
  const name = Prisma.raw(table)
  return tx.$executeRaw`
    DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`
}
