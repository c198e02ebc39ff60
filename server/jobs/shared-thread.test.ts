import { afterEach, expect, it } from 'vitest'
import { FairTurns } from '@/scripts/lib/door/fair-turns.mjs'
import { onSharedThread } from './shared-thread'

const shared = globalThis as { cfsLines?: FairTurns }

afterEach(() => {
  delete shared.cfsLines
})

it('whoever has much to do waits for others between two pieces of it', async () => {
  let active = 0
  shared.cfsLines = new FairTurns(() => ({ active: (active += 10), idle: 0 }))
  const done: string[] = []
  const piece = (whose: string) =>
    onSharedThread(whose, async () => {
      await new Promise(setImmediate)
      done.push(whose)
    })
  const much = Array.from({ length: 50 }, () => piece('busy'))
  await much[0]
  await piece('other')
  expect(done.filter((whose) => whose === 'busy').length).toBeLessThan(25)
  await Promise.all(much)
  expect(done).toHaveLength(51)
})

it('without a door in front there is no line', async () => {
  expect(await onSharedThread('anybody', async () => 'done')).toBe('done')
})
