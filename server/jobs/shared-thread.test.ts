import { afterEach, expect, it } from 'vitest'
import { FairTurns } from '@/scripts/lib/door/fair-turns.mjs'
import { onSharedThread } from './shared-thread'

const shared = globalThis as { cfsLines?: FairTurns }

afterEach(() => {
  delete shared.cfsLines
})

it('onSharedThread runs another organization’s work before half of the 50 pieces of a busy one', async () => {
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

it('onSharedThread runs the work directly if the process has no shared queue', async () => {
  expect(await onSharedThread('anybody', async () => 'done')).toBe('done')
})
