import { AsyncLocalStorage } from 'node:async_hooks'
import type { DueJob } from '@/server/jobs/due-job'
import { countRuns, type DueRun, ringDue, startDue } from '@/server/jobs/run-due'
import { type OrganizationJob, planRun, wake, wakeOf } from '@/server/jobs/wake'
import { log } from '@/server/log'
import { dueSendings } from '@/server/sequences/due'
import { dueDeliveries } from '@/server/webhooks/due-deliveries'

/*
 * The short way from a cause to its effect: in the process that executes the jobs, an organization's run begins as soon as its
 * rows are committed, without an event, a queue and a call in between. The rows are the promise here as everywhere: what a
 * killed process had begun, or was about to, the next runner finds when it starts.
 */

const JOBS: Record<OrganizationJob, DueJob> = {
  [dueDeliveries.job]: dueDeliveries,
  [dueSendings.job]: dueSendings,
} as Record<OrganizationJob, DueJob>
const FAILED_PAUSE_MS = 30_000

export class Lane {
  readonly #runs = new Set<DueRun>()
  /** A run belongs to nobody's request, whoever's wake began it. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #isOpen = true

  /** @returns whether a run that looks at what is due now is under way; if not, it has to be woken through the queue. */
  begin(name: OrganizationJob, organizationId: string): boolean {
    const job = JOBS[name]
    if (ringDue(job, organizationId)) return true
    if (!this.#isOpen || countRuns(job) >= job.organizationsAtOnce) return false
    this.#outside(() => void this.#run(job, organizationId))
    return true
  }

  /** Begins nothing more; what is under way ends. Settles when nothing is. */
  async close(): Promise<void> {
    this.#isOpen = false
    for (const run of this.#runs) run.endSoon()
    await Promise.allSettled([...this.#runs].map(({ ended }) => ended))
  }

  async #run(job: DueJob, organizationId: string): Promise<void> {
    const run = startDue(job, organizationId, Infinity)
    if (run === null) return
    this.#runs.add(run)
    try {
      if ((await run.ended) === 'cut short') await wake([wakeOf(job.job, organizationId)])
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
