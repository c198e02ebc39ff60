import { Scheduler } from '@/server/jobs/scheduler'
import { log } from '@/server/log'
import { processState } from '@/server/process-state'
import { sendingQueue } from '@/server/sequences/sending/sending-queue'
import { deliveryQueue } from '@/server/webhooks/delivery/delivery-queue'

/*
 * A separate process that delivers webhooks and sends messages like the service. Configured by environment variables, and made to be killed.
 */

/** Tests move the due times of rows, which only a sweep notices. */
const SWEEP_EVERY_MS = 3000

// Warms up modules and connections, so that a takeover is as fast as in a service that has run for a while.
await deliveryQueue
  .listDueOrganizations(0, new Date())
  .catch((error: unknown) => log.warn({ err: error }, 'the database is away at the start'))

const scheduler = new Scheduler({ queues: [deliveryQueue, sendingQueue], tasks: [], sweepEveryMs: SWEEP_EVERY_MS })
processState.scheduler = scheduler
while (!scheduler.isReady)
  await new Promise((resolve) => {
    setTimeout(resolve, 10)
  })
process.send?.('ready')
// The parent may die before it ends this process.
process.once('disconnect', () => process.exit())
