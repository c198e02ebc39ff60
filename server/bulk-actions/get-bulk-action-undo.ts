import { DAY_MS, now } from '../clock'
import { isActiveStatus } from '../contact-jobs/constants'
import { addCounts, type ContactJob, castJob, type JobCounts } from '../contact-jobs/contact-job'
import { db } from '../db'
import { groupBy } from '../group-by'
import type { BulkActionJob, UndoBulkActionSpec } from './bulk-action-job-payload'
import { ITEM_RETENTION_DAYS, isUndoable, UNDO_OUTCOMES } from './constants'
import type { BulkAction } from './schema'

type Undo = BulkAction['undo']

/** Whether bulk actions of one organization can be undone, or what came of their undoing. */
export async function getBulkActionUndos(
  organizationId: string,
  jobs: readonly BulkActionJob[],
): Promise<{ job: BulkActionJob; undo: Undo }[]> {
  const undos = await listUndos(organizationId, jobs)
  return jobs.map((job) => ({ job, undo: getBulkActionUndo(job, undos.get(job.id) ?? []) }))
}

/** @param undos its undo jobs, oldest first: one that failed may be followed by another, which goes on with the rest */
function getBulkActionUndo(job: BulkActionJob, undos: readonly ContactJob[]): Undo {
  const counts = undos.reduce<JobCounts>((sum, undo) => addCounts(sum, undo.counts), {})
  const restored = counts['restored'] ?? 0
  const all = UNDO_OUTCOMES.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  const status = undos.at(-1)?.status
  const isFinal = status === 'done' || status === 'failed'
  const state = status === undefined ? describePossibility(job) : isFinal ? status : 'running'
  return { state, restored, kept: all - restored }
}

function describePossibility({ spec, status, counts, finishedAt }: BulkActionJob): Undo['state'] {
  if (!isUndoable(spec.action.type)) return 'never'
  if (isActiveStatus(status) || finishedAt === null || (counts['changed'] ?? 0) === 0) return 'none'
  return finishedAt.getTime() < now().getTime() - ITEM_RETENTION_DAYS * DAY_MS ? 'expired' : 'possible'
}

async function listUndos(organizationId: string, jobs: readonly BulkActionJob[]): Promise<Map<string, ContactJob[]>> {
  const rows = await db.contactJob.findMany({
    where: {
      organizationId,
      kind: 'undoBulkAction',
      OR: jobs.map(({ id }) => ({ spec: { path: ['jobId'], equals: id } })),
    },
    orderBy: { createdAt: 'asc' },
  })
  return groupBy(rows.map(castJob), ({ spec }) => (spec as UndoBulkActionSpec).jobId)
}
