import { now } from '../clock'
import type { Tx } from '../db'
import { transact } from '../unit-of-work'
import { moveSettings } from './move-settings'
import { type Reference, referencesToMove } from './references'
import { lockRemovals } from './remove'
import type { RecordKind } from './vocabulary'

/** Rows per table and transaction; keeps row locks short. */
const ROWS_AT_ONCE = 500
/** Delay before retrying while references are locked. */
const PAUSE_MS = 500

export type Removal = { kind: RecordKind; organizationId: string; id: string }

/**
 * Processes a merged or deleted record: moves its references in batches, then deletes the row, or keeps it without a name as a redirect to
 * the merge target. Each transaction makes progress, so a crash repeats at most one batch.
 * @param until starts no transaction after this, ms since the epoch.
 */
export async function settleRecord(removal: Removal, until: number): Promise<void> {
  for (let isOver = false; !isOver && Date.now() < until; ) isOver = await transact(({ tx }) => moveSome(tx, removal))
}

/** @returns true if no work is left for now. */
async function moveSome(tx: Tx, removal: Removal): Promise<boolean> {
  const { kind, organizationId, id } = removal
  await lockRemovals(tx, organizationId)
  const [row] = await tx.$queryRawUnsafe<{ intoId: string | null }[]>(
    `SELECT merged_into_id AS "intoId" FROM ${kind}
     WHERE organization_id = $1::uuid AND id = $2::uuid AND removal_due_at IS NOT NULL`,
    organizationId,
    id,
  )
  if (!row) return true
  const references = referencesToMove(kind, row.intoId)
  let moved = 0
  for (const reference of references) moved += await moveReferences(tx, reference, removal, row.intoId)
  if (moved > 0) return false
  if ((await isFree(tx, removal)) && !(await isNamed(tx, references, removal)) && (await forgetCounts(tx, removal)))
    await settle(tx, removal, row.intoId)
  else await postpone(tx, removal)
  return true
}

/** Skips locked rows (SKIP LOCKED) and leaves them for later. A sending is locked while its response is being written. */
async function moveReferences(
  tx: Tx,
  { table, column, isDated }: Reference,
  { organizationId, id }: Removal,
  intoId: string | null,
): Promise<number> {
  return tx.$executeRawUnsafe(
    `WITH picked AS (
       SELECT id FROM ${table} WHERE organization_id = $1::uuid AND ${column} = $2::uuid LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)
     UPDATE ${table} t SET ${column} = $3::uuid${isDated ? ', updated_at = $4::timestamptz' : ''} FROM picked
     WHERE t.organization_id = $1::uuid AND t.id = picked.id`,
    organizationId,
    id,
    intoId,
    ...(isDated ? [now()] : []),
  )
}

/** True if all transactions that resolved the record before its removal have committed: nothing holds its FOR KEY SHARE lock. */
async function isFree(tx: Tx, { kind, organizationId, id }: Removal): Promise<boolean> {
  const held = await tx.$queryRawUnsafe<object[]>(
    `SELECT id FROM ${kind} WHERE organization_id = $1::uuid AND id = $2::uuid FOR UPDATE SKIP LOCKED`,
    organizationId,
    id,
  )
  return held.length > 0
}

async function isNamed(tx: Tx, references: readonly Reference[], { organizationId, id }: Removal): Promise<boolean> {
  if (references.length === 0) return false
  const named = references.map(
    ({ table, column }) => `EXISTS (SELECT FROM ${table} WHERE organization_id = $1::uuid AND ${column} = $2::uuid)`,
  )
  const [row] = await tx.$queryRawUnsafe<{ isNamed: boolean }[]>(
    `SELECT ${named.join(' OR ')} AS "isNamed"`,
    organizationId,
    id,
  )
  return row?.isNamed ?? false
}

/** Deletes the list counters of a location, which are zero by now. @returns false while they are being compacted. */
async function forgetCounts(tx: Tx, { kind, organizationId, id }: Removal): Promise<boolean> {
  if (kind !== 'location') return true
  const [row] = await tx.$queryRaw<{ isMine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('list_change ' || ${organizationId}::uuid, 0)) AS "isMine"`
  if (!row?.isMine) return false
  for (const table of ['list_change', 'list_total'])
    await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE organization_id = $1::uuid AND list = location_list($2::uuid)`,
      organizationId,
      id,
    )
  return true
}

async function settle(tx: Tx, { kind, organizationId, id }: Removal, intoId: string | null): Promise<void> {
  // Again: a form submitted during the removal may have referenced the record.
  await moveSettings(tx, kind, organizationId, id, intoId)
  if (intoId === null)
    await tx.$executeRawUnsafe(
      `DELETE FROM ${kind} WHERE organization_id = $1::uuid AND id = $2::uuid`,
      organizationId,
      id,
    )
  else
    await tx.$executeRawUnsafe(
      `UPDATE ${kind} SET name = '', ${kind === 'employee' ? 'email = NULL, ' : ''}removal_due_at = NULL
       WHERE organization_id = $1::uuid AND id = $2::uuid`,
      organizationId,
      id,
    )
}

async function postpone(tx: Tx, { kind, organizationId, id }: Removal): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE ${kind} SET removal_due_at = $3::timestamptz WHERE organization_id = $1::uuid AND id = $2::uuid`,
    organizationId,
    id,
    new Date(now().getTime() + PAUSE_MS),
  )
}
