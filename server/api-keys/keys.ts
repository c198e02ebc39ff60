import { type AuditEntry, audit, changesBetween } from '../audit/audit'
import type { AuditAction } from '../audit/vocabulary'
import { now } from '../clock'
import { db } from '../db'
import { currentKeyId } from '../encryption'
import { NotFound, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { currentBy } from '../organization-context'
import { transact } from '../unit-of-work'
import type { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, SetApiKeyActive } from './schema'
import { hashOfApiKey, keyHints, newApiKey } from './secret'

/** Newest first. Never holds a key: only what helps to recognise one. */
export async function listApiKeys(organizationId: string): Promise<ApiKey[]> {
  const rows = await db.apiKey.findMany({
    where: { organizationId },
    include: WITH,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(present)
}

/**
 * A new key. It is in this answer and nowhere else: only its keyed hash is stored.
 * @throws {ValidationError} when `expiresAt` is not in the future.
 */
export async function createApiKey(
  organizationId: string,
  { name, scopes, expiresAt }: CreateApiKey,
): Promise<CreatedApiKey> {
  const expiry = expiresAt ? new Date(expiresAt) : null
  if (expiry && expiry <= now()) throw new ValidationError({ expiresAt: [sentence('key.expiryPast')] })
  const key = newApiKey()
  const { doer } = currentBy()
  return transact(async ({ tx }) => {
    const row = await tx.apiKey.create({
      data: {
        organizationId,
        name,
        scopes,
        expiresAt: expiry,
        createdById: doer.type === 'user' ? doer.id : null,
        hash: hashOfApiKey(key),
        hashKeyId: currentKeyId,
        ...keyHints(key),
      },
      include: WITH,
    })
    const changes = changesBetween<Partial<Row>>({}, { scopes, expiresAt: expiry })
    await tell(organizationId, 'api_key.created', row, { changes, about: { scopes: scopes.join(' ') } })
    return { ...present(row), key }
  })
}

/**
 * An inactive key opens nothing, and the subscriptions that it owns are paused; both from this moment on.
 * @throws {NotFound}
 */
export async function setApiKeyActive(organizationId: string, { id, isActive }: SetApiKeyActive): Promise<ApiKey> {
  return transact(async ({ tx }) => {
    const { count } = await tx.apiKey.updateMany({ where: { organizationId, id }, data: { isActive } })
    const row = count === 0 ? null : await tx.apiKey.findFirst({ where: { organizationId, id }, include: WITH })
    if (!row) throw new NotFound('apiKey')
    await tell(organizationId, isActive ? 'api_key.activated' : 'api_key.deactivated', row)
    return present(row)
  })
}

/**
 * Deletes the key for good, and with it the webhook subscriptions that it owns and their delivery history. Holds from
 * the next request on: no key is remembered anywhere but in its row.
 * @throws {NotFound}
 */
export async function revokeApiKey(organizationId: string, id: string): Promise<RevokedApiKey> {
  return transact(async ({ tx }) => {
    const row = await tx.apiKey.findFirst({ where: { organizationId, id }, include: WITH })
    const { count } = await tx.apiKey.deleteMany({ where: { organizationId, id } })
    if (!row || count === 0) throw new NotFound('apiKey')
    const deletedSubscriptions = row._count.subscriptions
    await tell(organizationId, 'api_key.revoked', row, { about: { deletedSubscriptions } })
    return { id, revoked: true, deletedSubscriptions }
  })
}

/** The organization that a key belongs to, for the operator's commands, which name a key by its id alone. */
export async function organizationOfApiKey(id: string): Promise<string> {
  const row = await db.apiKey.findUnique({ where: { id }, select: { organizationId: true } })
  if (!row) throw new NotFound('apiKey')
  return row.organizationId
}

function tell(
  organizationId: string,
  action: AuditAction,
  { id, name }: Pick<Row, 'id' | 'name'>,
  { about, ...more }: Pick<AuditEntry, 'changes' | 'about'> = {},
): Promise<void> {
  return audit(organizationId, {
    action,
    record: { type: 'apiKey', id, name },
    about: { apiKeyId: id, ...about },
    ...more,
  })
}

const WITH = { createdBy: { select: { name: true } }, _count: { select: { subscriptions: true } } } as const

type Row = {
  id: string
  name: string
  start: string
  end: string
  scopes: string[]
  isActive: boolean
  expiresAt: Date | null
  lastUsedAt: Date | null
  createdAt: Date
  createdBy: { name: string } | null
  _count: { subscriptions: number }
}

function present(row: Row): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: `cfs_${row.start}…${row.end}`,
    scopes: row.scopes,
    isActive: row.isActive,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy?.name ?? null,
    subscriptions: row._count.subscriptions,
  }
}
