import { serve } from 'inngest/edge'
import { afterEach, expect, it, vi } from 'vitest'
import { log } from '@/server/log'
import { inngest } from './client'
import { inngestFunctions } from './functions'

const handler = serve({ client: inngest, functions: inngestFunctions, enableUnauthedSync: false })

afterEach(() => vi.restoreAllMocks())

it.each([
  ['unsigned', '{"event":{"name":"x","data":{}}}', {}],
  ['wrongly signed', '{"event":{"name":"x","data":{}}}', { 'x-inngest-signature': 't=1&s=ab' }],
  ['empty', '', {}],
])(
  'logs a call to the jobs endpoint that is %s without a stack and writes nothing to the console',
  async (_, body, headers) => {
    const lines = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    const console = vi.spyOn(globalThis.console, 'error').mockReturnValue(undefined)
    const answer = await handler(
      new Request('http://127.0.0.1:9/api/inngest?fnId=customer-feedback-service-sweep&stepId=step', {
        method: 'POST',
        headers: { host: '127.0.0.1:9', 'content-type': 'application/json', ...headers },
        body,
      }),
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(console).not.toHaveBeenCalled()
    expect(lines.mock.calls.length).toBeGreaterThanOrEqual(1)
    for (const call of lines.mock.calls) {
      const logged = JSON.stringify(call, (_key, value: unknown) => (value instanceof Error ? value.stack : value))
      expect(logged).not.toMatch(/\n\s+at |\\n\s+at /)
    }
  },
)
