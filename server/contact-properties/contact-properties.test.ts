import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { aContact, anOrganization } from '../testing/factories/basics'
import { PROPERTIES_MAX } from './constants'
import {
  createContactProperty,
  deleteContactProperty,
  loadContactProperties,
  reorderContactProperties,
  updateContactProperty,
} from './contact-properties'
import { CreateContactProperty } from './schema'

const SEATS = CreateContactProperty.parse({ key: 'seats', type: 'number', label: { en: 'Seats', fr: 'Places' } })
const PLAN = CreateContactProperty.parse({
  key: 'plan',
  type: 'choice',
  label: { fr: 'Formule' },
  options: [{ label: { en: 'Pro' } }],
})

const keys = async (organizationId: string) => (await loadContactProperties(organizationId)).map(({ key }) => key)

describe('contact properties', () => {
  it('lists properties in the chosen order, new ones last', async () => {
    const organizationId = await anOrganization()
    const seats = await createContactProperty(organizationId, SEATS)
    const plan = await createContactProperty(organizationId, PLAN)
    expect(await loadContactProperties(organizationId)).toEqual([seats, plan])
    await reorderContactProperties(organizationId, { ids: [plan.id, uuidv7()] })
    await createContactProperty(organizationId, { ...SEATS, key: 'third' })
    expect(await keys(organizationId)).toEqual(['plan', 'seats', 'third'])
    expect(await loadContactProperties(await anOrganization())).toEqual([])
  })

  it('uses the name of one language where the other is missing, and stores a choice by its name', async () => {
    const { label, options } = await createContactProperty(await anOrganization(), PLAN)
    expect(label).toEqual({ en: 'Formule', fr: 'Formule' })
    expect(options).toEqual([{ value: 'Pro', label: { en: 'Pro', fr: 'Pro' } }])
  })

  it('declares a key once, also when two members do it at the same time', async () => {
    const organizationId = await anOrganization()
    const results = await Promise.allSettled([
      createContactProperty(organizationId, SEATS),
      createContactProperty(organizationId, SEATS),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 400, fields: { key: ['property.keyTaken'] } },
    })
    await createContactProperty(await anOrganization(), SEATS)
  })

  it('limits the number of properties per organization', async () => {
    const organizationId = await anOrganization()
    await db.contactProperty.createMany({
      data: Array.from({ length: PROPERTIES_MAX }, (_, position) => ({
        organizationId,
        key: `key ${position}`,
        type: 'text',
        labelEn: 'A',
        labelFr: 'A',
        position,
      })),
    })
    await expect(createContactProperty(organizationId, SEATS)).rejects.toMatchObject({ status: 400 })
  })

  it('keeps the values of contacts when a property changes its type or is deleted', async () => {
    const organizationId = await anOrganization()
    const { id: contactId } = await aContact(organizationId, { customFields: { plan: 'Pro', other: [1] } })
    const { id } = await createContactProperty(organizationId, PLAN)
    const changed = await updateContactProperty(organizationId, { id, ...PLAN, type: 'number' })
    expect(changed).toMatchObject({ type: 'number', options: [] })
    await deleteContactProperty(organizationId, id)
    await expect(deleteContactProperty(organizationId, id)).rejects.toMatchObject({ status: 404 })
    const { customFields } = await db.contact.findUniqueOrThrow({ where: { id: contactId } })
    expect(customFields).toEqual({ plan: 'Pro', other: [1] })
  })

  it.each([
    [{ key: 'a|b' }, 'key'],
    [{ key: '{{a}}' }, 'key'],
    [{ key: ' ' }, 'key'],
    [{ key: 'a\nb' }, 'key'],
    [{ key: 'a'.repeat(51) }, 'key'],
    [{ key: '__proto__' }, 'key'],
    [{ label: { en: ' ', fr: '' } }, 'label'],
    [{ type: 'list' }, 'type'],
    [{ type: 'choice', options: [] }, 'options'],
    [{ type: 'choice', options: [PLAN.options[0], PLAN.options[0]] }, 'options.1.value'],
  ])('refuses an unusable property: %j', (fields, path) => {
    const { error } = CreateContactProperty.safeParse({ ...SEATS, ...fields })
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  it.each(['customer since', 'utm.source', 'Prénom-usuel', '会員番号', '2024'])(
    'accepts a key in any script: %s',
    (key) => {
      expect(CreateContactProperty.safeParse({ ...SEATS, key }).success).toBe(true)
    },
  )
})
