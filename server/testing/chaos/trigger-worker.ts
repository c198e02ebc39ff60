import { triggerQueue } from '@/server/sequences/trigger-addresses/trigger-queue'
import { runQueue } from '../queues'

/* A separate process that decides on the requests to trigger addresses of the organization it is told, and is made to be killed. */

process.on('message', (organizationId: string) => {
  void runQueue(triggerQueue, organizationId).then(
    () => process.send?.('done'),
    () => process.send?.('failed'),
  )
})
process.send?.('ready')
process.once('disconnect', () => process.exit())
