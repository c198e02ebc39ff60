import type { AuditAction } from '../audit/vocabulary'
import { MINUTE_MS, now } from '../clock'
import { tryAcquireAdvisoryLock } from '../locks'
import type { Origin } from '../security-events'
import { transact } from '../unit-of-work'
import { type AccountReference, insertFailedAttempts } from './queries'

/**
 * Records a refused attempt in the audit logs of the target's organizations. Runs the same statements whether or not the address has an
 * account, with asynchronous commit, so that timing does not reveal it.
 */
export async function auditFailedAttempt(action: AuditAction, account: AccountReference, origin: Origin) {
  await transact(({ tx }) => insertFailedAttempts(tx, account, { action, origin, at: now(), unlessSince: null }))
}

const MIN_INTERVAL_MS = 10 * MINUTE_MS

export async function auditFailedAttemptSampled(action: AuditAction, account: AccountReference, origin: Origin) {
  const key = `${action} ${'email' in account ? account.email : account.userId}`
  await transact(async ({ tx }) => {
    if (!(await tryAcquireAdvisoryLock(tx, key))) return
    const at = now()
    await insertFailedAttempts(tx, account, {
      action,
      origin,
      at,
      unlessSince: new Date(at.getTime() - MIN_INTERVAL_MS),
    })
  })
}
