import type { AuditAction } from '../audit/vocabulary'
import { MINUTE_MS, now } from '../clock'
import { tryLockKey } from '../locks'
import type { Origin } from '../security-events'
import { transact } from '../unit-of-work'
import { type Account, insertRefusal } from './queries'

/**
 * Records a refused attempt in the audit logs of the target's organizations. Runs the same statements whether or not the address has an
 * account, with asynchronous commit, so that timing does not reveal it.
 */
export async function noteRefusal(action: AuditAction, account: Account, origin: Origin): Promise<void> {
  await transact(({ tx }) => insertRefusal(tx, account, { action, origin, at: now(), unlessSince: null }))
}

const MIN_INTERVAL_MS = 10 * MINUTE_MS

export async function noteRefusalOnce(action: AuditAction, account: Account, origin: Origin): Promise<void> {
  const key = `${action} ${'email' in account ? account.email : account.userId}`
  await transact(async ({ tx }) => {
    if (!(await tryLockKey(tx, key))) return
    const at = now()
    await insertRefusal(tx, account, { action, origin, at, unlessSince: new Date(at.getTime() - MIN_INTERVAL_MS) })
  })
}
