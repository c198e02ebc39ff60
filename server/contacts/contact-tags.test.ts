import { expect, it } from 'vitest'
import { db } from '../db'
import { aContact, anOrganization } from '../testing/factories/basics'
import { changeContactTags } from './contact-tags'
import { CONTACT_TAGS_MAX } from './schema'

async function aTagged(organizationId: string, tags: string[]): Promise<string> {
  const { id } = await aContact(organizationId, { tags })
  return id
}

const readTags = async (id: string) => (await db.contact.findUniqueOrThrow({ where: { id } })).tags

it('adds and removes contact tags without duplicates, in order, and counts the changed contacts', async () => {
  const organizationId = await anOrganization()
  const [one, two] = [await aTagged(organizationId, ['b', 'a']), await aTagged(organizationId, ['new'])]
  expect(await changeContactTags(organizationId, { ids: [one, two], add: ['new', 'new'], remove: ['b'] })).toEqual({
    changed: 1,
  })
  expect(await readTags(one)).toEqual(['a', 'new'])
  expect(await readTags(two)).toEqual(['new'])
})

it('concurrent tag changes of one contact are all applied', async () => {
  const organizationId = await anOrganization()
  const id = await aTagged(organizationId, ['kept', 'gone'])
  await Promise.all([
    changeContactTags(organizationId, { ids: [id], add: ['x'], remove: [] }),
    changeContactTags(organizationId, { ids: [id], add: ['y'], remove: [] }),
    changeContactTags(organizationId, { ids: [id], add: [], remove: ['gone'] }),
  ])
  expect((await readTags(id)).toSorted()).toEqual(['kept', 'x', 'y'])
})

it('changes the tags of no contact if one of them would exceed the limit', async () => {
  const organizationId = await anOrganization()
  const full = await aTagged(
    organizationId,
    Array.from({ length: CONTACT_TAGS_MAX }, (_, at) => `t${at}`),
  )
  const free = await aTagged(organizationId, [])
  await expect(
    changeContactTags(organizationId, { ids: [free, full], add: ['more'], remove: [] }),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { add: [expect.anything()] },
  })
  expect(await readTags(free)).toEqual([])
})
