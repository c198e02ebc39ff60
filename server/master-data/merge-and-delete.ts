import { replaceLocationInAlertRules } from '../alerts/rule-references'
import { audit } from '../audit/audit'
import { now } from '../clock'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { acquireAdvisoryLock } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { moveLocationReviewLinks } from '../organizations/review-links'
import { replaceMappedLocation } from '../reviews/connections/replace-mapped-location'
import { replaceRecordInSharedResults } from '../shared-results/queries'
import { transact } from '../unit-of-work'
import type { MasterDataKind } from './constants'
import { lockMasterDataEntry, lockMasterDataEntryIfExists } from './list-master-data'
import { getPrismaModel } from './queries'
import type { DeletedMasterDataEntry, MergedMasterDataEntry } from './schema'

/*
 * Merged and deleted entries disappear from lists and forms at once, regardless of the number of references. The row stays, marked with its
 * target, until a job has moved the references.
 */

/** Clears references to the entry; responses and sendings keep its id as history. @throws {NotFound} */
export async function deleteMasterDataEntry(
  kind: MasterDataKind,
  organizationId: string,
  id: string,
): Promise<DeletedMasterDataEntry> {
  await removeMasterDataEntry(kind, organizationId, id, null)
  return { id, deleted: true }
}

/**
 * Moves references to the target entry; the id resolves to the target from now on.
 * @throws {NotFound} @throws {ValidationError} if the target does not exist or is the same entry.
 */
export async function mergeMasterDataEntry(
  kind: MasterDataKind,
  organizationId: string,
  { id, intoId }: { id: string; intoId: string },
): Promise<MergedMasterDataEntry> {
  if (id.toLowerCase() === intoId.toLowerCase())
    throw new ValidationError({ intoId: [localizableMessage('record.mergeWithItself')] })
  await removeMasterDataEntry(kind, organizationId, id, intoId)
  return { id, mergedIntoId: intoId }
}

async function removeMasterDataEntry(kind: MasterDataKind, organizationId: string, id: string, intoId: string | null) {
  await transact(async ({ tx, signal }) => {
    await acquireRemovalLock(tx, organizationId)
    await lockMasterDataEntry(tx, kind, organizationId, id)
    if (intoId !== null && !(await lockMasterDataEntryIfExists(tx, kind, organizationId, intoId)))
      throw new ValidationError({ intoId: [localizableMessage(UNKNOWN_TARGET[kind])] })
    await reassignReferencesInSettings(tx, kind, organizationId, id, intoId)
    const at = now()
    const records = getPrismaModel(tx, kind)
    // Records merged into this one are redirected to its target; without a target they are processed again.
    await records.updateMany({
      where: { organizationId, mergedIntoId: id },
      data: intoId === null ? { mergedIntoId: null, removalDueAt: at } : { mergedIntoId: intoId },
    })
    await records.updateMany({
      where: { organizationId, id },
      data: { removedAt: at, removalDueAt: at, mergedIntoId: intoId },
    })
    await auditRemoval(tx, kind, organizationId, { id, intoId })
    signal({ queue: 'records/removals', organizationId })
  })
}

async function auditRemoval(
  tx: Tx,
  kind: MasterDataKind,
  organizationId: string,
  { id, intoId }: { id: string; intoId: string | null },
): Promise<void> {
  const rows = await getPrismaModel(tx, kind).findMany({
    where: { organizationId, id: { in: [id, ...(intoId === null ? [] : [intoId])] } },
    select: { id: true, name: true },
  })
  const findName = (recordId: string) => rows.find((row) => row.id === recordId.toLowerCase())?.name ?? null
  const record = { type: AUDIT_TYPES[kind], id, name: findName(id) } as const
  if (intoId === null) await audit(organizationId, { action: 'record.deleted', record })
  else {
    const changes = [{ field: 'mergedInto', from: null, to: findName(intoId) }]
    await audit(organizationId, { action: 'record.merged', record, changes })
  }
}

const AUDIT_TYPES = { location: 'location', employee: 'employee', contact_organization: 'company' } as const

/**
 * Moves references in settings (JSON or query strings): review source places, review links, alert rules, shared results and saved views. They are few, so
 * this happens in one transaction. A view that filters by a deleted entry is kept, and matches nothing.
 */
export async function reassignReferencesInSettings(
  tx: Tx,
  kind: MasterDataKind,
  organizationId: string,
  from: string,
  to: string | null,
): Promise<void> {
  if (kind === 'location') {
    await replaceMappedLocation(tx, organizationId, from, to)
    await moveLocationReviewLinks(tx, organizationId, from, to)
    if (to !== null) await replaceLocationInAlertRules(tx, organizationId, from, to)
  }
  if (to === null) return
  await replaceRecordInSharedResults(tx, organizationId, { kind, id: from, intoId: to })
  const views = await tx.savedView.findMany({ where: { organizationId, query: { contains: from } } })
  for (const { id, query } of views)
    await tx.savedView.updateMany({ where: { organizationId, id, query }, data: { query: query.replaceAll(from, to) } })
}

/** Serializes removals per organization: avoids deadlocks, and merges into an entry that is being removed. */
export function acquireRemovalLock(tx: Tx, organizationId: string): Promise<void> {
  return acquireAdvisoryLock(tx, `remove records of ${organizationId}`)
}

const UNKNOWN_TARGET = {
  location: 'contact.noLocation',
  employee: 'contact.noEmployee',
  contact_organization: 'contact.noOrganization',
} as const
