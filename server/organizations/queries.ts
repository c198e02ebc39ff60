import { Prisma, queryRows, type Tx } from '../db'

/**
 * Counts messages, from the first, up to the remaining quota, in one statement. Locks rows that share a first day's quota together, in a
 * fixed order.
 * @param day `2026-11-22`, UTC
 * @returns undefined if the day has no row yet
 */
export async function reserveMessageQuotaUnits(tx: Tx, organizationId: string, day: string, units: readonly number[]) {
  const [counted] = await tx.$queryRaw<{ granted: number; allowed: number | null }[]>`
    WITH locked AS (
      SELECT organization_id, allowed, used FROM daily_usage
      WHERE day = ${day}::date AND (organization_id = ${organizationId}::uuid
        OR owner_id = (SELECT owner_id FROM daily_usage WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date))
      ORDER BY organization_id FOR UPDATE),
    room AS (
      SELECT max(allowed) FILTER (WHERE organization_id = ${organizationId}::uuid) AS allowed, sum(used) AS used FROM locked),
    message AS (
      SELECT position, sum(units) OVER (ORDER BY position) AS total
      FROM unnest(${[...units]}::integer[]) WITH ORDINALITY AS m(units, position)),
    granted AS (
      SELECT count(*)::integer AS messages, coalesce(max(total), 0)::integer AS units FROM message, room
      WHERE room.allowed IS NULL OR message.total <= room.allowed - room.used)
    UPDATE daily_usage d SET used = d.used + g.units FROM granted g
    WHERE d.organization_id = ${organizationId}::uuid AND d.day = ${day}::date
    RETURNING g.messages AS granted, d.allowed`
  return counted
}

export async function addDailyMessageOutcomes(
  tx: Tx,
  organizationId: string,
  day: string,
  { refunded, accepted, bounced }: { refunded: number; accepted: number; bounced: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE daily_usage SET used = greatest(used - ${refunded}::integer, 0),
      accepted = accepted + ${accepted}::integer, bounced = bounced + ${bounced}::integer
    WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date`
}

export type TenantTableReferences = { name: string; refersTo: string[]; ownReferences: string[] }

export async function listTenantTables(): Promise<TenantTableReferences[]> {
  return queryRows<TenantTableReferences>({
    name: 'tables-of-organizations',
    text: `
      SELECT c.relname AS name,
        coalesce(array_agg(DISTINCT r.relname::text) FILTER (WHERE r.oid <> c.oid), '{}') AS "refersTo",
        coalesce(array_agg(DISTINCT k.attname::text) FILTER (WHERE r.oid = c.oid AND NOT k.attnotnull), '{}') AS "ownReferences"
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
      LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f'
      LEFT JOIN pg_class r ON r.oid = f.confrelid
      LEFT JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (f.conkey)
      WHERE c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`,
    values: [],
  })
}

export async function deleteTenantRows(tx: Tx, organizationId: string, table: string, limit: number | null) {
  const name = Prisma.raw(`"${table}"`)
  return tx.$executeRaw`
    DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE organization_id = ${organizationId}::uuid LIMIT ${limit}::bigint))`
}

export async function clearTenantColumn(
  tx: Tx,
  organizationId: string,
  { table, column, limit }: { table: string; column: string; limit: number },
): Promise<number> {
  const [name, columnName] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)]
  return tx.$executeRaw`
    UPDATE ${name} SET ${columnName} = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE organization_id = ${organizationId}::uuid AND ${columnName} IS NOT NULL LIMIT ${limit}))`
}
