import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { Notes, on, useScenarios } from './testing/scenarios'
import { WAIT } from './testing/wait'

const notes = new Notes()
const readiness: boolean[] = []
let finish: () => void = () => undefined

const scenarios = useScenarios(
  (inngest) => [
    inngest.createFunction(on('journey'), async ({ step, event }) => {
      const say = (what: string) => notes.say(`${what} ${String(event.data.who)}`)
      await step.run('before', () => say('before'))
      await step.sleep('nap', '2s')
      await step.run('after', () => say('after'))
    }),
    inngest.createFunction(on('long'), async ({ step }) => {
      await step.run('work', async () => {
        notes.say('long begins')
        await new Promise<void>((resolve) => {
          finish = resolve
        })
      })
      await step.run('more', () => notes.say('long goes on'))
    }),
  ],
  { onReady: (isReady) => readiness.push(isReady) },
)

async function cutConnections(): Promise<void> {
  const admin = new Client({ connectionString: process.env.DATABASE_URL })
  await admin.connect()
  // Client backends only: autovacuum workers belong to a superuser.
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
    [new URL(scenarios.database.url).pathname.slice(1)],
  )
  await admin.end()
}

it('a sleeping run continues after PostgreSQL has cut every connection', async () => {
  await scenarios.send('journey', { who: 'sleeper' })
  await vi.waitFor(() => expect(notes.count('before sleeper')).toBe(1), WAIT)
  await cutConnections()
  await scenarios.endsOf('journey')
  expect([notes.count('before sleeper'), notes.count('after sleeper')]).toEqual([1, 1])
  expect(readiness.includes(false)).toBe(true)
  expect(readiness.at(-1)).toBe(true)
})

it('does not repeat a running step when PostgreSQL cuts every connection', async () => {
  await scenarios.send('long')
  await vi.waitFor(() => expect(notes.count('long begins')).toBe(1), WAIT)
  const terms = readiness.length
  await cutConnections()
  // After leadership is lost and regained, the queue hands out the same job again, and it joins the running step.
  await vi.waitFor(() => expect(readiness.slice(terms)).toEqual([false, true]), WAIT)
  await scenarios.send('journey', { who: 'next' })
  await scenarios.endsOf('journey', 2)
  finish()
  await scenarios.endsOf('long')
  expect([notes.count('long begins'), notes.count('long goes on')]).toEqual([1, 1])
})
