import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConcurrencyLimits } from './concurrency-limits.mjs'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }))
afterEach(() => void vi.useRealTimers())

/** Limits on a simulated thread, and work that ends only on request. */
function simulate() {
  const thread = { active: 0, idle: 0 }
  const limits = new ConcurrencyLimits(() => ({ ...thread }))
  const started: string[] = []
  const running = new Set<() => void>()
  const acquire = (key: string, isAnonymous = false) => {
    const end = () => release?.()
    const release = limits.acquire(key, isAnonymous, () => {
      started.push(key)
      running.add(end)
    })
    return release
  }
  const endRunning = () => {
    for (const end of running) {
      running.delete(end)
      end()
    }
  }
  const pass = (how: keyof typeof thread) => async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5) {
      thread[how] += 5
      await vi.advanceTimersByTimeAsync(5)
    }
  }
  return { acquire, started, endRunning, busy: pass('active'), idle: pass('idle') }
}

const count = (started: string[], key: string) => started.filter((one) => one === key).length

it('starts four requests of an organization while the thread is busy, and the rest once it is idle', async () => {
  const { acquire, started, endRunning, busy, idle } = simulate()
  for (let n = 0; n < 20; n += 1) acquire('organization')
  await busy(200)
  expect(started).toHaveLength(4)
  await idle(1000)
  expect(started).toHaveLength(20)
  endRunning()
})

it('starts a request of another organization at once while one is at its limit', async () => {
  const { acquire, started, endRunning, busy } = simulate()
  for (let n = 0; n < 40; n += 1) acquire('noisy')
  await busy(100)
  acquire('quiet')
  expect([count(started, 'noisy'), count(started, 'quiet')]).toEqual([4, 1])
  endRunning()
  await busy(50)
  expect(count(started, 'noisy')).toBe(8)
  endRunning()
})

it('starts two anonymous requests of one address and four of all addresses while the thread is busy', async () => {
  const { acquire, started, endRunning, busy } = simulate()
  for (let n = 0; n < 3; n += 1) acquire('192.0.2.1', true)
  expect(started).toHaveLength(2)
  for (let n = 2; n < 50; n += 1) acquire(`192.0.2.${n}`, true)
  await busy(200)
  expect(started).toHaveLength(4)
  endRunning()
  await busy(50)
  expect(started).toHaveLength(8)
  acquire('organization')
  expect(count(started, 'organization')).toBe(1)
  endRunning()
})

it('serves the addresses of anonymous clients in turn', async () => {
  const { acquire, started, endRunning, busy } = simulate()
  for (let n = 0; n < 10; n += 1) acquire('many', true)
  for (let n = 0; n < 2; n += 1) acquire('others', true)
  acquire('late', true)
  endRunning()
  await busy(50)
  expect(started.slice(4)).toEqual(['many', 'late', 'many'])
  endRunning()
})

it('no longer counts a request as running after one second', async () => {
  const { acquire, started, endRunning, busy } = simulate()
  for (let n = 0; n < 5; n += 1) acquire('slow')
  await busy(995)
  expect(started).toHaveLength(4)
  await busy(10)
  expect(started).toHaveLength(5)
  endRunning()
})

it('does not start a cancelled request, and releases a running one only once', async () => {
  const { acquire, started, endRunning, busy } = simulate()
  const all = Array.from({ length: 12 }, () => acquire('one'))
  for (const release of all.slice(8)) release?.()
  all[0]?.()
  all[0]?.()
  await busy(50)
  expect(started).toHaveLength(5)
  for (let n = 0; n < 3; n += 1) {
    endRunning()
    await busy(50)
  }
  expect(started).toHaveLength(8)
})

it('refuses a request of a key with 1,000 queued requests, but not one of another key', () => {
  const { acquire, endRunning } = simulate()
  for (let n = 0; n < 1004; n += 1) expect(acquire('flood')).not.toBeNull()
  expect(acquire('flood')).toBeNull()
  expect(acquire('other')).not.toBeNull()
  endRunning()
})
