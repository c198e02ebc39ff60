import { expect, it, vi } from 'vitest'
import { Notes, on, useScenarios, WAIT } from './testing/scenarios'

const notes = new Notes()

const scenarios = useScenarios((inngest) => {
  const double = inngest.createFunction(on('double'), async ({ event, step }) => {
    await step.run('note', () => notes.say('double'))
    return Number(event.data.n) * 2
  })
  const broken = inngest.createFunction({ ...on('broken'), retries: 0 }, async () => {
    throw new Error('broken inside')
  })
  return [
    double,
    broken,
    inngest.createFunction(on('caller'), async ({ step }) => {
      const two = await step.invoke('call', { function: double, data: { n: 1 } })
      const [four, six] = await Promise.all([
        step.invoke('call-left', { function: double, data: { n: two } }),
        step.invoke('call-right', { function: double, data: { n: 3 } }),
      ])
      return [two, four, six]
    }),
    inngest.createFunction(on('careful'), async ({ step }) => {
      try {
        await step.invoke('call', { function: broken, data: {} })
      } catch (error) {
        return `caught ${(error as Error).message}`
      }
      return 'not caught'
    }),
    inngest.createFunction(on('waiter'), async ({ step, event }) => {
      await step.run('before', () => notes.say(`waiting ${String(event.data.order)}`))
      const paid = await step.waitForEvent('paid', {
        event: 'test/paid',
        timeout: '1m',
        if: 'event.data.order == async.data.order',
      })
      return paid ? { order: paid.data.order as string, by: paid.data.by as string } : 'nobody paid'
    }),
    inngest.createFunction(on('impatient'), async ({ step }) => {
      const paid = await step.waitForEvent('paid', { event: 'test/never', timeout: '1s' })
      return paid === null ? 'gave up' : 'came'
    }),
    inngest.createFunction(
      { ...on('sleeper'), cancelOn: [{ event: 'test/cancel', if: 'event.data.who == async.data.who' }] },
      async ({ step, event }) => {
        await step.run('before', () => notes.say(`asleep ${String(event.data.who)}`))
        await step.sleep('nap', '2s')
        await step.run('after', () => notes.say(`awake ${String(event.data.who)}`))
      },
    ),
  ]
})

const openStepsOf = (functionId: string) =>
  scenarios.database.query(
    `SELECT FROM inngest_local.open_step o JOIN inngest_local.run r ON r.id = o.run_id WHERE r.function_id = $1`,
    [`app-${functionId}`],
  )

it('invokes other functions, alone and in parallel, and gets what they return', async () => {
  await scenarios.send('caller')
  expect(await scenarios.endsOf('caller')).toEqual([{ status: 'completed', output: [2, 4, 6] }])
  expect(notes.count('double')).toBe(3)
})

it('gets the error of a function that it invoked, and may catch it', async () => {
  await scenarios.send('careful')
  expect(await scenarios.endsOf('careful')).toEqual([{ status: 'completed', output: 'caught broken inside' }])
})

it('wakes only the run whose condition an event meets, and hands the event over', async () => {
  for (const order of ['a', 'b']) await scenarios.send('waiter', { order })
  await vi.waitFor(async () => expect(await openStepsOf('waiter')).toHaveLength(2), WAIT)
  await scenarios.send('paid', { order: 'b', by: 'Ada Lovelace' })
  expect(await scenarios.endsOf('waiter')).toEqual([
    { status: 'completed', output: { order: 'b', by: 'Ada Lovelace' } },
  ])
  expect(await openStepsOf('waiter')).toHaveLength(1)
  await scenarios.send('paid', { order: 'a', by: 'Grace Hopper' })
  expect(await scenarios.endsOf('waiter', 2)).toHaveLength(2)
  expect([notes.count('waiting a'), notes.count('waiting b')]).toEqual([1, 1])
})

it('gives up waiting for an event when the time is up', async () => {
  await scenarios.send('impatient')
  expect(await scenarios.endsOf('impatient')).toEqual([{ status: 'completed', output: 'gave up' }])
})

it('cancels the run that an event names, and no other', async () => {
  for (const who of ['a', 'b']) await scenarios.send('sleeper', { who })
  await vi.waitFor(async () => expect(await openStepsOf('sleeper')).toHaveLength(2), WAIT)
  await scenarios.send('cancel', { who: 'a' })
  const ends = await scenarios.endsOf('sleeper', 2)
  expect(ends.map(({ status }) => status)).toEqual(['cancelled', 'completed'])
  expect([notes.count('awake a'), notes.count('awake b')]).toEqual([0, 1])
})

it('does nothing for jobs that come too often or too early', async () => {
  await scenarios.send('sleeper', { who: 'c' })
  await vi.waitFor(async () => expect(await openStepsOf('sleeper')).toHaveLength(1), WAIT)
  const from = Date.now()
  await scenarios.database.query(
    `SELECT graphile_worker.add_job('execute', json_build_object('runId', id)) FROM inngest_local.run, generate_series(1, 5)
     WHERE function_id = 'app-sleeper' AND status = 'running'`,
  )
  await scenarios.endsOf('sleeper', 3)
  expect(Date.now() - from).toBeGreaterThan(1000)
  expect([notes.count('asleep c'), notes.count('awake c')]).toEqual([1, 1])
})
