import { expect, it } from 'vitest'
import type { JobEvent } from './events'
import type { JobFunction } from './functions'
import { Slots } from './slots'

const eventOf = (who: string): JobEvent => ({ id: who, name: 'x', ts: 0, data: { who } })
const job: JobFunction = {
  id: 'f',
  events: [],
  crons: [],
  maxAttempts: 1,
  limits: [
    { limit: 1, keyOf: ({ data }) => String(data.who) },
    { limit: 2, keyOf: () => '' },
  ],
}

it('gives a freed concurrency slot to the longest-waiting run that can use it', () => {
  const slots = new Slots()
  const take = (runId: string, who: string) => slots.take(job, eventOf(who), runId)
  expect([take('a1', 'a'), take('b1', 'b')]).toEqual([true, true])
  expect([take('a2', 'a'), take('c1', 'c'), take('a3', 'a'), take('b2', 'b')]).toEqual([false, false, false, false])
  // a1's slot of the shared limit goes to a2, who arrived before c1.
  expect(slots.release('a1')).toEqual(['a2'])
  expect(take('d1', 'd')).toBe(false)
  expect(take('a2', 'a')).toBe(true)
  // b's keyed slot is free, but c1 has waited longer for the shared one.
  expect(slots.release('b1')).toEqual(['c1'])
  expect(slots.release('a2')).toEqual(['a3'])
})

it('passes on the slot of an admitted run that ended unused, and skips a run that left the queue', () => {
  const slots = new Slots()
  for (const run of ['a1', 'a2', 'a3', 'a4']) slots.take(job, eventOf('a'), run)
  expect(slots.release('a3')).toEqual([])
  expect(slots.isWaiting('a3')).toBe(false)
  expect(slots.release('a1')).toEqual(['a2'])
  expect(slots.release('a2')).toEqual(['a4'])
  expect(slots.release('a4')).toEqual([])
  expect(slots.take(job, eventOf('a'), 'a5')).toBe(true)
})
