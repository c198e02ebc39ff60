import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { deleteContact } from '../delete-contact'
import { dismissDuplicates, listContactDuplicates } from './contact-duplicates'

type Person = Parameters<typeof aContact>[1]

async function aCompany(organizationId: string) {
  return (await db.contactOrganization.create({ data: { organizationId, name: 'Acme' } })).id
}

/** The reason why two contacts are listed as duplicates; null if they are not. Their own lists say the same. */
async function findReason(one: Person, other: Person): Promise<string | null> {
  const organizationId = await anOrganization()
  const contacts = [await aContact(organizationId, one), await aContact(organizationId, other)]
  const [pair, ...more] = await listContactDuplicates(organizationId)
  expect(more).toEqual([])
  for (const { id } of contacts)
    for (const own of await listContactDuplicates(organizationId, id)) expect(own).toEqual(pair)
  return pair?.reason ?? null
}

it('the same phone number makes duplicates, unless it is no full number', async () => {
  expect(await findReason({ phone: '+33612345678' }, { phone: '+33612345678', firstName: 'Bob' })).toBe('phone')
  expect(await findReason({ phone: 'ext. 12' }, { phone: 'ext. 12', firstName: 'Bob' })).toBe(null)
})

it.each([
  ['j.doe@gmail.com', 'jdoe@gmail.com', 'address'],
  ['jdoe+shop@gmail.com', 'jdoe@gmail.com', 'address'],
  ['jdoe@gmial.com', 'jdoe@gmail.com', 'address'],
  ['jdoe@hotmai.com', 'jdoe@hotmail.com', 'address'],
  ['jdoe@orannge.fr', 'jdoe@orange.fr', 'address'],
  ['jdoe@ymail.com', 'jdoe@gmail.com', null],
  ['jdoe@example.com', 'jdoe@example.org', null],
])('%s and %s: %s', async (email, otherEmail, reason) => {
  const people = [
    { email, firstName: 'Jane', lastName: 'Doe' },
    { email: otherEmail, firstName: 'Someone', lastName: 'Else' },
  ] as const
  expect(await findReason(...people)).toBe(reason)
})

it('the same name with the same part before the @ makes duplicates, whatever the accents', async () => {
  const [one, other] = [
    { email: 'zoe.leger@example.com', firstName: 'Zoé', lastName: 'Léger' },
    { email: 'zoe.leger@example.org', firstName: 'ZOE', lastName: 'Leger' },
  ]
  expect(await findReason(one, other)).toBe('nameAndAddress')
})

it('the same name at one company makes duplicates, and a first name alone does not', async () => {
  const organizationId = await anOrganization()
  const contactOrganizationId = await aCompany(organizationId)
  const named = { firstName: 'Ada', lastName: 'King', contactOrganizationId }
  const [one, other] = [await aContact(organizationId, named), await aContact(organizationId, named)]
  for (const data of [{ contactOrganizationId }, { contactOrganizationId }]) await aContact(organizationId, data)
  await aContact(organizationId, { firstName: 'Ada', lastName: 'King' })
  expect(await listContactDuplicates(organizationId)).toMatchObject([
    { contacts: [{ id: one.id }, { id: other.id }], reason: 'nameAndCompany' },
  ])
  expect(await listContactDuplicates(organizationId, other.id)).toHaveLength(1)
})

it('a number that many contacts share tells nothing', async () => {
  const organizationId = await anOrganization()
  for (let n = 0; n < 6; n += 1) await aContact(organizationId, { phone: '+33140000000' })
  expect(await listContactDuplicates(organizationId)).toEqual([])
})

it('duplicates that were dismissed do not come back, and those of another organization are not compared', async () => {
  const [organizationId, foreign] = [await anOrganization(), await anOrganization()]
  const phone = '+33612345678'
  const [one, other] = [await aContact(organizationId, { phone }), await aContact(organizationId, { phone })]
  const stranger = await aContact(foreign, { phone })
  expect(await listContactDuplicates(foreign)).toEqual([])
  for (const otherId of [stranger.id, uuidv7(), other.id])
    await expect(dismissDuplicates(organizationId, { id: other.id, otherId })).rejects.toMatchObject({
      fields: { otherId: [expect.any(String)] },
    })
  await dismissDuplicates(organizationId, { id: other.id, otherId: one.id })
  await dismissDuplicates(organizationId, { id: one.id, otherId: other.id })
  expect(await listContactDuplicates(organizationId)).toEqual([])
  expect(await listContactDuplicates(organizationId, one.id)).toEqual([])
  await deleteContact(organizationId, one.id)
  expect(await db.contactDuplicateDismissal.count({ where: { organizationId } })).toBe(0)
})
