import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { enforceSessionCallLimit } from './session-rate-limit'

it('limits the rate of calls of one session, and not of another one', () => {
  const [organizationId, sessionId] = [randomUUID(), randomUUID()]
  const call = () => enforceSessionCallLimit(organizationId, sessionId)
  for (let count = 0; count < 150; count += 1) call()
  let refused: unknown
  // Some tokens are refilled during the loop, far fewer than it takes.
  for (let count = 0; count < 100 && refused === undefined; count += 1)
    try {
      call()
    } catch (error) {
      refused = error
    }
  expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 1 } })
  enforceSessionCallLimit(organizationId, randomUUID())
})

it('limits the rate of calls of all sessions of an organization, and not of another one', () => {
  const organizationId = randomUUID()
  const all = () => {
    for (let count = 0; count < 2000; count += 1) enforceSessionCallLimit(organizationId, randomUUID())
  }
  expect(all).toThrow('Too many requests')
  enforceSessionCallLimit(randomUUID(), randomUUID())
})
