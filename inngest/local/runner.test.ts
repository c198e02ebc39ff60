import { NonRetriableError, RetryAfterError } from 'inngest'
import { expect, it, vi } from 'vitest'
import { acceptEvents } from './events'
import { Notes, on, useScenarios, WAIT } from './testing/scenarios'

const notes = new Notes()
const say = (what: string) => notes.say(what)

const scenarios = useScenarios((inngest) => [
  inngest.createFunction(on('steps'), async ({ step, event }) => {
    const a = await step.run('a', () => say('a') && 1)
    await step.sleep('nap', '1s')
    const b = await step.run('b', () => say('b') && a + 1)
    return { b, given: event.data.given as string }
  }),
  inngest.createFunction(on('parallel'), async ({ step }) => {
    // Each step is a call of its own, so they meet outside.
    const meet = async (name: string) => {
      say(name)
      await vi.waitFor(() => expect(notes.count('left') + notes.count('right')).toBe(2), WAIT)
      return name
    }
    const both = await Promise.all([
      step.run('left', () => meet('left')),
      step.run('right', () => meet('right')),
      step.sleep('nap', '1s'),
    ])
    return both.join(' ')
  }),
  inngest.createFunction(on('uneven'), async ({ step }) => {
    await Promise.all([
      step.run('steady', () => say('steady')),
      step.run('shaky', () => {
        say('shaky')
        if (notes.count('shaky') < 3) throw new Error('not yet')
      }),
    ])
    return 'both'
  }),
  inngest.createFunction(on('flaky'), async ({ step, attempt }) => {
    await step.run('first', () => say('flaky first'))
    await step.run('second', () => {
      say('flaky second')
      if (notes.count('flaky second') < 3) throw new Error('not yet')
    })
    say(`flaky end ${attempt}`)
  }),
  inngest.createFunction({ ...on('hopeless'), retries: 2 }, async ({ step }) => {
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
  inngest.createFunction(
    {
      ...on('final'),
      onFailure: async ({ event, error }) => void say(`failed ${event.data.function_id} ${error.message}`),
    },
    async () => {
      say('final')
      throw new NonRetriableError('for good')
    },
  ),
  inngest.createFunction(on('later'), async () => {
    say('later')
    if (notes.count('later') === 1) throw new RetryAfterError('in a second', '1s')
  }),
  inngest.createFunction(on('chain'), async ({ step }) => {
    await step.sendEvent('next', { name: 'test/link', data: { from: 'chain' } })
  }),
  inngest.createFunction(on('link'), async ({ event }) => void say(`link from ${String(event.data.from)}`)),
  inngest.createFunction(
    { id: 'only', triggers: [{ event: 'test/filtered', if: 'event.data.n == 2' }] },
    async ({ event }) => void say(`only ${String(event.data.n)}`),
  ),
  inngest.createFunction(
    { ...on('once'), idempotency: 'event.data.order' },
    async ({ event }) => void say(`once ${String(event.data.order)}`),
  ),
  inngest.createFunction({ id: 'minutely', triggers: [{ cron: 'TZ=Europe/Paris * * * * *' }] }, async () => {
    say('tick')
  }),
  inngest.createFunction(on('signal'), async ({ step }) => {
    await step.waitForSignal('beyond', { signal: 'x', timeout: '1m' })
  }),
])

it('runs each step once, sleeps in between, and keeps the output', async () => {
  const from = Date.now()
  await scenarios.send('steps', { given: 'é' })
  expect(await scenarios.endsOf('steps')).toEqual([{ status: 'completed', output: { b: 2, given: 'é' } }])
  expect([notes.count('a'), notes.count('b')]).toEqual([1, 1])
  expect(Date.now() - from).toBeGreaterThan(1000)
})

it('runs the steps of a parallel group at the same time, once each, beside a sleep', async () => {
  await scenarios.send('parallel')
  expect(await scenarios.endsOf('parallel')).toEqual([{ status: 'completed', output: 'left right ' }])
  expect([notes.count('left'), notes.count('right')]).toEqual([1, 1])
})

it('tries one step of a parallel group again without the others', async () => {
  await scenarios.send('uneven')
  expect(await scenarios.endsOf('uneven')).toEqual([{ status: 'completed', output: 'both' }])
  expect([notes.count('steady'), notes.count('shaky')]).toEqual([1, 3])
})

it('tries a step that fails again, without those before it, and counts from 0 after it', async () => {
  await scenarios.send('flaky')
  await vi.waitFor(() => expect(notes.count('flaky end 0')).toBe(1), WAIT)
  expect([notes.count('flaky first'), notes.count('flaky second')]).toEqual([1, 3])
})

it('hands a step that failed for good to the function, which may catch it', async () => {
  await scenarios.send('hopeless')
  expect(await scenarios.endsOf('hopeless')).toEqual([{ status: 'completed', output: 'caught no' }])
  expect(notes.count('never')).toBe(3)
})

it('does not try again what cannot be tried again, marks the run failed, and calls onFailure once', async () => {
  await scenarios.send('final')
  expect(await scenarios.endsOf('final')).toMatchObject([{ status: 'failed', output: { message: 'for good' } }])
  expect(notes.count('final')).toBe(1)
  expect(await scenarios.endsOf('final-failure')).toMatchObject([{ status: 'completed' }])
  expect(notes.entries.filter((entry) => entry.startsWith('failed'))).toEqual(['failed app-final for good'])
})

it('waits as long as an error asks for', async () => {
  const from = Date.now()
  await scenarios.send('later')
  await vi.waitFor(() => expect(notes.count('later')).toBe(2), WAIT)
  expect(Date.now() - from).toBeGreaterThan(700)
})

it('starts other functions by an event from a step', async () => {
  await scenarios.send('chain')
  await vi.waitFor(() => expect(notes.count('link from chain')).toBe(1), WAIT)
})

it('starts only the functions whose condition the event meets, and one that lacks the field meets none', async () => {
  await scenarios.send('filtered', { n: 1 })
  await scenarios.send('filtered')
  await scenarios.send('filtered', { n: 2 })
  await scenarios.endsOf('only')
  expect(notes.entries.filter((entry) => entry.startsWith('only'))).toEqual(['only 2'])
})

/** Every event that was sent has been taken, whatever it started. */
const untilTaken = () =>
  vi.waitFor(
    async () =>
      expect(
        await scenarios.database.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'event'"),
      ).toEqual([]),
    WAIT,
  )

it('starts one run for events with one id, and for the repetitions of one request', async () => {
  await scenarios.send('link', { from: 'twice' }, 'same')
  await scenarios.send('link', { from: 'twice' }, 'same')
  const body = [{ name: 'test/link', data: { from: 'seed' } }]
  await acceptEvents(scenarios.database.url, body, '1,abc')
  await acceptEvents(scenarios.database.url, body, '1,abc')
  await untilTaken()
  await vi.waitFor(() => expect(notes.count('link from seed')).toBe(1), WAIT)
  await vi.waitFor(() => expect(notes.count('link from twice')).toBe(1), WAIT)
  expect(
    await scenarios.database.query(
      "SELECT FROM inngest_local.run WHERE function_id = 'app-link' AND event -> 'data' ->> 'from' IN ('twice', 'seed')",
    ),
  ).toHaveLength(2)
})

it('starts one run for events with one idempotency key, for a day', async () => {
  for (const order of ['a', 'a', 'b']) await scenarios.send('once', { order })
  await untilTaken()
  await scenarios.endsOf('once', 2)
  await scenarios.database.query(
    "UPDATE inngest_local.run SET created_at = created_at - interval '25 hours' WHERE function_id = 'app-once'",
  )
  await scenarios.send('once', { order: 'a' })
  await scenarios.endsOf('once', 3)
  expect([notes.count('once a'), notes.count('once b')]).toEqual([2, 1])
})

it('fails a run, in words, that asks for what only a server can do', async () => {
  await scenarios.send('signal')
  expect(await scenarios.endsOf('signal')).toMatchObject([
    { status: 'failed', output: { name: 'UnsupportedStep', message: expect.stringContaining('WaitForSignal') } },
  ])
})

it('fires a schedule, each moment once', async () => {
  await vi.waitFor(() => expect(notes.count('tick')).toBeGreaterThanOrEqual(1), { timeout: 65_000, interval: 100 })
  const runs = await scenarios.database.query<{ event: { ts: number } }>(
    "SELECT event FROM inngest_local.run WHERE function_id = 'app-minutely'",
  )
  expect(new Set(runs.map(({ event }) => event.ts)).size).toBe(runs.length)
  expect(runs.every(({ event }) => event.ts % 60_000 === 0)).toBe(true)
}, 70_000)
