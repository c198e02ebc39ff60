import { env } from '@/server/env'
import { queues } from '@/server/jobs/registry'
import { inngest } from './client'
import { queueFunction } from './queue-function'
import { removeOldFunction, sweepFunction } from './sweep'

export const functions = [...queues.map(queueFunction), sweepFunction, removeOldFunction]

export const serveOptions = {
  client: inngest,
  functions,
  enableUnauthedSync: false,
  ...(env.inngest.serveOrigin === undefined ? {} : { serveOrigin: env.inngest.serveOrigin }),
}
