import { getCurrentActorContext } from '../actor-context'
import { listFieldChanges } from '../audit/audit'
import { db } from '../db'
import { currentKeyId } from '../encryption'
import { NotFound } from '../errors'
import { assertUnchanged } from '../optimistic-lock'
import { transact } from '../unit-of-work'
import { auditKeyChange, KEY_INCLUDE, type KeyRow, lockApiKey, presentApiKey } from './api-key-rows'
import { generateApiKey, getKeyHints, hashApiKey } from './key-secret'
import { resolveExpiry } from './resolve-expiry'
import type { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, SetApiKeyActive, UpdateApiKey } from './schema'

export async function listApiKeys(organizationId: string): Promise<ApiKey[]> {
  const rows = await db.apiKey.findMany({
    where: { organizationId },
    include: KEY_INCLUDE,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(presentApiKey)
}

export async function getApiKey(organizationId: string, id: string): Promise<ApiKey> {
  const row = await db.apiKey.findFirst({ where: { organizationId, id }, include: KEY_INCLUDE })
  if (!row) throw new NotFound('apiKey')
  return presentApiKey(row)
}

/**
 * Creates a key. Only this response contains it: the database stores a keyed hash.
 * @throws {ValidationError} if the expiry is not in the future.
 */
export async function createApiKey(organizationId: string, input: CreateApiKey): Promise<CreatedApiKey> {
  const { name, scopes, ...expiry } = input
  const expiresAt = (await resolveExpiry(organizationId, expiry)) ?? null
  const key = generateApiKey()
  const { actor } = getCurrentActorContext()
  const userId = actor.type === 'user' ? actor.id : null
  return transact(async ({ tx }) => {
    const row = await tx.apiKey.create({
      data: {
        organizationId,
        name,
        scopes,
        expiresAt,
        createdById: userId,
        secretById: userId,
        hash: hashApiKey(key),
        hashKeyId: currentKeyId,
        ...getKeyHints(key),
      },
      include: KEY_INCLUDE,
    })
    const changes = listFieldChanges<Partial<KeyRow>>({}, { scopes, expiresAt })
    await auditKeyChange(organizationId, 'api_key.created', row, { changes, about: { scopes: scopes.join(' ') } })
    return { ...presentApiKey(row), key }
  })
}

/**
 * Changes name, scopes or expiry; absent fields stay unchanged. Takes effect with the next request, for both secrets of a rotated key. An
 * expired key becomes valid again with a future expiry.
 * @throws {NotFound} @throws {ValidationError} if the expiry is not in the future.
 * @throws {EditConflict} if a field of `asRead` has another value by now.
 */
export async function updateApiKey(organizationId: string, { id, asRead, ...input }: UpdateApiKey): Promise<ApiKey> {
  const { name, scopes, ...expiry } = input
  const expiresAt = await resolveExpiry(organizationId, expiry)
  return transact(async ({ tx }) => {
    const before = await lockApiKey(tx, organizationId, id)
    assertUnchanged(asRead, presentApiKey(before))
    const updated = {
      name: name ?? before.name,
      scopes: scopes ?? before.scopes,
      expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt,
    }
    const changes = listFieldChanges<Partial<KeyRow>>(before, updated)
    if (changes.length === 0) return presentApiKey(before)
    const row = await tx.apiKey.update({
      where: { organizationId_id: { organizationId, id } },
      data: updated,
      include: KEY_INCLUDE,
    })
    const about = { scopes: updated.scopes.join(' ') }
    await auditKeyChange(organizationId, 'api_key.changed', row, { changes, about })
    return presentApiKey(row)
  })
}

/**
 * Activates or deactivates a key. Deactivation rejects its requests and pauses its webhook subscriptions immediately.
 * @throws {NotFound}
 */
export async function setApiKeyActive(organizationId: string, { id, isActive }: SetApiKeyActive): Promise<ApiKey> {
  return transact(async ({ tx }) => {
    const { count } = await tx.apiKey.updateMany({ where: { organizationId, id }, data: { isActive } })
    const row = count === 0 ? null : await tx.apiKey.findFirst({ where: { organizationId, id }, include: KEY_INCLUDE })
    if (!row) throw new NotFound('apiKey')
    await auditKeyChange(organizationId, isActive ? 'api_key.activated' : 'api_key.deactivated', row)
    return presentApiKey(row)
  })
}

/**
 * Deletes the key with all of its secrets, its webhook subscriptions and their delivery history. Takes effect with the next request: keys
 * are not cached.
 * @throws {NotFound}
 */
export async function revokeApiKey(organizationId: string, id: string): Promise<RevokedApiKey> {
  return transact(async ({ tx }) => {
    const row = await tx.apiKey.findFirst({ where: { organizationId, id }, include: KEY_INCLUDE })
    const { count } = await tx.apiKey.deleteMany({ where: { organizationId, id } })
    if (!row || count === 0) throw new NotFound('apiKey')
    const deletedSubscriptions = row._count.subscriptions
    await auditKeyChange(organizationId, 'api_key.revoked', row, { about: { deletedSubscriptions } })
    return { id, revoked: true, deletedSubscriptions }
  })
}

export async function getApiKeyOrganizationId(id: string): Promise<string> {
  const row = await db.apiKey.findUnique({ where: { id }, select: { organizationId: true } })
  if (!row) throw new NotFound('apiKey')
  return row.organizationId
}
