import { Inngest, type InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import { pino } from 'pino'
import { acceptEvents } from '../events'
import { type Runner, type RunnerOptions, startRunner } from '../runner'

const SIGNING_KEY = `signkey-test-${'ab'.repeat(32)}`

export function anApp(url: string, id: string) {
  const inngest = new Inngest({
    id,
    isDev: false,
    // Errors of the functions are intentional.
    logger: pino({ level: 'silent' }),
    eventKey: 'test',
    signingKey: SIGNING_KEY,
    baseUrl: 'http://embedded.invalid',
    fetch: async (_input: string | URL | Request, init?: RequestInit) =>
      Response.json({
        ids: await acceptEvents(url, JSON.parse(await new Response(init?.body ?? null).text())),
        status: 200,
      }),
  })
  return {
    inngest,
    start: (functions: InngestFunction.Any[], options: Partial<RunnerOptions> = {}): Runner => {
      const handler = serve({ client: inngest, functions, enableUnauthedSync: false })
      return startRunner({
        connectionString: url,
        serveUrl: 'http://127.0.0.1:9/api/inngest',
        signingKey: SIGNING_KEY,
        call: async (request) => handler(request),
        backoffMs: () => 50,
        log: pino({ level: 'silent' }),
        ...options,
      })
    },
  }
}
