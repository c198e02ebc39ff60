import { afterResponse, sendSignals } from '@/inngest/signals'
import { queryRows } from '../db'
import { env } from '../env'
import { log } from '../log'
import { processState } from '../process-state'
import { SIGNAL_CHANNEL } from './leadership'
import type { JobSignal } from './queue-names'
import { withTimeout } from './with-timeout'

/**
 * Signals committed work to the process that executes it: this one, another one on this machine, or an Inngest server. Never throws and never
 * takes long: if a signal is lost, the sweep finds the rows.
 */
export async function signalJobs(events: readonly JobSignal[]): Promise<void> {
  const distinct = new Map(events.map((event) => [`${event.queue} ${event.organizationId}`, event]))
  const isRemote = ({ queue, organizationId }: JobSignal) =>
    processState.scheduler?.signal(queue, organizationId) !== true
  const remote = [...distinct.values()].filter(isRemote)
  if (remote.length === 0) return
  try {
    await (env.jobs === 'embedded' ? withTimeout(notify(remote)) : sendSignals(remote))
  } catch (error) {
    log.warn({ err: error, signals: remote.length }, 'the jobs were not signaled; the sweep will')
  }
}

export async function signalJobsAfterResponse(events: readonly JobSignal[]): Promise<void> {
  if (env.jobs === 'embedded') await signalJobs(events)
  else await afterResponse(() => signalJobs(events))
}

async function notify(events: readonly JobSignal[]): Promise<void> {
  await queryRows({
    name: 'notify-jobs',
    text: `SELECT pg_notify('${SIGNAL_CHANNEL}', payload) FROM unnest($1::text[]) AS payload`,
    values: [events.map(({ queue, organizationId }) => JSON.stringify([queue, organizationId]))],
  })
}
