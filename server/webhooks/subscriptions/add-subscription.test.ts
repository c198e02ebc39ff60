import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import type { TriggerType } from '../schema'
import { aHookUrl } from './subscription-fixture'
import { MAX_WEBHOOK_URLS } from './subscription-rows'
import { addSubscription } from './subscriptions'

let names: NameServer

beforeAll(async () => {
  names = await aNameServer()
})

afterAll(() => names.close())

const readRow = (id: string) => db.webhookSubscription.findUnique({ where: { id } })

it('addSubscription creates a subscription without an owner and returns the secret only once', async () => {
  const organizationId = await anOrganization()
  const hookUrl = aHookUrl()
  const triggerTypes: TriggerType[] = ['new_contact', 'bad_review', 'new_contact']
  const { id, secret } = await addSubscription(organizationId, { hookUrl, triggerTypes }, names)
  expect(secret).toMatch(/^whsec_/)
  expect(await readRow(id)).toMatchObject({ hookUrl, triggerTypes: ['new_contact', 'bad_review'], ownerKeyId: null })
  const second = await addSubscription(organizationId, { hookUrl, triggerTypes: ['new_review'] }, names)
  expect(second).toEqual({ id, secret: null })
  expect((await readRow(id))?.triggerTypes).toEqual(['new_contact', 'bad_review', 'new_review'])
})

it('addSubscription refuses invalid or private addresses and one past the limit, and stores nothing', async () => {
  const organizationId = await anOrganization()
  for (const hookUrl of ['http://receiver.example/', 'https://10.0.0.1/', 'nonsense'])
    await expect(addSubscription(organizationId, { hookUrl, triggerTypes: ['new_contact'] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { hookUrl: [expect.any(String)] },
    })
  await db.webhookSubscription.createMany({
    data: Array.from({ length: MAX_WEBHOOK_URLS }, () => ({
      organizationId,
      hookUrl: aHookUrl(),
      triggerTypes: ['new_contact'],
      secretEncrypted: 'unreadable',
    })),
  })
  const input = { hookUrl: aHookUrl(), triggerTypes: ['new_contact', 'new_review'] as TriggerType[] }
  await expect(addSubscription(organizationId, input, names)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(MAX_WEBHOOK_URLS)
})

it('concurrent additions of one address make one subscription with every event and one secret', async () => {
  for (let round = 0; round < 10; round += 1) {
    const organizationId = await anOrganization()
    const hookUrl = aHookUrl()
    const added = await Promise.all(
      (['new_contact', 'new_review', 'bad_review'] as const).map((kind) =>
        addSubscription(organizationId, { hookUrl, triggerTypes: [kind, 'new_response'] }, names),
      ),
    )
    expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    expect(added.filter(({ secret }) => secret !== null)).toHaveLength(1)
    const row = await readRow(added[0]?.id ?? '')
    expect([...(row?.triggerTypes ?? [])].sort()).toEqual(['bad_review', 'new_contact', 'new_response', 'new_review'])
  }
})
