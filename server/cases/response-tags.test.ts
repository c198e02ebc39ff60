import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { bulkUpdateCases } from './bulk-update'
import { aDetractorResponse, listResponseEventKinds } from './case-fixture'
import {
  changeTagsOfResponse,
  countTaggedResponses,
  createResponseTag,
  deleteResponseTag,
  findTagIdsByName,
  listResponseTags,
  renameResponseTag,
} from './response-tags'

describe('response tags', () => {
  it('tag names are unique regardless of case, also when created concurrently', async () => {
    const { organizationId } = await aDetractorResponse()
    const created = await Promise.allSettled([
      createResponseTag(organizationId, 'Billing'),
      createResponseTag(organizationId, 'BILLING'),
    ])
    expect(created.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = await createResponseTag(organizationId, 'Late')
    await expect(renameResponseTag(organizationId, late.id, 'billing')).rejects.toMatchObject({ status: 400 })
    expect(await renameResponseTag(organizationId, late.id, 'LATE')).toEqual({ id: late.id, name: 'LATE' })
    await createResponseTag(await anOrganization(), 'Billing')
  })

  it('finds a tag by its whole name, ignoring case and without wildcards', async () => {
    const organizationId = await anOrganization()
    const { id } = await createResponseTag(organizationId, String.raw`Late_50%\2`)
    await createResponseTag(organizationId, String.raw`LateX50x\2`)
    expect(await findTagIdsByName(organizationId, String.raw` late_50%\2 `)).toEqual([id])
    expect(await findTagIdsByName(organizationId, 'late%')).toEqual([])
  })

  it('deleting a tag removes it from its responses and is audited', async () => {
    const { organizationId, id } = await aDetractorResponse()
    const [captured, gone] = [
      await createResponseTag(organizationId, 'Kept'),
      await createResponseTag(organizationId, 'Gone'),
    ]
    await changeTagsOfResponse(organizationId, { id, add: [captured.id, gone.id], remove: [] })
    expect(await countTaggedResponses(organizationId, gone.id)).toBe(1)
    await deleteResponseTag(organizationId, gone.id)
    expect(await listResponseTags(organizationId)).toEqual([captured])
    expect(await changeTagsOfResponse(organizationId, { id, add: [], remove: [] })).toEqual([captured])
    const audited = await db.auditEvent.findMany({ where: { organizationId, action: 'response_tag.deleted' } })
    expect(audited).toMatchObject([{ recordName: 'Gone' }])
  })

  it('a response over the tag limit can lose tags one by one, but gains none', async () => {
    const { organizationId, id } = await aDetractorResponse()
    const tags: string[] = []
    for (let tag = 0; tag < 22; tag += 1) {
      const created = await createResponseTag(organizationId, `Tag ${tag}`)
      tags.push(created.id)
      await bulkUpdateCases(
        organizationId,
        { ids: [id], addTagId: created.id },
        await aMember(organizationId, 'member'),
      )
    }
    expect(await changeTagsOfResponse(organizationId, { id, add: [], remove: tags.slice(0, 1) })).toHaveLength(21)
    const rejection = changeTagsOfResponse(organizationId, { id, add: tags.slice(0, 1), remove: [] })
    await expect(rejection).rejects.toMatchObject({ fields: { add: [expect.anything()] } })
  })

  it('keeps both tags when two are added to a response concurrently', async () => {
    const { organizationId, id } = await aDetractorResponse()
    const [one, two] = [await createResponseTag(organizationId, 'One'), await createResponseTag(organizationId, 'Two')]
    await Promise.all(
      [one, two].map(async (tag) => changeTagsOfResponse(organizationId, { id, add: [tag.id], remove: [] })),
    )
    expect(await changeTagsOfResponse(organizationId, { id, add: [], remove: [] })).toEqual([one, two])
    expect(await listResponseEventKinds(organizationId, id)).toEqual(['tagAdded', 'tagAdded'])
  })
})
