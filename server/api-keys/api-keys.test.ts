import { describe, expect, it } from 'vitest'
import { runAsActor, toActorSnapshot } from '../actor-context'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { sendRestRequest } from '../testing/rest-client'
import { createApiKey, listApiKeys, revokeApiKey, setApiKeyActive, updateApiKey } from './api-keys'
import { generateApiKey, hasApiKeyFormat, hasValidChecksum } from './key-secret'
import { rotateApiKey } from './rotate-api-key'
import { CreateApiKey } from './schema'

const input = { name: 'Shop', scopes: ['contacts:read' as const] }
const list = (key: string) => sendRestRequest(key, 'GET /contacts')

describe('API keys', () => {
  it('an API key has 47 characters and a checksum that detects any changed character after the prefix', () => {
    const key = generateApiKey()
    expect(key).toMatch(/^cfs_[0-9A-Za-z]{43}$/)
    expect(hasApiKeyFormat(key) && hasValidChecksum(key)).toBe(true)
    for (let at = 4; at < key.length; at += 1) {
      const slipped = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
      expect(hasValidChecksum(slipped)).toBe(false)
    }
  })

  it('an API key is shown in full only on creation; the list and the stored row contain only a hint', async () => {
    const organizationId = await anOrganization()
    const { userId } = await aMember(organizationId, 'owner')
    const actor = {
      type: 'user',
      userId,
      sessionId: userId,
      role: 'owner',
      name: 'Grace',
      email: 'g@example.com',
    } as const

    const created = await runAsActor({ actor: toActorSnapshot(actor), origin: UNKNOWN_REQUEST_ORIGIN }, () =>
      createApiKey(organizationId, input),
    )
    const [row] = await db.$queryRaw<{ whole: string }[]>`
      SELECT row_to_json(k)::text AS whole FROM api_key k WHERE id = ${created.id}::uuid`

    expect(row?.whole).toContain(created.key.slice(4, 8))
    expect(row?.whole).not.toContain(created.key.slice(8, 43))
    const listed = await listApiKeys(organizationId)
    expect(JSON.stringify(listed)).not.toContain(created.key)
    expect(listed).toMatchObject([
      { id: created.id, name: 'Shop', hint: `${created.key.slice(0, 8)}…${created.key.slice(-4)}`, lastUsedAt: null },
    ])
    expect(listed[0]).toMatchObject({ createdBy: 'Grace Hopper', scopes: ['contacts:read'], isActive: true })
  })

  it('an API key records its last use and is rejected at the next request after it is revoked', async () => {
    const organizationId = await anOrganization()
    const { id, key } = await createApiKey(organizationId, input)
    expect((await list(key)).status).toBe(200)
    expect((await listApiKeys(organizationId))[0]?.lastUsedAt).not.toBeNull()

    await revokeApiKey(organizationId, id)

    expect(await list(key)).toMatchObject({ status: 401, body: { error: { code: 'INVALID_API_KEY' } } })
  })

  it('revoking an API key deletes the webhook subscriptions that it owns and no others', async () => {
    const organizationId = await anOrganization()
    const { id } = await createApiKey(organizationId, input)
    await aSubscription(organizationId, ['new_contact'], { ownerKeyId: id })
    await aSubscription(organizationId, ['new_contact'], { ownerKeyId: id })
    const { id: otherSubscriptionId } = await aSubscription(organizationId, ['step.completed'])
    expect((await listApiKeys(organizationId))[0]).toMatchObject({ subscriptions: 2 })

    expect(await revokeApiKey(organizationId, id)).toEqual({ id, revoked: true, deletedSubscriptions: 2 })

    expect(await db.webhookSubscription.findMany({ where: { organizationId } })).toMatchObject([
      { id: otherSubscriptionId },
    ])
  })

  it('an API key is rejected while inactive and accepted again once reactivated', async () => {
    const organizationId = await anOrganization()
    const { id, key } = await createApiKey(organizationId, input)

    await setApiKeyActive(organizationId, { id, isActive: false })
    expect(await list(key)).toMatchObject({ status: 401, body: { error: { code: 'INVALID_API_KEY' } } })

    await setApiKeyActive(organizationId, { id, isActive: true })
    expect((await list(key)).status).toBe(200)
  })

  it('an API key is rejected after its expiry, which must be in the future when the key is created', async () => {
    const organizationId = await anOrganization()
    const past = new Date(Date.now() - 1000).toISOString()
    await expect(createApiKey(organizationId, { ...input, expiresAt: past })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { expiresAt: ['Choose a time in the future.'] },
    })

    const soon = new Date(Date.now() + 60_000).toISOString()
    const { id, key } = await createApiKey(organizationId, { ...input, expiresAt: soon })
    expect((await list(key)).status).toBe(200)
    await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(past) } })
    expect(await list(key)).toMatchObject({ status: 401, body: { error: { code: 'EXPIRED_API_KEY' } } })
  })

  it('updating an API key applies new scopes at once, keeps its subscriptions, and sets or clears its expiry', async () => {
    const organizationId = await anOrganization()
    const { id, key } = await createApiKey(organizationId, input)
    const { id: subscription } = await aSubscription(organizationId, ['new_contact'], { ownerKeyId: id })
    expect((await list(key)).status).toBe(200)

    const changed = await updateApiKey(organizationId, {
      id,
      name: 'Till',
      scopes: ['surveys:read'],
      expiresOn: '2099-03-01',
    })
    expect(changed).toMatchObject({ name: 'Till', scopes: ['surveys:read'], expiresAt: '2099-03-01T23:59:59.999Z' })
    expect(await list(key)).toMatchObject({ status: 403, body: { error: { availableScopes: ['surveys:read'] } } })
    expect(await db.webhookSubscription.findMany({ where: { organizationId } })).toMatchObject([
      { id: subscription, ownerKeyId: id },
    ])

    expect(await updateApiKey(organizationId, { id, expiresAt: null })).toMatchObject({ name: 'Till', expiresAt: null })
    await revokeApiKey(organizationId, id)
    await expect(updateApiKey(organizationId, { id, name: 'Gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('an API key expires at the end of a day in the organization’s time zone and works again with a new expiry', async () => {
    const organizationId = await anOrganization({ timeZone: 'America/Los_Angeles' })
    const { id, key, expiresAt } = await createApiKey(organizationId, { ...input, expiresOn: '2099-06-30' })
    expect(expiresAt).toBe('2099-07-01T06:59:59.999Z')
    await expect(updateApiKey(organizationId, { id, expiresOn: '2020-01-01' })).rejects.toMatchObject({
      details: { expiresOn: ['Choose a time in the future.'] },
    })
    await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(0) } })
    expect((await list(key)).status).toBe(401)
    await updateApiKey(organizationId, { id, expiresOn: '2099-06-30' })
    expect((await list(key)).status).toBe(200)
  })

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'an API key can expire on 9999-12-31 in the time zone %s, and can still be updated and rotated',
    async (timeZone) => {
      const organizationId = await anOrganization({ timeZone })
      const last = '9999-12-31'
      const { id, key, expiresAt } = await createApiKey(organizationId, { ...input, expiresOn: last })
      const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(expiresAt ?? ''))
      expect(day).toBe(last)
      expect((await list(key)).status).toBe(200)
      expect(await updateApiKey(organizationId, { id, expiresAt: null })).toMatchObject({ expiresAt: null })
      expect(await updateApiKey(organizationId, { id, expiresOn: last })).toMatchObject({ expiresAt })
      const west = `${last}T23:59:59-08:00`
      expect(await updateApiKey(organizationId, { id, expiresAt: west })).toMatchObject({
        expiresAt: '9999-12-31T23:59:59.999Z',
      })
      expect(await rotateApiKey(organizationId, { id, overlapHours: 1 })).toMatchObject({
        expiresAt: '9999-12-31T23:59:59.999Z',
      })
    },
  )

  it('creating an API key requires at least one known scope and removes duplicate scopes', () => {
    expect(CreateApiKey.safeParse({ name: 'x', scopes: [] }).error?.issues[0]?.message).toBe('key.scopesNone')
    expect(CreateApiKey.safeParse({ name: 'x', scopes: ['responses:write'] }).success).toBe(false)
    expect(CreateApiKey.parse({ name: 'x', scopes: ['admin', 'admin'] }).scopes).toEqual(['admin'])
  })

  it('an API key of another organization can be neither deactivated nor revoked', async () => {
    const [organizationId, otherOrganizationId] = [await anOrganization(), await anOrganization()]
    const { id, key } = await createApiKey(otherOrganizationId, input)

    await expect(setApiKeyActive(organizationId, { id, isActive: false })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeApiKey(organizationId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect((await list(key)).status).toBe(200)
  })
})
