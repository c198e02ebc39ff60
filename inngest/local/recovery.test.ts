import { expect, it, vi } from 'vitest'
import { byLength } from '@/server/testing/length'
import { acceptEvents } from './events'
import { useProcesses } from './testing/processes'
import { WAIT } from './testing/wait'

const processes = useProcesses()

it('another process takes over after a kill and repeats only the interrupted step', async () => {
  const first = processes.start('one')
  await processes.untilSeen('one ready')
  processes.start('two')
  await processes.untilSeen('two ready')
  await acceptEvents(processes.database.url, [{ name: 'test/journey', data: {} }])
  await processes.untilSeen('one slow begins')
  await processes.kill(first)
  await processes.untilSeen('two slow begins')
  await processes.untilSeen('two after')
  expect(processes.things().filter((thing) => thing !== 'ready')).toEqual([
    'before',
    'slow begins',
    'slow begins',
    'slow ends',
    'after',
  ])
})

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
})

/** Runs for one slot: when their process is killed, two have ended, one is running and the others wait. */
const WAITING = byLength(5, 8)

it('runs waiting for a concurrency slot all complete one at a time after their process was killed', async () => {
  const first = processes.start('one')
  await processes.untilSeen('one ready')
  await acceptEvents(
    processes.database.url,
    Array.from({ length: WAITING }, (_, n) => ({ name: 'test/narrow', data: { n } })),
  )
  await vi.waitFor(() => expect(processes.things().filter((thing) => thing.endsWith('begins'))).toHaveLength(3), WAIT)
  await processes.kill(first)
  processes.start('two')
  const isEnd = (thing: string) => thing.endsWith('ends')
  await vi.waitFor(() => expect(processes.things().filter(isEnd)).toHaveLength(WAITING), WAIT)
  expect(new Set(processes.things().filter(isEnd)).size).toBe(WAITING)
  // Only the running one starts twice, and none starts before the previous one has ended or was killed.
  const passes = processes.things().filter((thing) => thing !== 'ready')
  expect(passes).toHaveLength(2 * WAITING + 1)
  expect(
    passes
      .slice(5)
      .filter((_, i) => i % 2 === 0)
      .every((thing) => thing.endsWith('begins')),
  ).toBe(true)
})
