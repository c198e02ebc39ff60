import type { ContactJob as ContactJobRow, Prisma } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Tx } from '../db'
import { NotFound } from '../errors'
import { lockRow } from '../locks'
import type { UnitOfWork } from '../unit-of-work'
import type { ContactJobKindName, ContactJobStatus } from './constants'

/** Rows by outcome. Reasons of refusals count separately. */
export type JobCounts = { [outcome: string]: number }

export type ContactJob<Spec = unknown> = Omit<ContactJobRow, 'kind' | 'status' | 'spec' | 'counts' | 'dryCounts'> & {
  kind: ContactJobKindName
  status: ContactJobStatus
  spec: Spec
  counts: JobCounts
  dryCounts: JobCounts | null
}

/**
 * What one batch came to.
 * @property position of its last row
 * @property counts of the batch, added to those of the job
 * @property next changes the status: the checkpoint starts again at 0
 */
export type JobStep = {
  position: number
  counts: JobCounts
  next?: { status: ContactJobStatus; data?: Prisma.ContactJobUncheckedUpdateInput }
}

/**
 * A job in one status, for as long as a worker goes through its batches.
 * @property load reads the next batch, outside of a transaction; a date if it has to wait until then
 * @property apply does the work of a batch in the transaction that moves the checkpoint; repeated after a deadlock
 */
export type JobRun<Batch = unknown> = {
  load(job: ContactJob): Promise<Batch | Date>
  apply(work: UnitOfWork, job: ContactJob, batch: Batch): Promise<JobStep>
  close?(): Promise<void>
}

/** What a kind of job does; `open` starts where the checkpoint is. */
export type ContactJobKind = { open: (job: ContactJob) => Promise<JobRun> }

type NewJob = { kind: ContactJobKindName; status: ContactJobStatus; spec: object; createdById: string | null }

export async function insertContactJob(tx: Tx, organizationId: string, job: NewJob): Promise<ContactJob> {
  const isRunning = job.status === 'running'
  return castJob(
    await tx.contactJob.create({
      data: { organizationId, ...job, ...(isRunning ? { dueAt: now(), startedAt: now() } : {}) },
    }),
  )
}

/** @throws {NotFound} */
export async function loadContactJob(
  organizationId: string,
  id: string,
  kind?: ContactJobKindName,
  tx: Tx = db,
): Promise<ContactJob> {
  const row = await tx.contactJob.findFirst({ where: { organizationId, id, ...(kind ? { kind } : {}) } })
  if (!row) throw new NotFound(kind === 'bulkAction' ? 'bulkAction' : 'contactImport')
  return castJob(row)
}

/** Locks the job until the transaction ends, and reads it. @throws {NotFound} */
export async function lockContactJob(
  tx: Tx,
  organizationId: string,
  id: string,
  kind?: ContactJobKindName,
): Promise<ContactJob> {
  await lockRow(tx, 'contact_job', organizationId, id)
  return loadContactJob(organizationId, id, kind, tx)
}

export function castJob(row: ContactJobRow): ContactJob {
  return row as ContactJob
}

export function addCounts(one: JobCounts, other: JobCounts): JobCounts {
  const sum = { ...one }
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Counts how often each outcome occurs. */
export function countOutcomes(outcomes: Iterable<string>): JobCounts {
  const counts: JobCounts = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
