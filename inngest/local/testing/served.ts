import type { InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import { env } from '@/server/env'
import { log } from '@/server/log'
import { inngest } from '../../client'
import { startRunner } from '../runner'
import { aRunnerDatabase, type TestDatabase } from './database'

/**
 * Runs the product's functions, as they are served, with the embedded runner. The queue has a separate database, so that work of other
 * tests is untouched; the rows are in the worker's database.
 */
export async function runServed(
  functions: InngestFunction.Any[],
): Promise<{ queue: TestDatabase; stop: () => Promise<void> }> {
  const queue = await aRunnerDatabase()
  // Events sent by the client (such as the signal for the next step) go to this runner's queue.
  const before = env.directDatabaseUrl
  env.directDatabaseUrl = queue.url
  const handler = serve({ client: inngest, functions, enableUnauthedSync: false })
  const runner = await new Promise<ReturnType<typeof startRunner>>((resolve) => {
    const started = startRunner({
      connectionString: queue.url,
      serveUrl: 'http://127.0.0.1:9/api/inngest',
      signingKey: env.inngest.signingKey,
      call: async (request) => handler(request),
      backoffMs: () => 50,
      log,
      onReady: (isReady) => isReady && resolve(started),
    })
  })
  return {
    queue,
    stop: async () => {
      await runner.stop()
      env.directDatabaseUrl = before
      await queue.drop()
    },
  }
}
