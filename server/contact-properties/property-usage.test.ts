import { describe, expect, it } from 'vitest'
import { db, queryRows } from '../db'
import { aContact, anOrganization } from '../testing/factories/basics'
import { PROPERTY_SAMPLE_SIZE } from './constants'
import { createContactProperty } from './contact-properties'
import { getContactPropertyUsage } from './property-usage'
import { filterUsedKeys } from './property-usage-queries'
import { CreateContactProperty } from './schema'

async function contactsWith(organizationId: string, ...customFields: object[]) {
  for (const fields of customFields) await aContact(organizationId, { customFields: { ...fields } })
}

const text = (key: string) => CreateContactProperty.parse({ key, type: 'text', label: { en: key } })

describe('usage of contact properties', () => {
  it('counts contacts with a declared property, and lists undeclared keys with their most frequent value', async () => {
    const organizationId = await anOrganization()
    await createContactProperty(organizationId, text('plan'))
    await contactsWith(
      organizationId,
      { plan: 'pro', shop: 'Paris' },
      { plan: 'free', shop: 'Lyon' },
      { shop: 'Lyon', gone: null },
      {},
    )
    await contactsWith(await anOrganization(), { foreign: 1 })
    expect(await getContactPropertyUsage(organizationId)).toMatchObject({
      sampledContacts: 4,
      isSampleComplete: true,
      contactsByKey: { plan: 2 },
      undeclared: [{ key: 'shop', contacts: 3, example: 'Lyon', suggestedType: 'text', isDeclarable: true }],
    })
  })

  it('suggests the type that all values of a key fit', async () => {
    const organizationId = await anOrganization()
    const plans = ['pro', 'free', 'pro', 'free', 'pro', 'free']
    const rows = plans.map((plan, index) => ({
      plan,
      seats: index,
      vip: index > 2,
      since: `2024-01-0${index + 1}`,
      mixed: index === 0 ? 1 : 'one',
      list: [index],
      'a|b': 'text',
      'a=b': 'text',
    }))
    await contactsWith(organizationId, ...rows)
    const { undeclared } = await getContactPropertyUsage(organizationId)
    expect(Object.fromEntries(undeclared.map(({ key, suggestedType }) => [key, suggestedType]))).toEqual({
      plan: 'choice',
      seats: 'number',
      vip: 'boolean',
      since: 'date',
      mixed: 'text',
      list: null,
      'a|b': 'choice',
      'a=b': 'choice',
    })
    expect(undeclared.find(({ key }) => key === 'plan')?.suggestedOptions.toSorted()).toEqual(['free', 'pro'])
    expect(undeclared.filter(({ isDeclarable }) => !isDeclarable).map(({ key }) => key)).toEqual(['a=b', 'a|b'])
  })

  it('reads the newest contacts only, and says so', async () => {
    const organizationId = await anOrganization()
    await contactsWith(organizationId, { old: 1 })
    await db.contact.updateMany({ where: { organizationId }, data: { createdAt: new Date('2020-01-01') } })
    await queryRows({
      text: `INSERT INTO contact (id, organization_id, email, first_name, custom_fields, updated_at)
        SELECT gen_random_uuid(), $1::uuid, n || '@example.com', 'Ada', '{"new": true}', now() FROM generate_series(1, $2::integer) n`,
      values: [organizationId, PROPERTY_SAMPLE_SIZE],
    })
    const usage = await getContactPropertyUsage(organizationId)
    expect(usage).toMatchObject({ sampledContacts: PROPERTY_SAMPLE_SIZE, isSampleComplete: false })
    expect(usage.undeclared.map(({ key, contacts }) => [key, contacts])).toEqual([['new', PROPERTY_SAMPLE_SIZE]])
    expect(await filterUsedKeys(organizationId, ['old', 'new'])).toEqual(['new'])
  })
})
