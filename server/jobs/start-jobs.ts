import { env } from '../env'
import { log } from '../log'
import { processState } from '../process-state'
import { queues, tasks } from './registry'
import { Scheduler } from './scheduler'

/**
 * Starts the driver of the jobs in this process: the scheduler, or with an Inngest server the registration of this app there. Neither on
 * Vercel, where nothing may outlive a request, nor during a build. Does not wait.
 */
export function startJobs(): void {
  if (env.isVercel || env.isBuild || processState.scheduler) return
  if (env.areJobsPaused) return log.warn('PAUSE_JOBS is 1: nothing is sent, and no other job runs')
  if (env.jobs === 'inngest') {
    import('@/inngest/register-app')
      .then(({ keepAppRegistered }) => keepAppRegistered())
      .catch((error: unknown) => log.error({ err: error }, 'the registration with the Inngest server ended'))
    return
  }
  const scheduler = new Scheduler({ queues, tasks })
  processState.scheduler = scheduler
  const stop = () => void scheduler.stop()
  processState.shutdown.set('scheduler', () => scheduler.stop())
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
