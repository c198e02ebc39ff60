import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import type { LinkDomain as Row } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { now } from '../clock'
import { db } from '../db'
import { getDomainState, graceEndsAt } from '../domain-checks/decide-domain-state'
import { env } from '../env'
import { NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { buildPublicUrl } from './public-url'
import { linkDomainTarget, ownershipRecordName, ownershipRecordValue } from './run-link-checks'
import {
  type CreateLinkDomain,
  type LinkDomain,
  LinkDomainCheck,
  type LinkDomainRequirement,
  type LinkDomainSettings,
} from './schema'

export async function getLinkDomainSettings(organizationId: string): Promise<LinkDomainSettings> {
  const row = await db.linkDomain.findUnique({ where: { organizationId } })
  return { serviceHost: new URL(env.baseUrl).host, linkDomain: row && presentLinkDomain(row) }
}

const HOUR_SECONDS = 3600
const DOMAINS_PER_HOUR = 10
const CODE_BYTES = 18

/**
 * Adds the domain; a job checks it at once. Another organization may add the same: DNS decides which of them may use it.
 * @throws {ValidationError} if the organization has one, or the domain is the service's own
 * @throws {RateLimitExceeded} after ten domains of an organization within an hour
 */
export async function createLinkDomain(organizationId: string, { domain }: CreateLinkDomain): Promise<LinkDomain> {
  if ([new URL(env.baseUrl).hostname, linkDomainTarget()].includes(domain))
    throw new ValidationError({ domain: [localizableMessage('linkDomain.ours')] })
  await enforceBuckets([defineBucket(`link-domains ${organizationId}`, HOUR_SECONDS, DOMAINS_PER_HOUR)])
  return transact(async ({ tx, signal }) => {
    await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
    if (await tx.linkDomain.findUnique({ where: { organizationId } }))
      throw new ValidationError({ domain: [localizableMessage('linkDomain.exists')] })
    const ownershipCode = randomBytes(CODE_BYTES).toString('base64url')
    const row = await tx.linkDomain.create({ data: { organizationId, domain, ownershipCode, nextCheckAt: now() } })
    await auditLinkDomain(row, 'link_domain.added')
    signal({ queue: 'link-domains/checks', organizationId })
    return presentLinkDomain(row)
  })
}

/**
 * New links have the service's own host from now on. Links with the domain work as long as it leads to the service.
 * @throws {NotFound}
 */
export async function deleteLinkDomain(organizationId: string): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
    const row = await tx.linkDomain.findUnique({ where: { organizationId } })
    if (!row) throw new NotFound('linkDomain')
    await tx.linkDomain.delete({ where: { organizationId } })
    await auditLinkDomain(row, 'link_domain.removed')
    return { id: row.id, deleted: true }
  })
}

export function auditLinkDomain(
  { organizationId, id, domain }: Pick<Row, 'organizationId' | 'id' | 'domain'>,
  action: AuditAction,
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'linkDomain', id, name: domain } })
}

export function presentLinkDomain(row: Row): LinkDomain {
  const { id, domain, checkedAt, verifiedAt, failingSince } = row
  return {
    id,
    domain: domainToUnicode(domain),
    url: buildPublicUrl(domain, '/'),
    state: getDomainState(row),
    requirements: listRequirements(row),
    checkedAt: checkedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    graceEndsAt: verifiedAt && failingSince ? graceEndsAt(failingSince).toISOString() : null,
  }
}

function listRequirements({ domain, ownershipCode, check }: Row): LinkDomainRequirement[] {
  const checked = parseLinkDomainCheck(check)
  const target = linkDomainTarget()
  const type = ({ 0: 'CNAME', 4: 'A', 6: 'AAAA' } as const)[isIP(target) as 0 | 4 | 6]
  return [
    { kind: 'dns', record: { type, name: domain, value: target }, check: checked?.dns ?? null },
    {
      kind: 'ownership',
      record: { type: 'TXT', name: ownershipRecordName(domain), value: ownershipRecordValue(ownershipCode) },
      check: checked?.ownership ?? null,
    },
    { kind: 'https', record: null, check: checked?.https ?? null },
  ]
}

/** Read with defaults, since an older version may have stored it. */
export function parseLinkDomainCheck(check: Row['check']): LinkDomainCheck | null {
  return LinkDomainCheck.nullable().catch(null).parse(check)
}
