import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.mjs'

/** Work that is never done by itself, and what has been begun. */
function aDoor() {
  const thread = { active: 0, idle: 0 }
  const turns = new FairTurns(() => ({ ...thread }))
  const begun: string[] = []
  const underWay = new Set<() => void>()
  const take = (name: string, isStranger = false) => {
    const done = () => end?.()
    const end = turns.take(name, isStranger, () => {
      begun.push(name)
      underWay.add(done)
    })
    return end
  }
  const endBegun = () => {
    for (const done of underWay) {
      underWay.delete(done)
      done()
    }
  }
  const pass = (how: keyof typeof thread) => async (forMs: number) => {
    for (let passed = 0; passed < forMs; passed += 5) {
      await sleep(5)
      thread[how] += 5
    }
  }
  /** As much of either: the thread waits for the database every other moment. */
  const half = async (forMs: number) => {
    for (let passed = 0; passed < forMs; passed += 20) {
      await pass('active')(10)
      await pass('idle')(5)
    }
  }
  return { take, begun, endBegun, busy: pass('active'), idle: pass('idle'), half }
}

const of = (begun: string[], name: string) => begun.filter((one) => one === name).length

it('starts a few requests of a lone queue at once, and the rest when the thread is idle', async () => {
  const { take, begun, endBegun, busy, idle } = aDoor()
  for (let n = 0; n < 20; n += 1) take('only')
  await busy(100)
  expect(begun.length).toBeGreaterThanOrEqual(4)
  expect(begun.length).toBeLessThanOrEqual(8)
  await idle(1000)
  expect(begun).toHaveLength(20)
  endBegun()
})

it('starts a request of a quiet queue at once while a busy queue is limited', async () => {
  const { take, begun, endBegun, busy } = aDoor()
  take('quiet')
  for (let n = 0; n < 40; n += 1) take('noisy')
  await busy(300)
  expect(of(begun, 'noisy')).toBeLessThanOrEqual(8)
  take('quiet')
  expect(of(begun, 'quiet')).toBe(2)
  endBegun()
})

it('starts at most one anonymous request at a time while the thread is busy, however many addresses send them', async () => {
  const { take, begun, endBegun, busy } = aDoor()
  take('organization')
  await busy(150)
  take('organization')
  const before = begun.length
  for (let n = 0; n < 50; n += 1) take(`192.0.2.${n}`, true)
  await busy(300)
  expect(begun.length - before).toBeLessThanOrEqual(1)
  endBegun()
  await busy(50)
  expect(begun.length - before).toBeGreaterThanOrEqual(1)
  endBegun()
})

it('raises the concurrency of anonymous requests while the thread has idle time, and lowers it at full load', async () => {
  const { take, begun, endBegun, busy, half } = aDoor()
  take('organization')
  await busy(150)
  take('organization')
  for (let n = 0; n < 200; n += 1) take(`192.0.2.${n}`, true)
  await half(600)
  endBegun()
  const before = begun.length
  await half(15)
  expect(begun.length - before).toBeGreaterThanOrEqual(4)

  for (let n = 0; n < 10; n += 1) {
    endBegun()
    await busy(60)
    take('organization')
  }
  endBegun()
  const full = begun.length
  await busy(60)
  expect(begun.length - full).toBeLessThanOrEqual(2)
  endBegun()
})

it('starts the waiting queue that has used the least thread time first', async () => {
  const { take, begun, endBegun, busy } = aDoor()
  take('organization')
  take('much', true)
  await busy(150)
  endBegun()
  take('organization')
  for (let n = 0; n < 3; n += 1) take('much', true)
  take('little', true)
  await busy(50)
  expect(begun).toEqual(['organization', 'much', 'organization'])
  endBegun()
  await busy(20)
  expect(begun[3]).toBe('little')
  endBegun()
})

it('stops counting a request as running after one second', async () => {
  const { take, begun, endBegun, busy } = aDoor()
  for (let n = 0; n < 9; n += 1) take('slow')
  await busy(1500)
  expect(begun).toHaveLength(9)
  endBegun()
})

it('does not start a cancelled request, and releases its queue slot only once', async () => {
  const { take, begun, endBegun, idle } = aDoor()
  take('other')
  const all = Array.from({ length: 30 }, () => take('one'))
  for (const end of all.slice(15)) {
    end?.()
    end?.()
  }
  await idle(1000)
  expect(of(begun, 'one')).toBe(15)
  endBegun()
})

it('refuses a request to a queue with 1,000 waiting requests, but not to another queue', async () => {
  const { take, endBegun } = aDoor()
  for (let n = 0; n < 1100; n += 1) take('flood')
  expect(take('flood')).toBeNull()
  expect(take('other')).not.toBeNull()
  endBegun()
})
