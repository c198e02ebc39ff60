import { Prisma, type Tx } from './db'

export type LockMode = 'UPDATE' | 'NO KEY UPDATE' | 'SHARE' | 'KEY SHARE' | 'UPDATE SKIP LOCKED'

type PrismaModels = Prisma.TypeMap['model']
type TenantRow = { id: string; organizationId: string }
type TenantModel = {
  [M in keyof PrismaModels]: PrismaModels[M]['payload']['scalars'] extends TenantRow ? M : never
}[keyof PrismaModels]
type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? '' : '_'}${Lowercase<Head>}${SnakeCase<Tail>}`
  : ''
type TableName<M extends string> = SnakeCase<Uncapitalize<M>>

export type TenantTable = TableName<TenantModel>

/**
 * Locks one row until the transaction ends. Read it through `tx` afterwards: the lock waits for concurrent writers, so that read sees what
 * they committed.
 * @returns false if the row does not exist, or was skipped
 */
export async function lockRow(
  tx: Tx,
  table: TenantTable,
  organizationId: string,
  id: string,
  mode: LockMode = 'UPDATE',
): Promise<boolean> {
  return (await lockRows(tx, table, organizationId, [id], mode)).length > 0
}

export async function lockRows(
  tx: Tx,
  table: TenantTable,
  organizationId: string,
  ids: readonly string[],
  mode: LockMode = 'UPDATE',
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[])
    ORDER BY id FOR ${Prisma.raw(mode)}`
  return rows.map(({ id }) => id)
}

export function lockOrganization(tx: Tx, organizationId: string, mode: LockMode = 'UPDATE'): Promise<boolean> {
  return lockById(tx, 'organization', organizationId, mode)
}

export function lockUser(tx: Tx, userId: string, mode: LockMode = 'UPDATE'): Promise<boolean> {
  return lockById(tx, '"user"', userId, mode)
}

export function lockSystemEmail(tx: Tx, id: string): Promise<boolean> {
  return lockById(tx, 'system_email', id, 'UPDATE')
}

async function lockById(
  tx: Tx,
  table: 'organization' | '"user"' | 'system_email',
  id: string,
  mode: LockMode,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id}::uuid FOR ${Prisma.raw(mode)}`
  return rows.length > 0
}

/** Serializes the transactions that take the same key (an advisory lock), until this one ends. */
export async function acquireAdvisoryLock(tx: Tx, key: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
}

/** As {@link acquireAdvisoryLock}, for several keys in one order. */
export async function acquireAdvisoryLocks(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const sorted = [...new Set(keys)].sort()
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(key, 0))::text FROM unnest(${sorted}::text[]) WITH ORDINALITY AS k (key, position)
    ORDER BY position`
}

export async function tryAcquireAdvisoryLock(tx: Tx, key: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isLocked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS "isLocked"`
  return row?.isLocked ?? false
}

export function acquireCountLimitLock(tx: Tx, organizationId: string, kind: string): Promise<void> {
  return acquireAdvisoryLock(tx, `${kind} ${organizationId}`)
}
