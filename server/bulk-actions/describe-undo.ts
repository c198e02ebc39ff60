import { isActiveStatus } from '../contact-jobs/constants'
import { type ContactJob, castJob, type JobCounts } from '../contact-jobs/contact-job'
import { db } from '../db'
import type { BulkActionJob } from './bulk-action-spec'
import { isUndoable, UNDO_OUTCOMES } from './constants'
import type { BulkAction } from './schema'

/** Whether a bulk action can be undone, or what came of its undoing. */
export async function describeUndo(job: BulkActionJob): Promise<BulkAction['undo']> {
  const undo = await findUndo(job)
  if (undo === null) return { state: await describePossibility(job), restored: 0, kept: 0 }
  const state = undo.status === 'done' || undo.status === 'failed' ? undo.status : 'running'
  return { state, ...countUndone(undo.counts) }
}

async function describePossibility(job: BulkActionJob): Promise<'never' | 'none' | 'possible' | 'expired'> {
  const { organizationId, id, spec, status, counts } = job
  if (!isUndoable(spec.action.type)) return 'never'
  if (isActiveStatus(status) || (counts['changed'] ?? 0) === 0) return 'none'
  const hasItems = await db.contactJobItem.count({ where: { organizationId, jobId: id }, take: 1 })
  return hasItems > 0 ? 'possible' : 'expired'
}

async function findUndo({ organizationId, id }: BulkActionJob): Promise<ContactJob | null> {
  const row = await db.contactJob.findFirst({
    where: { organizationId, kind: 'undoBulkAction', spec: { path: ['jobId'], equals: id } },
    orderBy: { createdAt: 'desc' },
  })
  return row && castJob(row)
}

function countUndone(counts: JobCounts): { restored: number; kept: number } {
  const restored = counts['restored'] ?? 0
  const all = UNDO_OUTCOMES.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  return { restored, kept: all - restored }
}
