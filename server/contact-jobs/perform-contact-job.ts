import { type ActorContext, runAsActor } from '../actor-context'
import { now } from '../clock'
import { db } from '../db'
import { lockRow } from '../locks'
import { log } from '../log'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { transact } from '../unit-of-work'
import { isActiveStatus } from './constants'
import { addCounts, type ContactJob, castJob, type JobRun, type JobStep } from './contact-job'
import { contactJobKinds } from './contact-job-kinds'
import { JobFailure } from './job-failure'

const MAX_FAILURES = 5
const RETRY_MS = 10_000

/**
 * Performs a job batch by batch until it is finished, has to wait, or `until` has passed. Each batch is one transaction that does the work and
 * moves the checkpoint under the lock of the job: a process that is killed anywhere, or two at once, neither double nor lose a row.
 * @param until ms since the epoch; at least one batch is performed
 */
export async function performContactJob(organizationId: string, id: string, until: number): Promise<void> {
  try {
    const job = await findActiveJob(organizationId, id)
    if (job !== null) await runAsActor(await loadActorContext(job), () => performStatuses(job, until))
  } catch (error) {
    await recordFailure(organizationId, id, error)
    if (!(error instanceof JobFailure)) throw error
  }
}

/** Timelines and audit entries name the member who started the job. */
async function loadActorContext({ id, createdById }: ContactJob): Promise<ActorContext> {
  const user =
    createdById === null
      ? null
      : await db.user.findUnique({ where: { id: createdById }, select: { id: true, name: true } })
  const actor = user ? ({ type: 'user', ...user } as const) : ({ type: 'system', id: null, name: null } as const)
  return { actor, origin: UNKNOWN_REQUEST_ORIGIN, contactJobId: id }
}

async function performStatuses(started: ContactJob, until: number): Promise<void> {
  for (let job: ContactJob | null = started; job !== null; ) job = await performStatus(job, until)
}

async function findActiveJob(organizationId: string, id: string): Promise<ContactJob | null> {
  const row = await db.contactJob.findFirst({ where: { organizationId, id } })
  const job = row && castJob(row)
  return job && isActiveStatus(job.status) ? job : null
}

/** @returns the job in its next status; null if it is finished, or goes on later */
async function performStatus(started: ContactJob, until: number): Promise<ContactJob | null> {
  const run = await contactJobKinds[started.kind].open(started)
  try {
    for (let job: ContactJob | null = started; ; ) {
      job = await performBatch(run, job)
      if (job === null) return null
      if (Date.now() >= until) return yieldToOtherJobs(job)
      if (job.status !== started.status) return job
    }
  } finally {
    await run.close?.()
  }
}

/** @returns null if the job ended, waits, or was changed by others meanwhile */
async function performBatch(run: JobRun, job: ContactJob): Promise<ContactJob | null> {
  const { organizationId, id } = job
  const batch = await run.load(job)
  if (batch instanceof Date) {
    await db.contactJob.updateMany({ where: { organizationId, id, ...toCheckpoint(job) }, data: { dueAt: batch } })
    return null
  }
  return transact(async (work) => {
    const { tx } = work
    await lockRow(tx, 'contact_job', organizationId, id)
    const isCurrent = await tx.contactJob.count({ where: { organizationId, id, ...toCheckpoint(job) } })
    if (isCurrent === 0) return null
    const step = await run.apply(work, job, batch)
    const saved = castJob(
      await tx.contactJob.update({ where: { organizationId, id }, data: { failures: 0, ...toColumns(job, step) } }),
    )
    return isActiveStatus(saved.status) ? saved : null
  })
}

function toCheckpoint({ status, position, revision }: ContactJob) {
  return { status, position, revision }
}

function toColumns(job: ContactJob, { position, counts, next }: JobStep) {
  const sum = addCounts(job.counts, counts)
  if (next === undefined) return { position, counts: sum }
  const isActive = isActiveStatus(next.status)
  return {
    status: next.status,
    position: 0,
    counts: sum,
    dueAt: isActive ? now() : null,
    finishedAt: next.status === 'done' || next.status === 'failed' ? now() : null,
    ...next.data,
  }
}

/** Behind the other jobs of the organization. */
async function yieldToOtherJobs({ organizationId, id }: ContactJob): Promise<null> {
  await db.contactJob.updateMany({ where: { organizationId, id, dueAt: { not: null } }, data: { dueAt: now() } })
  return null
}

/** A fault of the input ends the job; an internal error is tried again a few times from the checkpoint. */
async function recordFailure(organizationId: string, id: string, error: unknown): Promise<void> {
  const fault = error instanceof JobFailure ? error.reason : null
  await transact(async ({ tx }) => {
    await lockRow(tx, 'contact_job', organizationId, id)
    const job = await tx.contactJob.findFirst({ where: { organizationId, id, dueAt: { not: null } } })
    if (!job) return
    const failures = job.failures + 1
    const isFinal = fault !== null || failures >= MAX_FAILURES
    if (isFinal && fault === null) log.error({ err: error, organizationId, job: id }, 'a contact job was given up')
    const data = isFinal
      ? { status: 'failed', error: fault ?? { code: 'internal', details: {} }, dueAt: null, finishedAt: now() }
      : { dueAt: new Date(now().getTime() + RETRY_MS * failures) }
    await tx.contactJob.update({ where: { organizationId, id }, data: { failures, ...data } })
  })
}
