import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './reply-templates'
import { CreateTemplate } from './schema'
import { TEMPLATES_MAX } from './vocabulary'

const words = (en: string, fr = '') => ({ texts: { en, fr } })

describe('reply templates', () => {
  it('lists reply templates by kind, then by name', async () => {
    const organizationId = await anOrganization()
    const late = await createTemplate(organizationId, { kind: 'response', name: 'Late', ...words('Sorry.') })
    const cold = await createTemplate(organizationId, { kind: 'response', name: 'Cold', ...words('Sorry.') })
    const thanks = await createTemplate(organizationId, { kind: 'review', name: 'Thanks', ...words('', 'Merci.') })
    expect(await listTemplates(organizationId, { kind: 'response' })).toEqual([cold, late])
    expect(await listTemplates(organizationId, { kind: 'review' })).toEqual([thanks])
    expect(await listTemplates(organizationId)).toEqual([cold, late, thanks])
    expect(await listTemplates(await anOrganization())).toEqual([])
  })

  it('does not find a reply template under another kind, or after its deletion', async () => {
    const organizationId = await anOrganization()
    const { id } = await createTemplate(organizationId, { kind: 'review', name: 'Thanks', ...words('Thank you.') })
    const changes = { id, name: 'Thanks', ...words('Thank you, {{firstName}}.') }
    await expect(updateTemplate(organizationId, { kind: 'response', ...changes })).rejects.toMatchObject({
      status: 404,
    })
    await deleteTemplate(organizationId, id)
    await expect(deleteTemplate(organizationId, id)).rejects.toMatchObject({ status: 404 })
  })

  it('limits the number of reply templates per kind', async () => {
    const organizationId = await anOrganization()
    await db.replyTemplate.createMany({
      data: Array.from({ length: TEMPLATES_MAX }, () => ({
        id: uuidv7(),
        organizationId,
        name: 'One',
        ...words('Hello.'),
      })),
    })
    const another = { name: 'Another', ...words('Hello.') }
    await expect(createTemplate(organizationId, { kind: 'review', ...another })).rejects.toMatchObject({ status: 400 })
    expect(await createTemplate(organizationId, { kind: 'response', ...another })).toMatchObject(another)
  })

  it.each([
    ['response', 'Hello {{firstName|there}} {{lastName}}, {{score}}, {{location}}, {{organization}}, {{writer}}', true],
    ['response', 'Hello {{name}}', false],
    ['response', 'Hello {{firstName', false],
    ['review', 'Thank you, {{name|there}}, {{location}}, {{organization}}', true],
    ['review', 'Thank you for {{score}}', false],
  ])('validates the placeholders of a reply template for a %s: %s', (kind, text, isFine) => {
    expect(CreateTemplate.safeParse({ kind, name: 'One', ...words(text) }).success).toBe(isFine)
  })
})
