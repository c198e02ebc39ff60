import { DAY_MS, HOUR_MS } from '../clock'
import { type DomainState, GRACE_DAYS } from './constants'

const RECHECK_MS = DAY_MS
/** While an owner is likely to be editing records, or a domain in use fails. */
const EAGER_RECHECK_MS = HOUR_MS
const EAGER_FOR_MS = 3 * DAY_MS

export type DomainTimes = { verifiedAt: Date | null; failingSince: Date | null; createdAt: Date }

/**
 * - `passed`: the domain may be used
 * - `failed`: it may not; one in use stays so for the grace period
 * - `rejected`: it may not, without grace
 * - `unreachable`: DNS did not answer, which proves nothing
 */
export type CheckResult = 'passed' | 'failed' | 'rejected' | 'unreachable'

export type DomainDecision = {
  verifiedAt: Date | null
  failingSince: Date | null
  nextCheckAt: Date
  /** What owners and admins are told. */
  notice: 'failing' | 'stopped' | null
}

export function getDomainState({ verifiedAt, failingSince }: Omit<DomainTimes, 'createdAt'>): DomainState {
  if (verifiedAt) return failingSince ? 'failing' : 'verified'
  return failingSince ? 'stopped' : 'pending'
}

export function graceEndsAt(failingSince: Date): Date {
  return new Date(failingSince.getTime() + GRACE_DAYS * DAY_MS)
}

/** DNS that does not answer changes nothing, but does not extend the grace. */
export function decideDomainState(domain: DomainTimes, result: CheckResult, at: Date): DomainDecision {
  const { verifiedAt, createdAt } = domain
  const after = (ms: number) => new Date(at.getTime() + ms)
  if (result === 'passed')
    return { verifiedAt: verifiedAt ?? at, failingSince: null, nextCheckAt: after(RECHECK_MS), notice: null }
  if (verifiedAt === null) {
    const isEager = result === 'unreachable' || at.getTime() - createdAt.getTime() < EAGER_FOR_MS
    const nextCheckAt = after(isEager ? EAGER_RECHECK_MS : RECHECK_MS)
    return { verifiedAt, failingSince: domain.failingSince, nextCheckAt, notice: null }
  }
  const failingSince = domain.failingSince ?? (result === 'unreachable' ? null : at)
  const nextCheckAt = after(EAGER_RECHECK_MS)
  if (failingSince === null) return { verifiedAt, failingSince, nextCheckAt, notice: null }
  if (graceEndsAt(failingSince) <= at || result === 'rejected')
    return { verifiedAt: null, failingSince, nextCheckAt, notice: 'stopped' }
  return { verifiedAt, failingSince, nextCheckAt, notice: domain.failingSince === null ? 'failing' : null }
}
