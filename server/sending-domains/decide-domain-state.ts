import { DAY_MS, HOUR_MS } from '../clock'
import { GRACE_DAYS, type SendingDomainState } from './constants'
import type { DomainCheck } from './schema'

const RECHECK_MS = DAY_MS
/** While an owner is likely to be editing records, or a domain in use fails. */
const EAGER_RECHECK_MS = HOUR_MS
const EAGER_FOR_MS = 3 * DAY_MS

export type DomainTimes = { verifiedAt: Date | null; failingSince: Date | null; createdAt: Date }

export type DomainDecision = {
  verifiedAt: Date | null
  failingSince: Date | null
  nextCheckAt: Date
  /** What owners and admins are told. */
  notice: 'failing' | 'stopped' | null
}

export function getDomainState({ verifiedAt, failingSince }: Omit<DomainTimes, 'createdAt'>): SendingDomainState {
  if (verifiedAt) return failingSince ? 'failing' : 'verified'
  return failingSince ? 'stopped' : 'pending'
}

export function graceEndsAt(failingSince: Date): Date {
  return new Date(failingSince.getTime() + GRACE_DAYS * DAY_MS)
}

/**
 * What a check makes of a domain. A valid DKIM record puts it into use; a domain in use whose record is missing or wrong stays in use for
 * the grace period, unless its DMARC policy would make receivers reject its mails. DNS that does not answer changes nothing, but does not
 * extend the grace.
 */
export function decideDomainState(domain: DomainTimes, check: DomainCheck, at: Date): DomainDecision {
  const { verifiedAt, createdAt } = domain
  const after = (ms: number) => new Date(at.getTime() + ms)
  if (check.dkim.status === 'ok')
    return { verifiedAt: verifiedAt ?? at, failingSince: null, nextCheckAt: after(RECHECK_MS), notice: null }
  const isUnreachable = check.dkim.status === 'unreachable'
  if (verifiedAt === null) {
    const isEager = isUnreachable || at.getTime() - createdAt.getTime() < EAGER_FOR_MS
    const nextCheckAt = after(isEager ? EAGER_RECHECK_MS : RECHECK_MS)
    return { verifiedAt, failingSince: domain.failingSince, nextCheckAt, notice: null }
  }
  const failingSince = domain.failingSince ?? (isUnreachable ? null : at)
  const nextCheckAt = after(EAGER_RECHECK_MS)
  if (failingSince === null) return { verifiedAt, failingSince, nextCheckAt, notice: null }
  const isOver = graceEndsAt(failingSince) <= at || (!isUnreachable && wouldFailEnforcedDmarc(check))
  if (isOver) return { verifiedAt: null, failingSince, nextCheckAt, notice: 'stopped' }
  return { verifiedAt, failingSince, nextCheckAt, notice: domain.failingSince === null ? 'failing' : null }
}

/** Without a valid signature, only an aligned return path passes. */
function wouldFailEnforcedDmarc({ dmarc, returnPath }: DomainCheck): boolean {
  return (dmarc.policy === 'quarantine' || dmarc.policy === 'reject') && returnPath?.status !== 'ok'
}
