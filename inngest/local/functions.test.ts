import { describe, expect, it } from 'vitest'
import { nextFiring, readFunctions } from './functions'

const described = (more: object) => ({ functions: [{ id: 'f', triggers: [{ event: 'x' }], steps: {}, ...more }] })

describe('readFunctions refuses at the start, by name,', () => {
  it.each([
    [{ debounce: { period: '1s' }, throttle: { limit: 1 } }, 'f: debounce; f: throttle'],
    [{ rateLimit: {}, batchEvents: {} }, 'f: rateLimit; f: batchEvents'],
    [{ priority: {}, singleton: {}, timeouts: {} }, 'f: priority; f: singleton; f: timeouts'],
    [{ concurrency: { limit: 1, scope: 'account' } }, 'f: concurrency beyond the function'],
    [{ concurrency: { limit: 1, key: 'event.(' } }, 'f: the expression event.('],
    [{ idempotency: 'event.(' }, 'f: the expression event.('],
    [{ cancel: [{ event: 'y', if: 'async.(' }] }, 'f: the expression async.('],
    [{ cancel: [{ event: 'y', timeout: '1h' }] }, 'f: cancelOn with a timeout'],
    [{ triggers: [{ event: 'x', expression: 'event.(' }] }, 'f: the expression event.('],
    [{ triggers: [{ cron: 'now and then' }] }, 'f: the schedule now and then'],
  ])('%j', (options, fault) => {
    expect(() => readFunctions(described(options))).toThrow(fault)
  })
})

it('reads retries, limits, conditions and keys', () => {
  const [job] = readFunctions(
    described({
      steps: { step: { retries: { attempts: 2 } } },
      concurrency: [{ limit: 5, key: 'event.data.who' }, { limit: 50 }],
      idempotency: 'event.data.who + "-" + event.data.what',
    }),
  )
  const event = { id: '1', name: 'x', ts: 0, data: { who: 'a', what: 'b' } }
  expect(job?.maxAttempts).toBe(3)
  expect(job?.limits.map(({ limit, keyOf }) => [limit, keyOf(event)])).toEqual([
    [5, 'a'],
    [50, ''],
  ])
  expect(job?.idempotencyKeyOf?.(event)).toBe('a-b')
  expect(job?.triggers[0]?.isMet({ event })).toBe(true)
})

it('reckons schedules in their zone, UTC without one', () => {
  const noon = new Date('2026-07-01T12:00:00Z')
  expect(nextFiring('0 9 * * *', noon).toISOString()).toBe('2026-07-02T09:00:00.000Z')
  expect(nextFiring('TZ=Europe/Paris 0 9 * * *', noon).toISOString()).toBe('2026-07-02T07:00:00.000Z')
})
