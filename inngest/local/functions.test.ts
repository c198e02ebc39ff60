import { Inngest } from 'inngest'
import { describe, expect, it } from 'vitest'
import { nextFiring, readFunctions } from './functions'

const described = (more: object) => ({ functions: [{ id: 'f', triggers: [{ event: 'x' }], steps: {}, ...more }] })

describe('readFunctions', () => {
  it.each([
    [{ debounce: { period: '1s' }, throttle: { limit: 1 } }, 'f: debounce; f: throttle'],
    [{ rateLimit: {}, batchEvents: {} }, 'f: rateLimit; f: batchEvents'],
    [{ priority: {}, singleton: {}, timeouts: {} }, 'f: priority; f: singleton; f: timeouts'],
    [{ concurrency: { limit: 1, scope: 'account' } }, 'f: concurrency beyond the function'],
    [{ concurrency: { limit: 1, key: 'event.data.who + "-"' } }, 'f: the concurrency key event.data.who + "-"'],
    [{ concurrency: [{ limit: 1, key: 'event.name' }] }, 'f: the concurrency key event.name'],
    [{ idempotency: 'event.data.who' }, 'f: idempotency'],
    [{ cancel: [{ event: 'y' }] }, 'f: cancelOn'],
    [{ something: 'new' }, 'f: something'],
    [{ triggers: [{ event: 'x', expression: 'event.data.n == 2' }] }, 'f: a trigger with a condition (if)'],
    [{ triggers: [{ event: 'inngest/function.finished' }] }, 'f: the event inngest/function.finished'],
    [{ triggers: [{ cron: '0 * * * *', jitter: '1m' }] }, 'f: jitter'],
    [{ triggers: [] }, 'f: a function without a trigger'],
    [{ triggers: [{ cron: 'now and then' }] }, 'f: the schedule now and then'],
  ])('readFunctions refuses %j and names the fault', (options, fault) => {
    expect(() => readFunctions(described(options))).toThrow(fault)
  })
})

it('readFunctions refuses onFailure, conditions, cancellations and idempotency as the SDK describes them', async () => {
  const inngest = new Inngest({ id: 'app', isDev: true })
  const picky = inngest.createFunction(
    {
      id: 'picky',
      triggers: [{ event: 'x', if: 'event.data.n == 2' }],
      cancelOn: [{ event: 'y', match: 'data.n' }],
      idempotency: 'event.data.n',
      onFailure: async () => undefined,
    },
    async () => undefined,
  )
  const functions = picky['getConfig']({ baseUrl: new URL('http://127.0.0.1'), appPrefix: 'app' })
  const faults = [
    'app-picky: idempotency',
    'app-picky: cancelOn',
    'app-picky: a trigger with a condition (if)',
    'app-picky-failure: onFailure',
  ]
  expect(() => readFunctions(JSON.parse(JSON.stringify({ functions })))).toThrow(faults.join('; '))
})

it('readFunctions reads triggers, retries, concurrency limits and keys', () => {
  const [job] = readFunctions(
    described({
      steps: { step: { retries: { attempts: 2 } } },
      triggers: [{ event: 'x' }, { cron: '0 9 * * *' }],
      concurrency: [{ limit: 5, key: 'event.data.who' }, { limit: 50 }],
    }),
  )
  const event = { id: '1', name: 'x', ts: 0, data: { who: 'a' } }
  expect([job?.events, job?.crons, job?.maxAttempts]).toEqual([['x'], ['0 9 * * *'], 3])
  expect(job?.limits.map(({ limit, keyOf }) => [limit, keyOf(event)])).toEqual([
    [5, 'a'],
    [50, ''],
  ])
})

it.each([
  ['event.data.who', { who: 'a' }, 'a'],
  ['event.data.who.id', { who: { id: 7 } }, '7'],
  ['event.data.who.id', { who: 'a' }, ''],
  ['event.data.who', {}, ''],
  ['event.data.constructor', {}, ''],
])('reads the concurrency key %s of %j as "%s"', (key, data, value) => {
  const [job] = readFunctions(described({ concurrency: { limit: 1, key } }))
  expect(job?.limits[0]?.keyOf({ id: '1', name: 'x', ts: 0, data })).toBe(value)
})

it('computes cron schedules in their time zone, or in UTC without one', () => {
  const noon = new Date('2026-07-01T12:00:00Z')
  expect(nextFiring('0 9 * * *', noon).toISOString()).toBe('2026-07-02T09:00:00.000Z')
  expect(nextFiring('TZ=Europe/Paris 0 9 * * *', noon).toISOString()).toBe('2026-07-02T07:00:00.000Z')
})
