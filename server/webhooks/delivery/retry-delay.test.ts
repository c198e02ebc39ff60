import { describe, expect, it } from 'vitest'
import { retryDelayMs } from './retry-delay'

const MINUTE = 60_000
const at = new Date('2026-03-01T09:30:00.000Z')
const pause = (failed: number, answer: { status?: number; retryAfter?: string } = {}, random = 0.5) =>
  retryDelayMs(failed, answer, at, random) / MINUTE

describe('retryDelayMs', () => {
  it('the retry delay is 1, 5, 25 and 125 minutes after the first four failures', () => {
    expect([1, 2, 3, 4].map((failed) => pause(failed))).toEqual([1, 5, 25, 125])
  })

  it('the retry delay varies by a tenth in either direction', () => {
    expect([pause(2, {}, 0), pause(2, {}, 1)]).toEqual([4.5, 5.5])
  })

  it.each([
    ['seconds', '600', 10],
    ['a date', 'Sun, 01 Mar 2026 09:50:00 GMT', 20],
    ['more than an hour', '86400', 60],
    ['less than the plan', '10', 1],
    ['a date that has passed', 'Sun, 01 Mar 2026 09:00:00 GMT', 1],
    ['nonsense', 'soon', 1],
    ['a negative number', '-5', 1],
  ])('Retry-After on 429 and 503 only lengthens the retry delay, up to an hour: %s', (_what, retryAfter, minutes) => {
    expect(pause(1, { status: 429, retryAfter })).toBe(minutes)
    expect(pause(1, { status: 503, retryAfter })).toBe(minutes)
    expect(pause(1, { status: 500, retryAfter })).toBe(1)
  })

  it('Retry-After does not shorten a retry delay of 125 minutes', () => {
    expect(pause(4, { status: 503, retryAfter: '3600' })).toBe(125)
  })
})
