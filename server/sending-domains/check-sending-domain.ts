import { now } from '../clock'
import { db } from '../db'
import { isCheckClaimable } from '../domain-checks/check-claim'
import { decideDomainState, graceEndsAt } from '../domain-checks/decide-domain-state'
import { withDnsLookups } from '../domain-checks/dns-lookups'
import { NotFound } from '../errors'
import { withLease } from '../jobs/lease'
import { lockRow } from '../locks'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { queueEmailsToAdministrators } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'
import { checkDnsRecords, toCheckResult } from './dns-records'
import type { DomainCheck, SendingDomain } from './schema'
import { auditDomain, presentSendingDomain } from './sending-domains'

const CHECKS_PER_HOUR = 30
const HOUR_SECONDS = 3600

/**
 * Checks the records now, at a member's request.
 * @throws {NotFound} @throws {RateLimitExceeded} after thirty checks of an organization within an hour
 */
export async function checkSendingDomain(organizationId: string): Promise<SendingDomain> {
  const row = await db.sendingDomain.findUnique({ where: { organizationId } })
  if (!row) throw new NotFound('sendingDomain')
  await enforceBuckets([defineBucket(`sending-domain-checks ${organizationId}`, HOUR_SECONDS, CHECKS_PER_HOUR)])
  const startedAt = now()
  const check = await withDnsLookups((lookups) => checkDnsRecords(row, lookups))
  await applyCheck(organizationId, row.id, { check, startedAt })
  const checked = await db.sendingDomain.findUnique({ where: { organizationId } })
  if (!checked) throw new NotFound('sendingDomain')
  return presentSendingDomain(checked)
}

/** The scheduled check. Idempotent: does nothing unless the domain is due and no one else checks it. */
export async function performDueCheck(organizationId: string, id: string): Promise<void> {
  await withLease({
    acquire: () =>
      transact(async ({ tx }) => {
        await lockRow(tx, 'sending_domain', organizationId, id)
        const row = await tx.sendingDomain.findFirst({ where: { organizationId, id } })
        const at = now()
        if (!row || !isCheckClaimable(row, at)) return null
        return tx.sendingDomain.update({ where: { id, organizationId }, data: { checkClaimedAt: at } })
      }),
    perform: (row) => withDnsLookups((lookups) => checkDnsRecords(row, lookups)),
    complete: ({ checkClaimedAt }, check) =>
      applyCheck(organizationId, id, { check, startedAt: checkClaimedAt ?? now() }),
  })
}

/** Records a check under the row's lock. Nothing happens if meanwhile the domain was removed, or another check was recorded. */
async function applyCheck(
  organizationId: string,
  id: string,
  { check, startedAt }: { check: DomainCheck; startedAt: Date },
): Promise<void> {
  await transact(async (work) => {
    const { tx } = work
    await lockRow(tx, 'sending_domain', organizationId, id)
    const row = await tx.sendingDomain.findFirst({ where: { organizationId, id } })
    if (!row || (row.checkedAt !== null && row.checkedAt > startedAt)) return
    const at = now()
    const { notice, ...decision } = decideDomainState(row, toCheckResult(check), at)
    await tx.sendingDomain.update({
      where: { id, organizationId },
      data: { ...decision, check, checkedAt: at, checkClaimedAt: null },
    })
    if (row.verifiedAt === null && decision.verifiedAt) await auditDomain(row, 'sending_domain.verified')
    if (notice === 'stopped') await auditDomain(row, 'sending_domain.stopped')
    if (notice === null || decision.failingSince === null) return
    const until = graceEndsAt(decision.failingSince).toISOString()
    await queueEmailsToAdministrators(work, organizationId, () => ({
      kind: 'sendingDomainFailing',
      subjectId: id,
      values: { stage: notice, domain: row.domain, until },
    }))
  })
}
