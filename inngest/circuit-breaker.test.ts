import { expect, it } from 'vitest'
import { CircuitBreaker } from './circuit-breaker'

function aBreaker() {
  const at = { ms: 0 }
  return { at, breaker: new CircuitBreaker(() => at.ms) }
}

it('a failure opens the circuit breaker for five seconds, then it admits a single attempt', () => {
  const { at, breaker } = aBreaker()
  expect(breaker.allowsCall()).toBe(true)
  expect(breaker.recordFailure()).toBe(5000)
  at.ms = 4999
  expect(breaker.allowsCall()).toBe(false)
  at.ms = 5000
  expect([breaker.allowsCall(), breaker.allowsCall(), breaker.allowsCall()]).toEqual([true, false, false])
  breaker.recordSuccess()
  expect([breaker.allowsCall(), breaker.allowsCall()]).toEqual([true, true])
})

it('the circuit breaker doubles its pause up to a minute and resets it after a success', () => {
  const { at, breaker } = aBreaker()
  const pauses: (number | null)[] = []
  for (let n = 0; n < 6; n += 1) {
    expect(breaker.allowsCall()).toBe(true)
    pauses.push(breaker.recordFailure())
    at.ms += pauses.at(-1) ?? 0
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(breaker.allowsCall()).toBe(true)
  breaker.recordSuccess()
  expect(breaker.recordFailure()).toBe(5000)
})

it('the circuit breaker counts concurrent failures as one', () => {
  const { breaker } = aBreaker()
  expect(breaker.recordFailure()).toBe(5000)
  expect([breaker.recordFailure(), breaker.recordFailure()]).toEqual([null, null])
})
