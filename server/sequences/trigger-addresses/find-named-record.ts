import type { Tx } from '../../db'
import { toNameKey } from '../../imports/columns/name-key'
import { resolveAndLockMasterDataId } from '../../master-data/queries'
import { Id } from '../../validation/schema'

const CANDIDATES_MAX = 20

/** Finds and locks a location by its id or name, whatever the case. @returns its id, null if there is none */
export async function findLocation(tx: Tx, organizationId: string, text: string): Promise<string | null> {
  const byId = Id.safeParse(text).success
    ? await resolveAndLockMasterDataId(tx, 'location', organizationId, text)
    : null
  if (byId !== null) return byId
  const rows = await tx.location.findMany({
    where: { organizationId, removedAt: null, name: { equals: text, mode: 'insensitive' } },
    take: CANDIDATES_MAX,
    orderBy: { id: 'asc' },
  })
  return lockSameName(tx, 'location', organizationId, { rows, text })
}

/** Finds and locks an employee by id, name or email address, whatever the case. @returns the id, null if there is none */
export async function findEmployee(tx: Tx, organizationId: string, text: string): Promise<string | null> {
  const byId = Id.safeParse(text).success
    ? await resolveAndLockMasterDataId(tx, 'employee', organizationId, text)
    : null
  if (byId !== null) return byId
  const insensitive = { equals: text, mode: 'insensitive' as const }
  const rows = await tx.employee.findMany({
    where: { organizationId, removedAt: null, OR: [{ name: insensitive }, { email: insensitive }] },
    take: CANDIDATES_MAX,
    orderBy: { id: 'asc' },
  })
  return lockSameName(tx, 'employee', organizationId, { rows, text })
}

type Named = { id: string; name: string; email?: string | null }

/** The database compares by a pattern, in which `_` and `%` stand for other characters. */
async function lockSameName(
  tx: Tx,
  kind: 'location' | 'employee',
  organizationId: string,
  { rows, text }: { rows: readonly Named[]; text: string },
): Promise<string | null> {
  const key = toNameKey(text)
  const row = rows.find(({ name, email }) => [name, email ?? ''].some((each) => toNameKey(each) === key))
  return row ? resolveAndLockMasterDataId(tx, kind, organizationId, row.id) : null
}
