import { afterEach, expect, it } from 'vitest'
import { ConcurrencyLimits } from '@/scripts/lib/http/concurrency-limits.mjs'
import { processState } from '../process-state'
import { withFairShare } from './with-fair-share'

afterEach(() => {
  delete processState.limits
})

it('runs another organization’s work before half of the 50 pieces of a busy one', async () => {
  let active = 0
  processState.limits = new ConcurrencyLimits(() => ({ active: (active += 10), idle: 0 }))
  const completed: string[] = []
  const piece = (owner: string) =>
    withFairShare(owner, async () => {
      await new Promise(setImmediate)
      completed.push(owner)
    })
  const much = Array.from({ length: 50 }, () => piece('busy'))
  await much[0]
  await piece('other')
  expect(completed.filter((owner) => owner === 'busy').length).toBeLessThan(25)
  await Promise.all(much)
  expect(completed).toHaveLength(51)
})

it('runs the work directly if the process has no shared limits', async () => {
  expect(await withFairShare('anybody', async () => 'done')).toBe('done')
})
