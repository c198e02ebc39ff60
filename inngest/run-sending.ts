import { now } from '@/server/clock'
import { runSending } from '@/server/sequences/steps'
import { inngest, sendingQueued } from './client'

const DAY_MS = 24 * 60 * 60 * 1000
/** An engine keeps every step of a run: a run that has looked so often hands over to a fresh one. */
const MAX_TURNS = 200

type Turn = { state: 'ended' | 'parked' } | { state: 'waiting'; wakeAt: string }

/**
 * Takes one person through a sequence: does what is due, sleeps, and looks again. It remembers nothing between its turns
 * but when to wake; the rows say what is next. A second run of the same sending is harmless, and a sleep is at most a
 * day, so that no engine's limits and no edit of the sequence are missed for longer.
 */
export const runSendingFunction = inngest.createFunction(
  {
    id: 'run-sending',
    triggers: [sendingQueued],
    // Only the infrastructure fails here; what the mail server says is in the rows.
    retries: 10,
    concurrency: [{ key: 'event.data.organizationId', limit: 10 }, { limit: 50 }],
  },
  async ({ event, step }) => {
    const { organizationId, sendingId } = event.data
    for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
      const found = await step.run(`turn-${turn}`, () => takeTurn(organizationId, sendingId))
      if (found.state !== 'waiting') return found
      await step.sleepUntil(`sleep-${turn}`, new Date(found.wakeAt))
    }
    await step.sendEvent('continue', sendingQueued.create({ organizationId, sendingId }))
    return { state: 'continued' as const }
  },
)

async function takeTurn(organizationId: string, sendingId: string): Promise<Turn> {
  const found = await runSending(organizationId, sendingId)
  if (found.state !== 'waiting') return found
  return { state: 'waiting', wakeAt: new Date(Math.min(found.until.getTime(), now().getTime() + DAY_MS)).toISOString() }
}
