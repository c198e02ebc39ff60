import { MINUTE_MS } from '../clock'

/** Longer than a check takes (LIMITS in dns-lookups.ts, and the timeouts of requests). */
export const CHECK_LEASE_MS = 2 * MINUTE_MS

/** Whether the scheduled check of a domain may be claimed: it is due, and no worker performs it. */
export function isCheckClaimable(row: { nextCheckAt: Date; checkClaimedAt: Date | null }, at: Date): boolean {
  const isClaimed = row.checkClaimedAt !== null && row.checkClaimedAt.getTime() > at.getTime() - CHECK_LEASE_MS
  return row.nextCheckAt <= at && !isClaimed
}
