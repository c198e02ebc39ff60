import { now } from '@/server/clock'
import { isRunPlanned, markSignalsInFlight, recordPlannedRun, recordSignalReceived } from '@/server/jobs/queries'
import { type JobSignal, type QueueName, SERVICE_PARTITION } from '@/server/jobs/queue-names'
import { withTimeout } from '@/server/jobs/with-timeout'
import { log } from '@/server/log'
import { sendEvents } from './client'

const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1000

const isServiceSignal = ({ organizationId }: { organizationId: string }) => organizationId === SERVICE_PARTITION

/** Sends events for due work, but none for an organization that has one in flight. Takes no longer than a few seconds. */
export async function sendSignals(signals: readonly JobSignal[]): Promise<void> {
  const tracked = signals.filter((signal) => !isServiceSignal(signal))
  const admitted = tracked.length === 0 ? [] : await withTimeout(markSignalsInFlight(tracked))
  const events = [...signals.filter(isServiceSignal), ...admitted]
  const isSent = await sendEvents(events.map(({ queue: name, organizationId }) => ({ name, data: { organizationId } })))
  if (!isSent) await Promise.all(admitted.map(clearInFlight))
}

export async function scheduleRun(queue: QueueName, organizationId: string, due: Date): Promise<void> {
  if (due <= now()) return sendSignals([{ queue, organizationId }])
  const at = new Date(Math.min(due.getTime(), now().getTime() + LONGEST_SLEEP_MS))
  const isTracked = !isServiceSignal({ organizationId })
  if (isTracked && (await isRunPlanned(queue, organizationId, at))) return
  const isSent = await sendEvents([{ name: queue, data: { organizationId, at: at.toISOString() } }])
  // Recorded after sending: a crash in between leaves a redundant event, not a missing one.
  if (isSent && isTracked) await recordPlannedRun(queue, organizationId, at)
}

async function clearInFlight({ queue, organizationId }: JobSignal): Promise<void> {
  await recordSignalReceived(queue, organizationId).catch((error: unknown) =>
    log.debug({ err: error, organizationId }, 'an event that was not sent counts as in flight for a minute'),
  )
}

export async function afterResponse(work: () => Promise<void>): Promise<void> {
  // Imported lazily: programs outside Next have no requests, and may lack the package.
  const { after } = await import('next/server')
  try {
    after(work)
  } catch {
    // Not in a request: a job or a command.
    await work()
  }
}
