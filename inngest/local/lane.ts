import { AsyncLocalStorage } from 'node:async_hooks'
import { alertQueue } from '@/server/alerts/alert-queue'
import { digestQueue } from '@/server/digests/digest-queue'
import { type OrganizationJob, organizationWake } from '@/server/jobs/events'
import { countRuns, nudgeRun, type QueueRun, startRun } from '@/server/jobs/run-queue'
import { planRun, wake } from '@/server/jobs/wake'
import type { WorkQueue } from '@/server/jobs/work-queue'
import { log } from '@/server/log'
import { removalQueue } from '@/server/records/removal-queue'
import { tallyQueue } from '@/server/responses/tally-queue'
import { replyQueue } from '@/server/reviews/replies/reply-queue'
import { sourceQueue } from '@/server/reviews/sync/source-queue'
import { sendingQueue } from '@/server/sequences/sending/sending-queue'
import { deliveryQueue } from '@/server/webhooks/delivering/delivery-queue'

/*
 * Fast path: in the process that executes the jobs, an organization's run starts as soon as its rows are committed, without an event, a
 * queue or an HTTP call. The rows are still the source of truth: the next runner finds what a killed process had started or was about to
 * start.
 */

const JOBS: Record<OrganizationJob, WorkQueue> = {
  [deliveryQueue.job]: deliveryQueue,
  [sendingQueue.job]: sendingQueue,
  [sourceQueue.job]: sourceQueue,
  [replyQueue.job]: replyQueue,
  [removalQueue.job]: removalQueue,
  [alertQueue.job]: alertQueue,
  [tallyQueue.job]: tallyQueue,
  [digestQueue.job]: digestQueue,
}
const FAILED_PAUSE_MS = 30_000

export class Lane {
  readonly #runs = new Set<QueueRun>()
  /** Detaches runs from the request context of the caller. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #isOpen = true

  /** @returns whether a run that will see the due rows is active; if not, signal it through the queue */
  begin(name: OrganizationJob, organizationId: string): boolean {
    const job = JOBS[name]
    if (nudgeRun(job, organizationId)) return true
    if (!this.#isOpen || countRuns(job) >= job.organizationsAtOnce) return false
    this.#outside(() => void this.#run(job, organizationId))
    return true
  }

  async close(): Promise<void> {
    this.#isOpen = false
    for (const run of this.#runs) run.endSoon()
    await Promise.allSettled([...this.#runs].map(({ ended }) => ended))
  }

  async #run(job: WorkQueue, organizationId: string): Promise<void> {
    const run = startRun(job, organizationId, Infinity)
    if (run === null) return
    this.#runs.add(run)
    try {
      if ((await run.ended) === 'cut short') await wake([organizationWake(job.job, organizationId)])
    } catch (error) {
      log.warn({ err: error, organizationId, job: job.job }, 'a run failed; another one follows in half a minute')
      await planRun(job.job, organizationId, new Date(Date.now() + FAILED_PAUSE_MS)).catch((reason: unknown) =>
        log.warn({ err: reason, organizationId, job: job.job }, 'the next run is left to the sweep'),
      )
    } finally {
      this.#runs.delete(run)
    }
  }
}
