import type { BulkActionSpec } from '../../bulk-actions/bulk-action-job-payload'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

/** A bulk action that is running, and one that can be undone. */
export function addBulkActions(rows: RowBatch, base: TenantColumns, canary: string, contact: string) {
  const spec = {
    action: { type: 'addTags' as const, tags: [canary] },
    recordName: `Record ${canary}`,
  } satisfies BulkActionSpec
  const add = (status: string, data: object) =>
    rows.add('ContactJob', { ...base, kind: 'bulkAction', status, spec, total: 1, startedAt: new Date(), ...data })
  const runningAction = add('running', { counts: {} })
  const finishedAction = add('done', { counts: { changed: 1 }, finishedAt: new Date() })
  for (const jobId of [runningAction, finishedAction])
    rows.add('ContactJobItem', {
      ...base,
      jobId,
      position: 1,
      contactId: contact,
      outcome: jobId === finishedAction ? 'changed' : 'pending',
      undoData: { changes: { tags: [[], [canary]] } },
    })
  return { runningAction, finishedAction }
}
