import { expect, it, vi } from 'vitest'
import { acceptEvents } from './events'
import { useProcesses } from './testing/processes'
import { WAIT } from './testing/wait'

const processes = useProcesses()

it('resumes a sleeping run after its process was killed without repeating a step', async () => {
  const first = processes.start('one')
  await processes.untilSeen('one ready')
  await acceptEvents(processes.database.url, [{ name: 'test/journey', data: {} }])
  await processes.untilAsleep()
  await processes.kill(first)
  processes.start('two')
  await processes.untilSeen('two after')
  expect(processes.things().filter((thing) => thing !== 'ready')).toEqual([
    'before',
    'slow begins',
    'slow ends',
    'after',
  ])
}, 40_000)

it('runs waiting for a concurrency slot all complete one at a time after their process was killed', async () => {
  const first = processes.start('one')
  await processes.untilSeen('one ready')
  await acceptEvents(
    processes.database.url,
    Array.from({ length: 8 }, (_, n) => ({ name: 'test/narrow', data: { n } })),
  )
  await vi.waitFor(() => expect(processes.things().filter((thing) => thing.endsWith('begins'))).toHaveLength(3), WAIT)
  await processes.kill(first)
  processes.start('two')
  const isEnd = (thing: string) => thing.endsWith('ends')
  await vi.waitFor(() => expect(processes.things().filter(isEnd)).toHaveLength(8), WAIT)
  expect(new Set(processes.things().filter(isEnd)).size).toBe(8)
  // Only the one that was under way begins twice, and none begins before the one before it has ended or was killed.
  const passes = processes.things().filter((thing) => thing !== 'ready')
  expect(passes).toHaveLength(17)
  expect(
    passes
      .slice(5)
      .filter((_, i) => i % 2 === 0)
      .every((thing) => thing.endsWith('begins')),
  ).toBe(true)
}, 40_000)
