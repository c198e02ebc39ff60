import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApiKey, revokeApiKey, setApiKeyActive } from './api-keys/api-keys'
import { log } from './log'
import { LogSampler } from './log-sampler'
import { logSecurityEvent, logSecurityRefusal, redirectSecurityLog, toEmailEventActor } from './security-events'
import { anOrganization } from './testing/factories/basics'
import { collectSecurityLog } from './testing/security-log'

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  collectSecurityLog(lines)
})
afterEach(() => redirectSecurityLog(log))

const STRANGER = { type: 'stranger', id: null } as const

describe('security events', () => {
  it('a security event has its actor, organization, address and request', () => {
    const origin = { address: '192.0.2.7', requestId: uuidv7() }
    const actor = { type: 'user', id: uuidv7() } as const
    const organizationId = uuidv7()
    logSecurityEvent('organization.switched', { actor, organizationId, origin })
    expect(lines).toEqual([{ event: 'organization.switched', actor, organizationId, ...origin }])
  })

  it('logs refusals of unauthenticated requests once per kind, address and window', () => {
    const from = (address: string) => ({ address, requestId: uuidv7() })
    const [here, there] = [`here-${uuidv7()}`, `there-${uuidv7()}`]
    for (let i = 0; i < 50; i += 1)
      logSecurityRefusal('sign_in.refused', { actor: STRANGER, organizationId: null, origin: from(here) })
    logSecurityRefusal('sign_in.refused', { actor: STRANGER, organizationId: null, origin: from(there) })
    logSecurityRefusal('sign_in.throttled', { actor: STRANGER, organizationId: null, origin: from(here) })
    expect(lines.map(({ event, address }) => [event, address])).toEqual([
      ['sign_in.refused', here],
      ['sign_in.refused', there],
      ['sign_in.throttled', here],
    ])
  })

  it('identifies a tried email address by a stable fingerprint instead of the address', () => {
    const one = toEmailEventActor('ada@example.com')
    expect(one).toEqual(toEmailEventActor('ada@example.com'))
    expect(one).not.toEqual(toEmailEventActor('grace@example.com'))
    expect(one.id).toMatch(/^[0-9a-f]{16}$/)
  })

  it('logs a security event for each change of an API key, without the key', async () => {
    const organizationId = await anOrganization()
    const { id, key } = await createApiKey(organizationId, { name: 'Shop', scopes: ['contacts:read'] })
    await setApiKeyActive(organizationId, { id, isActive: false })
    await setApiKeyActive(organizationId, { id, isActive: true })
    await revokeApiKey(organizationId, id)

    expect(lines.map(({ event, apiKeyId }) => [event, apiKeyId])).toEqual([
      ['api_key.created', id],
      ['api_key.deactivated', id],
      ['api_key.activated', id],
      ['api_key.revoked', id],
    ])
    expect(JSON.stringify(lines)).not.toContain(key.slice(8, 40))
  })
})

describe('LogSampler', () => {
  it('LogSampler logs an event once per window, and at its end the number of suppressed events', async () => {
    const reports: { who: string; leftOut: number }[] = []
    const sampler = new LogSampler<{ who: string }>(40, (line) => reports.push(line))
    let first = 0
    const note = (who: string) => sampler.record(who, { who }, () => (first += 1))
    for (let i = 0; i < 5; i += 1) note('a')
    note('b')
    expect(first).toBe(2)
    expect(reports).toEqual([])

    await expect.poll(() => reports).toEqual([{ who: 'a', leftOut: 4 }])
    note('a')
    expect(first).toBe(3)
  })

  it('LogSampler ends the oldest window beyond ten thousand', () => {
    const reports: { who: number; leftOut: number }[] = []
    const sampler = new LogSampler<{ who: number }>(60_000, (line) => reports.push(line))
    const note = (who: number) => sampler.record(String(who), { who }, () => undefined)
    note(0)
    note(0)
    for (let who = 1; who <= 10_000; who += 1) note(who)
    expect(reports).toEqual([{ who: 0, leftOut: 1 }])
  })
})
