import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { aDetractor, listEventKinds } from './case-fixture'
import { changeMany } from './cases'
import { countTagged, createTag, deleteTag, listTags, readTagIds, renameTag, setTags } from './response-tags'

describe('response tags', () => {
  it('tag names are unique regardless of case, also when created concurrently', async () => {
    const { organizationId } = await aDetractor()
    const created = await Promise.allSettled([
      createTag(organizationId, 'Billing'),
      createTag(organizationId, 'BILLING'),
    ])
    expect(created.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = await createTag(organizationId, 'Late')
    await expect(renameTag(organizationId, late.id, 'billing')).rejects.toMatchObject({ status: 400 })
    expect(await renameTag(organizationId, late.id, 'LATE')).toEqual({ id: late.id, name: 'LATE' })
    await createTag(await anOrganization(), 'Billing')
  })

  it('finds a tag by its whole name, ignoring case and without wildcards', async () => {
    const organizationId = await anOrganization()
    const { id } = await createTag(organizationId, String.raw`Late_50%\2`)
    await createTag(organizationId, String.raw`LateX50x\2`)
    expect(await readTagIds(organizationId, String.raw` late_50%\2 `)).toEqual([id])
    expect(await readTagIds(organizationId, 'late%')).toEqual([])
  })

  it('deleting a tag removes it from its responses and is audited', async () => {
    const { organizationId, id } = await aDetractor()
    const [captured, gone] = [await createTag(organizationId, 'Kept'), await createTag(organizationId, 'Gone')]
    await setTags(organizationId, { id, add: [captured.id, gone.id], remove: [] })
    expect(await countTagged(organizationId, gone.id)).toBe(1)
    await deleteTag(organizationId, gone.id)
    expect(await listTags(organizationId)).toEqual([captured])
    expect(await setTags(organizationId, { id, add: [], remove: [] })).toEqual([captured])
    const audited = await db.auditEvent.findMany({ where: { organizationId, action: 'response_tag.deleted' } })
    expect(audited).toMatchObject([{ recordName: 'Gone' }])
  })

  it('a response over the tag limit can lose tags one by one, but gains none', async () => {
    const { organizationId, id } = await aDetractor()
    const tags: string[] = []
    for (let tag = 0; tag < 22; tag += 1) {
      const created = await createTag(organizationId, `Tag ${tag}`)
      tags.push(created.id)
      await changeMany(organizationId, { ids: [id], addTagId: created.id }, await aMember(organizationId, 'member'))
    }
    expect(await setTags(organizationId, { id, add: [], remove: tags.slice(0, 1) })).toHaveLength(21)
    const rejection = setTags(organizationId, { id, add: tags.slice(0, 1), remove: [] })
    await expect(rejection).rejects.toMatchObject({ fields: { add: [expect.anything()] } })
  })

  it('keeps both tags when two are added to a response concurrently', async () => {
    const { organizationId, id } = await aDetractor()
    const [one, two] = [await createTag(organizationId, 'One'), await createTag(organizationId, 'Two')]
    await Promise.all([one, two].map(async (tag) => setTags(organizationId, { id, add: [tag.id], remove: [] })))
    expect(await setTags(organizationId, { id, add: [], remove: [] })).toEqual([one, two])
    expect(await listEventKinds(organizationId, id)).toEqual(['tagAdded', 'tagAdded'])
  })
})
