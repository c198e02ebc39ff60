import { NonRetriableError, RetryAfterError, referenceFunction } from 'inngest'
import { expect, it, vi } from 'vitest'
import { acceptEvents } from './events'
import { Notes, on, useScenarios } from './testing/scenarios'
import { WAIT } from './testing/wait'

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
    await Promise.all([step.run('left', () => say('left')), step.sleep('nap', '1s')])
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
  inngest.createFunction(on('final'), async () => {
    say('final')
    throw new NonRetriableError('for good')
  }),
  inngest.createFunction(on('later'), async () => {
    say('later')
    if (notes.count('later') === 1) throw new RetryAfterError('in a second', '1s')
  }),
  inngest.createFunction(on('chain'), async ({ step }) => {
    await step.sendEvent('next', { name: 'test/link', data: { from: 'chain' } })
  }),
  inngest.createFunction(on('link'), async ({ event }) => void say(`link from ${String(event.data.from)}`)),
  inngest.createFunction(on('sleeper'), async ({ step }) => {
    await step.run('before', () => say('asleep'))
    await step.sleep('nap', '2s')
    await step.run('after', () => say('awake'))
  }),
  inngest.createFunction(on('punctual'), async ({ step, event }) => {
    await step.sleepUntil('until', String(event.data.at))
    return Date.now()
  }),
  inngest.createFunction({ id: 'minutely', triggers: [{ cron: 'TZ=Europe/Paris * * * * *' }] }, async () => {
    say('tick')
  }),
  inngest.createFunction(on('signal'), async ({ step }) => {
    await step.waitForSignal('beyond', { signal: 'x', timeout: '1m' })
  }),
  inngest.createFunction(on('waiter'), async ({ step }) => {
    await step.waitForEvent('paid', { event: 'test/paid', timeout: '1m' })
  }),
  inngest.createFunction(on('caller'), async ({ step }) => {
    await step.invoke('call', { function: referenceFunction({ functionId: 'steps' }) })
  }),
])

it('runs each step once, sleeps between steps, and stores the output of the run', async () => {
  const from = Date.now()
  await scenarios.send('steps', { given: 'é' })
  expect(await scenarios.endsOf('steps')).toEqual([{ status: 'completed', output: { b: 2, given: 'é' } }])
  expect([notes.count('a'), notes.count('b')]).toEqual([1, 1])
  expect(Date.now() - from).toBeGreaterThan(1000)
})

it('a run sleeps until a given time, and not at all when it has passed', async () => {
  const at = new Date(Date.now() + 1500)
  await scenarios.send('punctual', { at: at.toISOString() })
  await scenarios.send('punctual', { at: new Date(0).toISOString() })
  const ends = await scenarios.endsOf('punctual', 2)
  const [early, late] = ends.map(({ output }) => Number(output))
  expect(early).toBeLessThan(at.getTime())
  expect(late).toBeGreaterThanOrEqual(at.getTime())
})

it('ignores duplicate and early jobs of a sleeping run', async () => {
  await scenarios.send('sleeper')
  const from = Date.now()
  await scenarios.untilAsleep('sleeper')
  await scenarios.database.query(
    `SELECT graphile_worker.add_job('execute', json_build_object('runId', id)) FROM inngest_local.run, generate_series(1, 5)
     WHERE function_id = 'app-sleeper' AND status = 'running'`,
  )
  await scenarios.endsOf('sleeper')
  expect(Date.now() - from).toBeGreaterThan(1900)
  expect([notes.count('asleep'), notes.count('awake')]).toEqual([1, 1])
})

it('retries a failed step without repeating earlier ones, and resets the attempt count after it', async () => {
  await scenarios.send('flaky')
  await vi.waitFor(() => expect(notes.count('flaky end 0')).toBe(1), WAIT)
  expect([notes.count('flaky first'), notes.count('flaky second')]).toEqual([1, 3])
})

it('throws the error of a step that failed permanently in the function, which can catch it', async () => {
  await scenarios.send('hopeless')
  expect(await scenarios.endsOf('hopeless')).toEqual([{ status: 'completed', output: 'caught no' }])
  expect(notes.count('never')).toBe(3)
})

it('does not retry a non-retriable error and marks the run as failed', async () => {
  await scenarios.send('final')
  expect(await scenarios.endsOf('final')).toMatchObject([{ status: 'failed', output: { message: 'for good' } }])
  expect(notes.count('final')).toBe(1)
})

it('retries after the delay that a RetryAfterError gives', async () => {
  const from = Date.now()
  await scenarios.send('later')
  await vi.waitFor(() => expect(notes.count('later')).toBe(2), WAIT)
  expect(Date.now() - from).toBeGreaterThan(700)
})

it('starts another function through an event sent by a step', async () => {
  await scenarios.send('chain')
  await vi.waitFor(() => expect(notes.count('link from chain')).toBe(1), WAIT)
})

/** Resolves when every sent event was consumed, whatever it started. */
const untilTaken = () =>
  vi.waitFor(
    async () =>
      expect(
        await scenarios.database.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'event'"),
      ).toEqual([]),
    WAIT,
  )

it('starts one run for events with the same id and for a repeated request', async () => {
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

it('starts another run for an event with the same id a day later', async () => {
  await scenarios.send('link', { from: 'daily' }, 'daily')
  await vi.waitFor(() => expect(notes.count('link from daily')).toBe(1), WAIT)
  await scenarios.database.query(
    "UPDATE inngest_local.run SET created_at = created_at - interval '25 hours' WHERE event ->> 'id' = 'daily'",
  )
  await scenarios.send('link', { from: 'daily' }, 'daily')
  await vi.waitFor(() => expect(notes.count('link from daily')).toBe(2), WAIT)
})

it.each([
  ['signal', 'the step beyond of kind WaitForSignal'],
  ['waiter', 'the step paid of kind WaitForEvent'],
  ['caller', 'the step call of kind InvokeFunction'],
  ['parallel', 'steps at the same time (left of kind StepPlanned, nap of kind Sleep)'],
])('fails a run with an explanation when it needs a feature of an Inngest server: %s', async (id, what) => {
  await scenarios.send(id)
  const message = `The embedded runner cannot do ${what}; use an Inngest server.`
  expect(await scenarios.endsOf(id)).toEqual([{ status: 'failed', output: { name: 'UnsupportedStep', message } }])
  expect(notes.count('left')).toBe(0)
})

it('fires a cron schedule once per scheduled time', async () => {
  await vi.waitFor(() => expect(notes.count('tick')).toBeGreaterThanOrEqual(1), { timeout: 65_000, interval: 100 })
  const runs = await scenarios.database.query<{ event: { ts: number } }>(
    "SELECT event FROM inngest_local.run WHERE function_id = 'app-minutely'",
  )
  expect(new Set(runs.map(({ event }) => event.ts)).size).toBe(runs.length)
  expect(runs.every(({ event }) => event.ts % 60_000 === 0)).toBe(true)
})
