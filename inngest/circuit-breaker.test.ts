import { expect, it } from 'vitest'
import { Breaker } from './circuit-breaker'

function aBreaker() {
  const at = { ms: 0 }
  return { at, breaker: new Breaker(() => at.ms) }
}

it('a failure opens the circuit breaker for five seconds, then it admits a single attempt', () => {
  const { at, breaker } = aBreaker()
  expect(breaker.admits()).toBe(true)
  expect(breaker.failed()).toBe(5000)
  at.ms = 4999
  expect(breaker.admits()).toBe(false)
  at.ms = 5000
  expect([breaker.admits(), breaker.admits(), breaker.admits()]).toEqual([true, false, false])
  breaker.succeeded()
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

it('the circuit breaker doubles its pause up to a minute and resets it after a success', () => {
  const { at, breaker } = aBreaker()
  const pauses: (number | null)[] = []
  for (let n = 0; n < 6; n += 1) {
    expect(breaker.admits()).toBe(true)
    pauses.push(breaker.failed())
    at.ms += pauses.at(-1) ?? 0
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(breaker.admits()).toBe(true)
  breaker.succeeded()
  expect(breaker.failed()).toBe(5000)
})

it('the circuit breaker counts concurrent failures as one', () => {
  const { breaker } = aBreaker()
  expect(breaker.failed()).toBe(5000)
  expect([breaker.failed(), breaker.failed()]).toEqual([null, null])
})
