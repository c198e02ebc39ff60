import { domainToUnicode } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import type { SendingDomain as Row } from '@/prisma/generated/client'
import { audit, type FieldChange, listFieldChanges } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { now } from '../clock'
import { db, type Tx } from '../db'
import { getDomainState, graceEndsAt } from '../domain-checks/decide-domain-state'
import { encryptSecret } from '../encryption'
import { env } from '../env'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { generateDkimKey } from './dkim-key'
import { listDnsRecords } from './dns-records'
import type { CreateSendingDomain, SendingDomain, SendingDomainSettings, UpdateSendingDomain } from './schema'

export async function getSendingDomainSettings(organizationId: string): Promise<SendingDomainSettings> {
  const row = await db.sendingDomain.findUnique({ where: { organizationId } })
  return {
    isEnabled: env.sendingDomains.isEnabled,
    serviceAddress: env.mailFrom.address,
    sendingDomain: row && presentSendingDomain(row),
  }
}

const HOUR_SECONDS = 3600
/** Making a key takes a processor a few tenths of a second. */
const KEYS_PER_HOUR = 10

/**
 * Creates the domain with a key of its own; a job checks its records at once.
 * @throws {Forbidden} if the operator switched sending domains off @throws {ValidationError} if the organization has one
 * @throws {RateLimitExceeded} after ten keys of an organization within an hour
 */
export async function createSendingDomain(
  organizationId: string,
  { domain, localPart }: CreateSendingDomain,
): Promise<SendingDomain> {
  if (!env.sendingDomains.isEnabled) throw new Forbidden(localizableMessage('sendingDomain.off'))
  await enforceBuckets([defineBucket(`sending-domain-keys ${organizationId}`, HOUR_SECONDS, KEYS_PER_HOUR)])
  const { selector, privateKey, publicKey } = await generateDkimKey()
  return transact(async ({ tx, signal }) => {
    await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
    if (await tx.sendingDomain.findUnique({ where: { organizationId } }))
      throw new ValidationError({ domain: [localizableMessage('sendingDomain.exists')] })
    const id = uuidv7()
    const row = await tx.sendingDomain.create({
      data: {
        id,
        organizationId,
        domain,
        localPart,
        dkimSelector: selector,
        dkimPublicKey: publicKey,
        dkimPrivateKey: encryptSecret('dkim-key', privateKey, id),
        nextCheckAt: now(),
      },
    })
    await auditDomain(row, 'sending_domain.added')
    signal({ queue: 'sending-domains/checks', organizationId })
    return presentSendingDomain(row)
  })
}

/** @throws {NotFound} @throws {EditConflict} */
export async function updateSendingDomain(
  organizationId: string,
  { localPart, asRead }: UpdateSendingDomain,
): Promise<SendingDomain> {
  return transact(async ({ tx }) => {
    const existing = await lockSendingDomain(tx, organizationId)
    assertUnchanged(asRead, { localPart: existing.localPart })
    const row = await tx.sendingDomain.update({ where: { organizationId }, data: { localPart } })
    const changes = listFieldChanges({ localPart: existing.localPart }, { localPart })
    if (changes.length > 0) await auditDomain(row, 'sending_domain.changed', changes)
    return presentSendingDomain(row)
  })
}

/** Deletes the domain and its key: mails come from the service's address from now on. @throws {NotFound} */
export async function deleteSendingDomain(organizationId: string): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const row = await lockSendingDomain(tx, organizationId)
    await tx.sendingDomain.delete({ where: { organizationId } })
    await auditDomain(row, 'sending_domain.removed')
    return { id: row.id, deleted: true }
  })
}

async function lockSendingDomain(tx: Tx, organizationId: string): Promise<Row> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  const row = await tx.sendingDomain.findUnique({ where: { organizationId } })
  if (!row) throw new NotFound('sendingDomain')
  return row
}

export function auditDomain(
  { organizationId, id, domain }: Pick<Row, 'organizationId' | 'id' | 'domain'>,
  action: AuditAction,
  changes: FieldChange[] = [],
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'sendingDomain', id, name: domain }, changes })
}

export function presentSendingDomain(row: Row): SendingDomain {
  const { id, domain, localPart, checkedAt, verifiedAt, failingSince } = row
  return {
    id,
    domain: domainToUnicode(domain),
    localPart,
    state: getDomainState(row),
    records: listDnsRecords(row),
    checkedAt: checkedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    graceEndsAt: verifiedAt && failingSince ? graceEndsAt(failingSince).toISOString() : null,
  }
}
