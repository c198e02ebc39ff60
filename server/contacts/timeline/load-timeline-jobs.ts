import type { ContactJob } from '@/prisma/generated/client'
import { castBulkActionJob, type UndoBulkActionSpec } from '../../bulk-actions/bulk-action-job-payload'
import { castJob } from '../../contact-jobs/contact-job'
import { db } from '../../db'
import { castImportJob } from '../../imports/contacts/import-spec'
import type { UndoSpec } from '../../imports/contacts/undo/undo-import-job'
import type { TimelineJob } from './schema'

type Job = TimelineJob & { createdById: string | null }

/** Imports and bulk actions by the ids of the jobs that changed a contact: their own, or those of their undo. */
export async function loadTimelineJobs(organizationId: string, ids: readonly string[]): Promise<Map<string, Job>> {
  const jobs = await readJobs(organizationId, ids)
  const undone = await readJobs(
    organizationId,
    jobs.flatMap((job) => readUndoneId(job) ?? []),
  )
  const byId = new Map([...jobs, ...undone].map((job) => [job.id, job]))
  const entries = jobs.flatMap((job): [string, Job][] => {
    const undoneId = readUndoneId(job)
    const source = byId.get(undoneId ?? job.id)
    // Their events name the sequence themselves.
    if (job.kind === 'sendingAction') return []
    return source ? [[job.id, presentJob(source, job.createdById, undoneId !== null)]] : []
  })
  return new Map(entries)
}

async function readJobs(organizationId: string, ids: readonly string[]): Promise<ContactJob[]> {
  return ids.length === 0 ? [] : db.contactJob.findMany({ where: { organizationId, id: { in: [...new Set(ids)] } } })
}

function readUndoneId({ kind, spec }: ContactJob): string | null {
  if (kind === 'undoImport') return (spec as UndoSpec).importId
  return kind === 'undoBulkAction' ? (spec as UndoBulkActionSpec).jobId : null
}

function presentJob(row: ContactJob, createdById: string | null, isUndo: boolean): Job {
  const common = { id: row.id, isUndo, createdById }
  if (row.kind === 'import') return { ...common, kind: 'import', fileName: castImportJob(castJob(row)).spec.fileName }
  const { action, recordName } = castBulkActionJob(castJob(row)).spec
  return { ...common, kind: 'bulkAction', action, recordName }
}
