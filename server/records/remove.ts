import { audit } from '../audit/audit'
import { now } from '../clock'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { removalsDue } from '../jobs/events'
import { sentence } from '../messages/sentence'
import { transact } from '../unit-of-work'
import { moveSettings } from './move-settings'
import { holdRecord, lockRecord } from './record-list'
import type { DeletedRecord, MergedRecord, MergeRecord } from './schema'
import type { RecordKind } from './vocabulary'

/*
 * A record that is merged or deleted is out of every list and form at once, however much refers to it. Its row stays and says
 * what is to become of that, and a job does it (settle-record.ts).
 */

/**
 * What refers to it refers to nothing then; responses and sendings keep its id, for that is what was.
 * @throws {NotFound}
 */
export async function deleteRecord(kind: RecordKind, organizationId: string, id: string): Promise<DeletedRecord> {
  await remove(kind, organizationId, id, null)
  return { id, deleted: true }
}

/**
 * Whatever refers to it refers to the other one then, and its id means the other one from now on.
 * @throws {NotFound} @throws {ValidationError} when the other one is not there, or is the same.
 */
export async function mergeRecord(
  kind: RecordKind,
  organizationId: string,
  { id, intoId }: MergeRecord,
): Promise<MergedRecord> {
  if (id.toLowerCase() === intoId.toLowerCase())
    throw new ValidationError({ intoId: [sentence('record.mergeWithItself')] })
  await remove(kind, organizationId, id, intoId)
  return { id, mergedIntoId: intoId }
}

async function remove(kind: RecordKind, organizationId: string, id: string, intoId: string | null): Promise<void> {
  await transact(async ({ tx, wake }) => {
    await lockRemovals(tx, organizationId)
    await lockRecord(tx, kind, organizationId, id)
    if (intoId !== null && !(await holdRecord(tx, kind, organizationId, intoId)))
      throw new ValidationError({ intoId: [sentence(UNKNOWN[kind])] })
    await moveSettings(tx, kind, organizationId, id, intoId)
    const at = now()
    // What was merged into it before goes where it goes; what means nothing any more is settled anew.
    await tx.$executeRawUnsafe(
      `UPDATE ${kind} SET merged_into_id = $3::uuid, removal_due_at = CASE WHEN $3::uuid IS NULL THEN $4::timestamptz ELSE removal_due_at END
       WHERE organization_id = $1::uuid AND merged_into_id = $2::uuid`,
      organizationId,
      id,
      intoId,
      at,
    )
    await tx.$executeRawUnsafe(
      `UPDATE ${kind} SET removed_at = $4::timestamptz, removal_due_at = $4::timestamptz, merged_into_id = $3::uuid
       WHERE organization_id = $1::uuid AND id = $2::uuid`,
      organizationId,
      id,
      intoId,
      at,
    )
    await auditRemoval(tx, kind, organizationId, { id, intoId })
    wake(removalsDue(organizationId))
  })
}

async function auditRemoval(
  tx: Tx,
  kind: RecordKind,
  organizationId: string,
  { id, intoId }: { id: string; intoId: string | null },
): Promise<void> {
  const rows = await tx.$queryRawUnsafe<{ id: string; name: string }[]>(
    `SELECT id, name FROM ${kind} WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[])`,
    organizationId,
    [id, ...(intoId === null ? [] : [intoId])],
  )
  const nameOf = (wanted: string) => rows.find((row) => row.id === wanted.toLowerCase())?.name ?? null
  const record = { type: AUDITED_AS[kind], id, name: nameOf(id) } as const
  if (intoId === null) await audit(organizationId, { action: 'record.deleted', record })
  else {
    const changes = [{ field: 'mergedInto', from: null, to: nameOf(intoId) }]
    await audit(organizationId, { action: 'record.merged', record, changes })
  }
}

const AUDITED_AS = { location: 'location', employee: 'employee', contact_organization: 'company' } as const

/** One at a time in an organization: no two of them wait for each other in a circle, and none merges into one that goes. */
export async function lockRemovals(tx: Tx, organizationId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('remove records of ' || ${organizationId}::text, 0))::text`
}

const UNKNOWN = {
  location: 'contact.noLocation',
  employee: 'contact.noEmployee',
  contact_organization: 'contact.noOrganization',
} as const
