import type { AuditAction } from '../audit/constants'
import { MINUTE_MS, now } from '../clock'
import { tryAcquireAdvisoryLock } from '../locks'
import type { RequestOrigin } from '../security-events'
import { transact } from '../unit-of-work'
import { insertFailedAttemptAuditEvents, type UserIdentifier } from './queries'

/**
 * Records a refused attempt in the audit logs of the target's organizations. Runs the same statements whether or not the address has an
 * account, with asynchronous commit, so that timing does not reveal it.
 */
export async function auditFailedAttempt(action: AuditAction, account: UserIdentifier, origin: RequestOrigin) {
  await transact(({ tx }) =>
    insertFailedAttemptAuditEvents(tx, account, { action, origin, at: now(), unlessSince: null }),
  )
}

const MIN_INTERVAL_MS = 10 * MINUTE_MS

export async function auditFailedAttemptOncePerInterval(
  action: AuditAction,
  account: UserIdentifier,
  origin: RequestOrigin,
) {
  const key = `${action} ${'email' in account ? account.email : account.userId}`
  await transact(async ({ tx }) => {
    if (!(await tryAcquireAdvisoryLock(tx, key))) return
    const at = now()
    await insertFailedAttemptAuditEvents(tx, account, {
      action,
      origin,
      at,
      unlessSince: new Date(at.getTime() - MIN_INTERVAL_MS),
    })
  })
}
