import { env } from '@/server/env'
import { queues } from '@/server/jobs/registry'
import { inngest } from './client'
import { createQueueFunction } from './queue-function'
import { retentionFunction, sweepFunction } from './sweep'

export const inngestFunctions = [...queues.map(createQueueFunction), sweepFunction, retentionFunction]

export const serveOptions = {
  client: inngest,
  functions: inngestFunctions,
  enableUnauthedSync: false,
  ...(env.inngest.serveOrigin === undefined ? {} : { serveOrigin: env.inngest.serveOrigin }),
}
