import { expect, it, vi } from 'vitest'
import { acceptEvents } from './events'
import { Notes, on, useScenarios } from './testing/scenarios'
import { WAIT } from './testing/wait'

const notes = new Notes()
const now = { all: 0, most: 0, mostByKey: 0, byKey: new Map<string, number>() }
let openGate: () => void = () => undefined
const gate = new Promise<void>((resolve) => {
  openGate = resolve
})

/**
 * Occupies a slot until both limits were reached once. Only key `a` has to reach the limit by key, so that the other runs make room for its
 * second run.
 */
async function counted(who: string): Promise<void> {
  const move = (by: number) => {
    now.all += by
    now.byKey.set(who, (now.byKey.get(who) ?? 0) + by)
  }
  move(1)
  now.most = Math.max(now.most, now.all)
  now.mostByKey = Math.max(now.mostByKey, now.byKey.get(who) ?? 0)
  const isHeld = () => now.most < 3 || (who === 'a' && now.mostByKey < 2)
  do
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  while (isHeld())
  move(-1)
}

const scenarios = useScenarios((inngest) => [
  inngest.createFunction(
    { ...on('limited'), concurrency: [{ key: 'event.data.who', limit: 2 }, { limit: 3 }] },
    async ({ step, event }) => {
      const who = String(event.data.who)
      for (const name of ['one', 'two']) await step.run(name, () => counted(who))
    },
  ),
  inngest.createFunction(
    { ...on('deliver'), concurrency: { key: 'event.data.who', limit: 5 } },
    async ({ step, event }) => {
      await step.run('post', async () => {
        notes.say(`begins ${String(event.data.who)}`)
        if (event.data.who === 'slow') await gate
      })
    },
  ),
  inngest.createFunction({ ...on('sleepy'), concurrency: 1 }, async ({ step }) => {
    await step.sleep('nap', '3s')
  }),
])

it('never exceeds the concurrency limits per key and in total, and completes every waiting run', async () => {
  await Promise.all(Array.from({ length: 24 }, (_, i) => scenarios.send('limited', { who: 'abc'.charAt(i % 3) })))
  expect(await scenarios.endsOf('limited', 24)).toHaveLength(24)
  expect(now.mostByKey).toBe(2)
  expect(now.most).toBe(3)
})

it('hanging deliveries of one organization do not delay another one, and its own waiting runs complete later', async () => {
  const slow = Array.from({ length: 40 }, () => ({ name: 'test/deliver', data: { who: 'slow' } }))
  await acceptEvents(scenarios.database.url, slow)
  await scenarios.send('deliver', { who: 'quick' })
  await vi.waitFor(() => expect(notes.count('begins quick')).toBe(1), WAIT)
  expect(notes.count('begins slow')).toBeLessThanOrEqual(5)
  await vi.waitFor(async () => {
    expect(await scenarios.database.query('SELECT FROM inngest_local.run WHERE parked_at IS NOT NULL')).toHaveLength(35)
  }, WAIT)
  expect(notes.count('begins slow')).toBe(5)
  openGate()
  await vi.waitFor(() => expect(notes.count('begins slow')).toBe(40), { timeout: 60_000, interval: 100 })
  await scenarios.endsOf('deliver', 41)
})

it('a sleeping run does not occupy a concurrency slot', async () => {
  for (let i = 0; i < 4; i += 1) await scenarios.send('sleepy')
  await scenarios.untilAsleep('sleepy', 4)
  expect(await scenarios.endsOf('sleepy', 4)).toHaveLength(4)
})
