import { db, Prisma } from '../db'
import type { EncryptedColumn, HashedColumn } from '../secret-registry'

/* SQL over every column with a secret (server/secret-registry.ts): table and column names come from that list, never from a request. */

const raw = (text: string) => Prisma.raw(text)

/** @property bound what the ciphertext is bound to. `k0`, `k1` … are the values of the key columns, as text. */
export type CiphertextRow = { sealed: string; bound: string } & Record<`k${number}`, string>

const keyValues = ({ key }: EncryptedColumn, values: readonly string[]) =>
  values.map((value, at) => Prisma.sql`${value}::${raw(key[at]?.type ?? 'text')}`)

export function listRowsUnderOtherKeys(
  column: EncryptedColumn,
  { seal, after, limit }: { seal: string; after: readonly string[] | null; limit: number },
): Promise<CiphertextRow[]> {
  const columns = column.key.map((part) => part.column).join(', ')
  const keyColumns = column.key.map((part, at) => `${part.column}::text AS k${at}`).join(', ')
  const isAfter = after ? Prisma.sql`AND (${raw(columns)}) > (${Prisma.join(keyValues(column, after))})` : Prisma.empty
  return db.$queryRaw<CiphertextRow[]>`
    SELECT ${raw(keyColumns)}, ${raw(column.boundTo)}::text AS bound, ${raw(column.column)} AS sealed FROM ${raw(column.table)}
    WHERE ${raw(column.column)} IS NOT NULL AND NOT starts_with(${raw(column.column)}, ${seal}) ${isAfter}
    ORDER BY ${raw(columns)} LIMIT ${limit}`
}

export function replaceCiphertext(
  column: EncryptedColumn,
  key: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<number> {
  const columns = column.key.map((part) => part.column).join(', ')
  return db.$executeRaw`
    UPDATE ${raw(column.table)} SET ${raw(column.column)} = ${to}
    WHERE (${raw(columns)}) = (${Prisma.join(keyValues(column, key))}) AND ${raw(column.column)} = ${from}`
}

export async function countCiphertextsUnderOtherKeys(
  { table, column }: EncryptedColumn,
  seal: string,
): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM ${raw(table)}
    WHERE ${raw(column)} IS NOT NULL AND NOT starts_with(${raw(column)}, ${seal})`
  return row?.n ?? 0
}

export function assignHashKeyId({ table, column, keyId }: HashedColumn, id: string, limit: number): Promise<number> {
  return db.$executeRaw`
    UPDATE ${raw(table)} SET ${raw(keyId)} = ${id}
    WHERE ${raw(column)} IN (SELECT ${raw(column)} FROM ${raw(table)}
      WHERE ${raw(keyId)} IS NULL AND ${raw(column)} IS NOT NULL LIMIT ${limit}) AND ${raw(keyId)} IS NULL`
}

export function countHashedUnderOtherKeys(
  { table, column, keyId, expiryColumn }: HashedColumn,
  id: string,
): Promise<{ keyId: string | null; count: number }[]> {
  return db.$queryRaw`
    SELECT ${raw(keyId)} AS "keyId", count(*)::int AS count FROM ${raw(table)}
    WHERE ${raw(column)} IS NOT NULL AND ${raw(keyId)} IS DISTINCT FROM ${id}
      ${expiryColumn === undefined ? Prisma.empty : Prisma.sql`AND ${raw(expiryColumn)} > clock_timestamp()`}
    GROUP BY 1 ORDER BY 1`
}
