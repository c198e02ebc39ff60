import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { REPLY_TEMPLATES_PER_KIND_MAX } from './constants'
import { createReplyTemplate, deleteReplyTemplate, listReplyTemplates, updateReplyTemplate } from './reply-templates'
import { CreateReplyTemplate } from './schema'

const words = (en: string, fr = '') => ({ texts: { en, fr } })

describe('reply templates', () => {
  it('lists reply templates by kind, then by name', async () => {
    const organizationId = await anOrganization()
    const late = await createReplyTemplate(organizationId, { kind: 'response', name: 'Late', ...words('Sorry.') })
    const cold = await createReplyTemplate(organizationId, { kind: 'response', name: 'Cold', ...words('Sorry.') })
    const thanks = await createReplyTemplate(organizationId, { kind: 'review', name: 'Thanks', ...words('', 'Merci.') })
    expect(await listReplyTemplates(organizationId, { kind: 'response' })).toEqual([cold, late])
    expect(await listReplyTemplates(organizationId, { kind: 'review' })).toEqual([thanks])
    expect(await listReplyTemplates(organizationId)).toEqual([cold, late, thanks])
    expect(await listReplyTemplates(await anOrganization())).toEqual([])
  })

  it('does not find a reply template under another kind, or after its deletion', async () => {
    const organizationId = await anOrganization()
    const { id } = await createReplyTemplate(organizationId, { kind: 'review', name: 'Thanks', ...words('Thank you.') })
    const changes = { id, name: 'Thanks', ...words('Thank you, {{firstName}}.') }
    await expect(updateReplyTemplate(organizationId, { kind: 'response', ...changes })).rejects.toMatchObject({
      status: 404,
    })
    await deleteReplyTemplate(organizationId, id)
    await expect(deleteReplyTemplate(organizationId, id)).rejects.toMatchObject({ status: 404 })
  })

  it('limits the number of reply templates per kind', async () => {
    const organizationId = await anOrganization()
    await db.replyTemplate.createMany({
      data: Array.from({ length: REPLY_TEMPLATES_PER_KIND_MAX }, () => ({
        id: uuidv7(),
        organizationId,
        name: 'One',
        ...words('Hello.'),
      })),
    })
    const another = { name: 'Another', ...words('Hello.') }
    await expect(createReplyTemplate(organizationId, { kind: 'review', ...another })).rejects.toMatchObject({
      status: 400,
    })
    expect(await createReplyTemplate(organizationId, { kind: 'response', ...another })).toMatchObject(another)
  })

  it.each([
    ['response', 'Hello {{firstName|there}} {{lastName}}, {{score}}, {{location}}, {{organization}}, {{writer}}', true],
    ['response', 'Your {{property.plan|free}} plan', true],
    ['review', 'Your {{property.plan|free}} plan', false],
    ['response', 'Hello {{name}}', false],
    ['response', 'Hello {{firstName', false],
    ['review', 'Thank you, {{name|there}}, {{location}}, {{organization}}', true],
    ['review', 'Thank you for {{score}}', false],
  ])('validates the placeholders of a reply template for a %s: %s', (kind, text, isFine) => {
    expect(CreateReplyTemplate.safeParse({ kind, name: 'One', ...words(text) }).success).toBe(isFine)
  })
})
