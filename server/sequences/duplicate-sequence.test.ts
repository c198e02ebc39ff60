import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { duplicateSequence } from './duplicate-sequence'
import { addRule } from './entry/entry-fixture'
import { parseAndSaveSequence } from './sequence-fixture'
import { deleteSequence, getSequence } from './sequences'

describe('duplicateSequence', () => {
  it('copies an active sequence as a draft with equal steps under new ids, without its entry rules', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const original = await parseAndSaveSequence(organizationId, {
      name: 'Visit',
      description: 'Guests',
      status: 'active',
      rules: { stopTag: 'done', sendDays: [1, 2] },
      steps: [
        { type: 'survey', surveyId: survey.id, delay: 60 },
        { type: 'email', subject: { en: 'Thanks', fr: 'Merci' }, body: 'Thank you', condition: 'answered' },
        { type: 'fork', conditions: { match: 'all', items: [{ type: 'tag', tag: 'vip' }] } },
        { type: 'wait', webhookUrl: 'https://receiver.example.com/steps', branch: 'no' },
      ],
    })
    await addRule(organizationId, original.id, { type: 'contact_created', createdVia: ['dashboard'] })
    const { id } = await duplicateSequence(organizationId, { id: original.id, name: 'Visit (copy)' })
    const copy = await getSequence(organizationId, id)
    const withoutIds = (steps: typeof copy.steps) => steps.map(({ id: _id, ...step }) => step)
    expect(copy).toMatchObject({ name: 'Visit (copy)', description: 'Guests', status: 'draft' })
    expect(withoutIds(copy.steps)).toEqual(withoutIds(original.steps))
    expect(copy.rules).toEqual(original.rules)
    expect(copy.steps.map((step) => step.id)).not.toEqual(original.steps.map((step) => step.id))
    expect(await db.entryRule.count({ where: { organizationId, sequenceId: id } })).toBe(0)
    expect(await getSequence(organizationId, original.id)).toEqual(original)
  })

  it('keeps the webhook of a copied step subscribed after the original is deleted', async () => {
    const organizationId = await anOrganization()
    const original = await parseAndSaveSequence(organizationId, {
      name: 'Visit',
      steps: [{ type: 'wait', webhookUrl: 'https://receiver.example.com/steps' }],
    })
    const subscriptions = () => db.webhookSubscription.count({ where: { organizationId } })
    const { id } = await duplicateSequence(organizationId, { id: original.id, name: 'Visit (copy)' })
    await deleteSequence(organizationId, original.id)
    expect(await subscriptions()).toBe(1)
    await deleteSequence(organizationId, id)
    expect(await subscriptions()).toBe(0)
  })

  it('refuses a sequence of another organization', async () => {
    const { id } = await parseAndSaveSequence(await anOrganization(), { name: 'A', steps: [] })
    await expect(duplicateSequence(await anOrganization(), { id, name: 'B' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
