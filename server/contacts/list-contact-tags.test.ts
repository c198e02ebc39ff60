import { expect, it } from 'vitest'
import { aContact, anOrganization } from '../testing/factories/basics'
import { listContactTags } from './list-contact-tags'

it('lists the tags of contacts, the most frequent first', async () => {
  const [organizationId, otherId] = [await anOrganization(), await anOrganization()]
  expect(await listContactTags(organizationId)).toEqual([])
  for (const tags of [['vip', 'new'], ['vip'], []]) await aContact(organizationId, { tags })
  await aContact(otherId, { tags: ['theirs'] })
  expect(await listContactTags(organizationId)).toEqual(['vip', 'new'])
})
