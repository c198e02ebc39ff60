import { now } from '../clock'
import { db } from '../db'
import { currentKeyId } from '../encryption'
import { NotFound, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import type { Actor } from '../principal'
import { type EventFacts, eventActor, NOWHERE, type Origin, recordEvent, type SecurityEvent } from '../security-events'
import { transact } from '../unit-of-work'
import type { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, SetApiKeyActive } from './schema'
import { hashOfApiKey, keyHints, newApiKey } from './secret'

/** Who acts on a key, and from where; null for the installation's operator. */
type By = { actor: Actor | null; origin: Origin }
const OPERATOR: By = { actor: null, origin: NOWHERE }

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
  by: By = OPERATOR,
): Promise<CreatedApiKey> {
  const expiry = expiresAt ? new Date(expiresAt) : null
  if (expiry && expiry <= now()) throw new ValidationError({ expiresAt: [sentence('key.expiryPast')] })
  const key = newApiKey()
  const createdById = by.actor?.type === 'user' ? by.actor.userId : null
  const row = await db.apiKey.create({
    data: {
      organizationId,
      name,
      scopes,
      expiresAt: expiry,
      createdById,
      hash: hashOfApiKey(key),
      hashKeyId: currentKeyId,
      ...keyHints(key),
    },
    include: WITH,
  })
  tell('api_key.created', organizationId, by, { apiKeyId: row.id, scopes: scopes.join(' ') })
  return { ...present(row), key }
}

/**
 * An inactive key opens nothing, and the subscriptions that it owns are paused; both from this moment on.
 * @throws {NotFound}
 */
export async function setApiKeyActive(
  organizationId: string,
  { id, isActive }: SetApiKeyActive,
  by: By = OPERATOR,
): Promise<ApiKey> {
  const { count } = await db.apiKey.updateMany({ where: { organizationId, id }, data: { isActive } })
  const row = count === 0 ? null : await db.apiKey.findFirst({ where: { organizationId, id }, include: WITH })
  if (!row) throw new NotFound('apiKey')
  tell(isActive ? 'api_key.activated' : 'api_key.deactivated', organizationId, by, { apiKeyId: id })
  return present(row)
}

/**
 * Deletes the key for good, and with it the webhook subscriptions that it owns and their delivery history. Holds from
 * the next request on: no key is remembered anywhere but in its row.
 * @throws {NotFound}
 */
export async function revokeApiKey(organizationId: string, id: string, by: By = OPERATOR): Promise<RevokedApiKey> {
  const revoked = await transact(async ({ tx }) => {
    const deletedSubscriptions = await tx.webhookSubscription.count({ where: { organizationId, ownerKeyId: id } })
    const { count } = await tx.apiKey.deleteMany({ where: { organizationId, id } })
    if (count === 0) throw new NotFound('apiKey')
    return { id, revoked: true as const, deletedSubscriptions }
  })
  tell('api_key.revoked', organizationId, by, { apiKeyId: id, deletedSubscriptions: revoked.deletedSubscriptions })
  return revoked
}

/** The organization that a key belongs to, for the operator's commands, which name a key by its id alone. */
export async function organizationOfApiKey(id: string): Promise<string> {
  const row = await db.apiKey.findUnique({ where: { id }, select: { organizationId: true } })
  if (!row) throw new NotFound('apiKey')
  return row.organizationId
}

function tell(
  event: SecurityEvent,
  organizationId: string,
  { actor, origin }: By,
  about: EventFacts['about'] = {},
): void {
  const who = actor ? eventActor(actor) : ({ type: 'operator', id: null } as const)
  recordEvent(event, { actor: who, organizationId, origin, about })
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
