import { describe, expect, it } from 'vitest'
import { listContacts } from '../contacts/list-contacts'
import { BrowseContacts } from '../contacts/schema'
import { NotFound, ValidationError } from '../errors'
import { aContact, aLocation, anOrganization } from '../testing/factories/basics'
import { SEGMENTS_MAX } from './constants'
import { CreateSegment } from './schema'
import { createSegment, deleteSegment, listSegments, updateSegment } from './segments'

const PAGE = { page: 1, limit: 100 }

describe('segments', () => {
  it('a segment counts and lists the contacts that match now, also together with further filters', async () => {
    const organizationId = await anOrganization()
    const location = await aLocation(organizationId)
    await aContact(organizationId, { firstName: 'A', tags: ['vip'], locationId: location.id })
    await aContact(organizationId, { firstName: 'B', tags: ['vip', 'new'] })
    const { id, contacts } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    const atLocation = await createSegment(organizationId, { name: 'There', filter: { location_id: location.id } })
    const names = async (query: object) =>
      (await listContacts(organizationId, BrowseContacts.parse({ ...PAGE, sort: 'name', ...query }))).data
        .parse()
        .map(({ firstName }) => firstName)
    expect([contacts, atLocation.contacts]).toEqual([2, 1])
    expect(await names({ segment_id: id })).toEqual(['A', 'B'])
    expect(await names({ segment_id: id, without_tag: 'new' })).toEqual(['A'])
    expect(await names({ segment_id: atLocation.id, search: 'a' })).toEqual(['A'])
    await aContact(organizationId, { firstName: 'C', tags: ['vip'] })
    expect((await listSegments(organizationId, PAGE)).data.map((segment) => [segment.name, segment.contacts])).toEqual([
      ['There', 1],
      ['VIP', 3],
    ])
  })

  it('a segment can be renamed, get other conditions, and be deleted; its contacts stay', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId, { tags: ['vip'] })
    const { id } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    expect(await updateSegment(organizationId, { id, name: 'Others', filter: { without_tag: 'vip' } })).toMatchObject({
      name: 'Others',
      filter: { without_tag: 'vip' },
      contacts: 0,
    })
    await deleteSegment(organizationId, id)
    await expect(deleteSegment(organizationId, id)).rejects.toThrow(NotFound)
    await expect(updateSegment(await anOrganization(), { id, name: 'X' })).rejects.toThrow(NotFound)
    const deleted = await listContacts(organizationId, BrowseContacts.parse({ ...PAGE, segment_id: id }))
    expect(deleted.meta.total).toBe(0)
    expect((await listContacts(organizationId, BrowseContacts.parse(PAGE))).meta.total).toBe(1)
  })

  it('refuses a second segment with a name, one without conditions, and more than the maximum', async () => {
    const organizationId = await anOrganization()
    const filter = { tag: 'x' }
    await createSegment(organizationId, { name: 'VIP', filter })
    await expect(createSegment(organizationId, { name: 'VIP', filter })).rejects.toThrow(ValidationError)
    expect(CreateSegment.safeParse({ name: 'All', filter: {} }).success).toBe(false)
    for (let index = 1; index < SEGMENTS_MAX; index += 1)
      await createSegment(organizationId, { name: `Segment ${index}`, filter })
    await expect(createSegment(organizationId, { name: 'One more', filter })).rejects.toThrow(ValidationError)
  })
})
