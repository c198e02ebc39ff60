import type { LinkDomain as Row } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Tx } from '../db'
import { isCheckClaimable } from '../domain-checks/check-claim'
import { type CheckResult, decideDomainState, graceEndsAt } from '../domain-checks/decide-domain-state'
import { withDnsLookups } from '../domain-checks/dns-lookups'
import { NotFound } from '../errors'
import { withLease } from '../jobs/lease'
import { acquireAdvisoryLock, lockRow } from '../locks'
import type { SafeRequestOptions } from '../outbound/safe-request'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { queueEmailsToAdministrators } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'
import { auditLinkDomain, presentLinkDomain } from './link-domains'
import { checkDns, checkHttps, toLinkCheck } from './run-link-checks'
import type { LinkDomain, LinkDomainCheck } from './schema'

const CHECKS_PER_HOUR = 30
const HOUR_SECONDS = 3600

type CheckOptions = Pick<SafeRequestOptions, 'authorities'>

/**
 * Checks the domain now, at a member's request.
 * @throws {NotFound} @throws {RateLimitExceeded} after thirty checks of an organization within an hour
 */
export async function checkLinkDomain(organizationId: string, options: CheckOptions = {}): Promise<LinkDomain> {
  const row = await db.linkDomain.findUnique({ where: { organizationId } })
  if (!row) throw new NotFound('linkDomain')
  await enforceBuckets([defineBucket(`link-domain-checks ${organizationId}`, HOUR_SECONDS, CHECKS_PER_HOUR)])
  const startedAt = now()
  const check = await runChecks(row, options)
  await applyCheck(organizationId, row.id, { check, startedAt })
  const checked = await db.linkDomain.findUnique({ where: { organizationId } })
  if (!checked) throw new NotFound('linkDomain')
  return presentLinkDomain(checked)
}

/** The scheduled check. Idempotent: does nothing unless the domain is due and no other worker checks it. */
export async function performDueLinkCheck(organizationId: string, id: string): Promise<void> {
  await withLease({
    acquire: () =>
      transact(async ({ tx }) => {
        await lockRow(tx, 'link_domain', organizationId, id)
        const row = await tx.linkDomain.findFirst({ where: { organizationId, id } })
        const at = now()
        if (!row || !isCheckClaimable(row, at)) return null
        return tx.linkDomain.update({ where: { id, organizationId }, data: { checkClaimedAt: at } })
      }),
    perform: (row) => runChecks(row),
    complete: ({ checkClaimedAt }, check) =>
      applyCheck(organizationId, id, { check, startedAt: checkClaimedAt ?? now() }),
  })
}

async function runChecks(row: Row, options: CheckOptions = {}): Promise<LinkDomainCheck> {
  const { organizationId, id, domain } = row
  const { dns, ownership, targetAddresses } = await withDnsLookups((lookups) => checkDns(row, lookups))
  if (dns.status !== 'ok' || ownership.status !== 'ok') return { dns, ownership, https: toLinkCheck('waiting') }
  // A proxy that has no certificate yet asks whether it may get one as soon as the request arrives.
  await db.linkDomain.updateMany({ where: { organizationId, id, dnsPassedAt: null }, data: { dnsPassedAt: now() } })
  return { dns, ownership, https: await checkHttps(domain, targetAddresses, options) }
}

/** Records a check under the row's lock. Nothing happens if meanwhile the domain was removed, or another check was recorded. */
async function applyCheck(
  organizationId: string,
  id: string,
  { check: found, startedAt }: { check: LinkDomainCheck; startedAt: Date },
): Promise<void> {
  await transact(async (work) => {
    const { tx } = work
    await lockRow(tx, 'link_domain', organizationId, id)
    const row = await tx.linkDomain.findFirst({ where: { organizationId, id } })
    if (!row || (row.checkedAt !== null && row.checkedAt > startedAt)) return
    const at = now()
    const check = (await isUsedElsewhere(tx, row)) ? { ...found, ownership: toLinkCheck('usedElsewhere') } : found
    const { notice, ...decision } = decideDomainState(row, toCheckResult(check), at)
    await tx.linkDomain.update({
      where: { id, organizationId },
      data: { ...decision, check, checkedAt: at, checkClaimedAt: null, ...dnsPassedColumn(row, check, at) },
    })
    if (row.verifiedAt === null && decision.verifiedAt) await auditLinkDomain(row, 'link_domain.verified')
    if (notice === 'stopped') await auditLinkDomain(row, 'link_domain.stopped')
    if (notice === null || decision.failingSince === null) return
    const until = graceEndsAt(decision.failingSince).toISOString()
    await queueEmailsToAdministrators(work, organizationId, () => ({
      kind: 'linkDomainFailing',
      subjectId: id,
      values: { stage: notice, domain: row.domain, until },
    }))
  })
}

/** Until the transaction ends, no other organization verifies the domain. */
async function isUsedElsewhere(tx: Tx, { organizationId, domain }: Row): Promise<boolean> {
  await acquireAdvisoryLock(tx, `link domain ${domain}`)
  const where = { domain, verifiedAt: { not: null }, organizationId: { not: organizationId } }
  return (await tx.linkDomain.count({ where })) > 0
}

function toCheckResult({ dns, ownership, https }: LinkDomainCheck): CheckResult {
  const statuses = [dns.status, ownership.status, https.status]
  if (statuses.every((status) => status === 'ok')) return 'passed'
  return statuses.every((status) => ['ok', 'waiting', 'unreachable'].includes(status)) ? 'unreachable' : 'failed'
}

/** DNS that does not answer changes nothing. */
function dnsPassedColumn({ dnsPassedAt }: Row, { dns, ownership }: LinkDomainCheck, at: Date) {
  if (dns.status === 'ok' && ownership.status === 'ok') return { dnsPassedAt: dnsPassedAt ?? at }
  return [dns, ownership].every(({ status }) => status === 'ok' || status === 'unreachable')
    ? {}
    : { dnsPassedAt: null }
}
