import { NonRetriableError, RetryAfterError } from 'inngest'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readFunctions } from './functions'
import type { Runner } from './runner'
import { anApp } from './testing/app'
import { aRunnerDatabase, type TestDatabase } from './testing/database'

const WAIT = { timeout: 15_000, interval: 20 }

let database: TestDatabase
let runner: Runner & { ready: Promise<void> }
let app: ReturnType<typeof anApp>
const seen: string[] = []
const active = { all: 0, most: 0, byKey: new Map<string, number>(), mostByKey: 0 }
const say = (what: string) => seen.push(what)
const count = (what: string) => seen.filter((entry) => entry === what).length
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

beforeAll(async () => {
  database = await aRunnerDatabase()
  app = anApp(database.url, 'scenarios')
  const { inngest } = app
  const on = (id: string, options: object = {}) => ({
    id,
    triggers: [{ event: `test/${id}` }],
    retries: 3 as const,
    ...options,
  })
  runner = app.start([
    inngest.createFunction(on('steps'), async ({ step, event }) => {
      const a = await step.run('a', () => say('a') && 1)
      await step.sleep('nap', '1s')
      const b = await step.run('b', () => say('b') && a + 1)
      return { b, given: event.data.given as string }
    }),
    inngest.createFunction(on('parallel'), async ({ step }) => {
      const both = await Promise.all([
        step.run('left', () => say('left') && 'l'),
        step.run('right', () => say('right') && 'r'),
      ])
      return both.join('')
    }),
    inngest.createFunction(on('flaky'), async ({ step, attempt }) => {
      await step.run('first', () => say('flaky first'))
      await step.run('second', () => {
        say('flaky second')
        if (count('flaky second') < 3) throw new Error('not yet')
      })
      say(`flaky end ${attempt}`)
    }),
    inngest.createFunction(on('hopeless', { retries: 2 }), async ({ step }) => {
      try {
        await step.run('never', () => {
          say('never')
          throw new Error('no')
        })
      } catch (error) {
        return `caught ${(error as Error).message}`
      }
      return 'not caught'
    }),
    inngest.createFunction(on('final'), async () => {
      say('final')
      throw new NonRetriableError('for good')
    }),
    inngest.createFunction(on('later'), async () => {
      say('later')
      if (count('later') === 1) throw new RetryAfterError('in a second', '1s')
    }),
    inngest.createFunction(on('chain'), async ({ step }) => {
      await step.sendEvent('next', { name: 'test/link', data: { from: 'chain' } })
    }),
    inngest.createFunction(on('link'), async ({ event }) => void say(`link from ${String(event.data.from)}`)),
    inngest.createFunction(
      { id: 'only', triggers: [{ event: 'test/filtered', if: 'event.data.n == 2' }] },
      async ({ event }) => void say(`only ${String(event.data.n)}`),
    ),
    inngest.createFunction({ id: 'minutely', triggers: [{ cron: '* * * * *' }] }, async () => void say('tick')),
    inngest.createFunction(
      on('limited', { concurrency: [{ key: 'event.data.who', limit: 2 }, { limit: 3 }] }),
      async ({ step, event }) => {
        await step.run('work', async () => {
          const who = String(event.data.who)
          active.all += 1
          active.byKey.set(who, (active.byKey.get(who) ?? 0) + 1)
          active.most = Math.max(active.most, active.all)
          active.mostByKey = Math.max(active.mostByKey, active.byKey.get(who) ?? 0)
          await pause(60)
          active.all -= 1
          active.byKey.set(who, (active.byKey.get(who) ?? 0) - 1)
          say(`limited ${who}`)
        })
      },
    ),
  ])
  await runner.ready
})

afterAll(async () => {
  await runner.stop()
  await database.drop()
})

async function send(id: string, data: Record<string, unknown> = {}, eventId?: string): Promise<void> {
  await app.inngest.send({ name: `test/${id}`, data, ...(eventId === undefined ? {} : { id: eventId }) })
}

async function outputOf(id: string): Promise<unknown> {
  return vi.waitFor(async () => {
    const [run] = await database.query<{ output: unknown }>(
      "SELECT output FROM inngest_local.run WHERE function_id = $1 AND status <> 'running'",
      [`scenarios-${id}`],
    )
    if (!run) throw new Error(`${id} has not ended`)
    return run.output
  }, WAIT)
}

it('runs each step once, sleeps in between, and keeps the output', async () => {
  await send('steps', { given: 'é' })
  expect(await outputOf('steps')).toEqual({ b: 2, given: 'é' })
  expect([count('a'), count('b')]).toEqual([1, 1])
})

it('runs the steps of a parallel group once each', async () => {
  await send('parallel')
  expect(await outputOf('parallel')).toBe('lr')
  expect([count('left'), count('right')]).toEqual([1, 1])
})

it('tries a step that fails again, without those before it, and counts from 0 after it', async () => {
  await send('flaky')
  await vi.waitFor(() => expect(count('flaky end 0')).toBe(1), WAIT)
  expect([count('flaky first'), count('flaky second')]).toEqual([1, 3])
})

it('hands a step that failed for good to the function, which may catch it', async () => {
  await send('hopeless')
  expect(await outputOf('hopeless')).toBe('caught no')
  expect(count('never')).toBe(3)
})

it('does not try again what cannot be tried again, and marks the run failed', async () => {
  await send('final')
  expect(await outputOf('final')).toMatchObject({ message: 'for good' })
  expect(count('final')).toBe(1)
})

it('waits as long as an error asks for', async () => {
  const from = Date.now()
  await send('later')
  await vi.waitFor(() => expect(count('later')).toBe(2), WAIT)
  expect(Date.now() - from).toBeGreaterThan(700)
})

it('starts other functions by an event from a step', async () => {
  await send('chain')
  await vi.waitFor(() => expect(count('link from chain')).toBe(1), WAIT)
})

it('starts only the functions whose condition the event meets', async () => {
  await send('filtered', { n: 1 })
  await send('filtered', { n: 2 })
  await vi.waitFor(() => expect(count('only 2')).toBe(1), WAIT)
  expect(count('only 1')).toBe(0)
})

it('starts one run for events with one id', async () => {
  await send('link', { from: 'twice' }, 'same')
  await send('link', { from: 'twice' }, 'same')
  await send('link', { from: 'fence' })
  await vi.waitFor(() => expect(count('link from fence')).toBe(1), WAIT)
  await vi.waitFor(
    async () =>
      expect(await database.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'event'")).toEqual([]),
    WAIT,
  )
  expect(count('link from twice')).toBe(1)
})

it('never runs more at once than the limits allow, for each key and in all, and loses nobody who waited', async () => {
  await Promise.all(
    Array.from({ length: 24 }, (_, i) => send('limited', { who: i % 3 === 0 ? 'a' : i % 3 === 1 ? 'b' : 'c' })),
  )
  await vi.waitFor(() => expect(seen.filter((entry) => entry.startsWith('limited'))).toHaveLength(24), WAIT)
  expect(active.mostByKey).toBe(2)
  expect(active.most).toBe(3)
})

it('goes on after PostgreSQL has cut every connection', async () => {
  await send('steps', { given: 'again' })
  await vi.waitFor(() => expect(count('a')).toBe(2), WAIT)
  const admin = new Client({ connectionString: process.env.DATABASE_URL })
  await admin.connect()
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    new URL(database.url).pathname.slice(1),
  ])
  await admin.end()
  await vi.waitFor(() => expect(count('b')).toBe(2), WAIT)
  expect(count('a')).toBe(2)
})

it('fires a schedule, once', async () => {
  await vi.waitFor(() => expect(count('tick')).toBeGreaterThanOrEqual(1), { timeout: 65_000, interval: 100 })
  const moments = await database.query<{ dedupe_key: string }>(
    "SELECT dedupe_key FROM inngest_local.run WHERE function_id = 'scenarios-minutely'",
  )
  expect(new Set(moments.map((moment) => moment.dedupe_key)).size).toBe(moments.length)
}, 70_000)

it('refuses at the start what it cannot do, and names it', () => {
  const described = (more: object) => ({ functions: [{ id: 'f', triggers: [{ event: 'x' }], steps: {}, ...more }] })
  expect(() => readFunctions(described({ debounce: { period: '1s' }, throttle: { limit: 1 } }))).toThrow(
    'f: debounce; f: throttle',
  )
  expect(() => readFunctions(described({ concurrency: { limit: 1, scope: 'account' } }))).toThrow(
    'concurrency beyond the function',
  )
  expect(() => readFunctions(described({ concurrency: { limit: 1, key: 'event.(' } }))).toThrow(
    'the expression event.(',
  )
})
