import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../clock'
import { type DomainTimes, decideDomainState as decide, getDomainState } from '../domain-checks/decide-domain-state'
import { toRecordCheck } from './dns/record-check'
import { toCheckResult } from './dns-records'
import type { DomainCheck, RecordCheck } from './schema'

const decideDomainState = (domain: DomainTimes, check: DomainCheck, at: Date) =>
  decide(domain, toCheckResult(check), at)

const START = new Date('2026-03-01T00:00:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)
const check = (
  dkim: RecordCheck['status'],
  policy: RecordCheck['policy'] = 'none',
  returnPath?: RecordCheck['status'],
): DomainCheck => ({
  dkim: toRecordCheck(dkim),
  dmarc: toRecordCheck('ok', [], { policy }),
  ...(returnPath ? { returnPath: toRecordCheck(returnPath) } : {}),
})
const verified = { verifiedAt: START, failingSince: null, createdAt: START }

describe('a domain that was never verified', () => {
  const pending = { verifiedAt: null, failingSince: null, createdAt: START }

  it('is used from the check that finds its DKIM record, whatever the others are', () => {
    const found = { ...check('ok'), dmarc: toRecordCheck('missing') }
    expect(decideDomainState(pending, found, after(5))).toMatchObject({ verifiedAt: after(5), notice: null })
  })

  it.each(['missing', 'wrong', 'duplicate', 'unreachable'] as const)('is not used while DKIM is %s', (status) => {
    const decision = decideDomainState(pending, check(status), after(5))
    expect(decision).toMatchObject({ verifiedAt: null, failingSince: null, notice: null })
    expect(getDomainState(decision)).toBe('pending')
  })

  it('is checked every hour for three days, then daily', () => {
    const nextCheck = (at: Date) =>
      decideDomainState(pending, check('missing'), at).nextCheckAt.getTime() - at.getTime()
    expect(nextCheck(after(2.9 * DAY_MS))).toBe(HOUR_MS)
    expect(nextCheck(after(3 * DAY_MS))).toBe(DAY_MS)
  })
})

describe('a domain in use', () => {
  it('stays in use for three days after its DKIM record is first missing, with one notice at the start and one at the end', () => {
    const first = decideDomainState(verified, check('missing'), after(DAY_MS))
    expect(first).toMatchObject({ verifiedAt: START, failingSince: after(DAY_MS), notice: 'failing' })
    const later = decideDomainState({ ...verified, ...first }, check('wrong'), after(4 * DAY_MS - 1))
    expect(later).toMatchObject({ verifiedAt: START, failingSince: after(DAY_MS), notice: null })
    const last = decideDomainState({ ...verified, ...later }, check('wrong'), after(4 * DAY_MS))
    expect(last).toMatchObject({ verifiedAt: null, failingSince: after(DAY_MS), notice: 'stopped' })
    expect(getDomainState(last)).toBe('stopped')
    expect(decideDomainState({ ...verified, ...last }, check('wrong'), after(5 * DAY_MS)).notice).toBeNull()
  })

  it('is used again from the check that finds the record', () => {
    for (const verifiedAt of [START, null]) {
      const failing = { verifiedAt, failingSince: START, createdAt: START }
      const decision = decideDomainState(failing, check('ok'), after(9 * DAY_MS))
      expect(decision).toMatchObject({ verifiedAt: verifiedAt ?? after(9 * DAY_MS), failingSince: null, notice: null })
    }
  })

  it('does not fail while DNS does not answer, however long', () => {
    const decision = decideDomainState(verified, check('unreachable'), after(30 * DAY_MS))
    expect(decision).toMatchObject({ verifiedAt: START, failingSince: null, notice: null })
  })

  it('gets no longer grace while DNS does not answer', () => {
    const failing = { ...verified, failingSince: START }
    expect(decideDomainState(failing, check('unreachable'), after(2 * DAY_MS)).verifiedAt).toEqual(START)
    expect(decideDomainState(failing, check('unreachable'), after(3 * DAY_MS)).notice).toBe('stopped')
  })

  it.each(['quarantine', 'reject'] as const)('has no grace if its DMARC policy is %s, unless SPF passes', (policy) => {
    expect(decideDomainState(verified, check('missing', policy), after(1))).toMatchObject({
      verifiedAt: null,
      failingSince: after(1),
      notice: 'stopped',
    })
    expect(decideDomainState(verified, check('missing', policy, 'wrong'), after(1)).verifiedAt).toBeNull()
    expect(decideDomainState(verified, check('missing', policy, 'ok'), after(1)).verifiedAt).toEqual(START)
    expect(decideDomainState(verified, check('unreachable', policy), after(1)).verifiedAt).toEqual(START)
  })
})
