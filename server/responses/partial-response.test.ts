import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { apiAs } from '../testing/rest-client'
import { FOLLOW_UP_QUESTIONS, listWebhookDeliveryRows, toFormAnswers } from './form-answers-fixture'
import { getSurveyPageState, savePartialResponse, submitResponse } from './submit-response'

describe('partial responses', () => {
  it('saves valid partial answers without an event or a list entry, and reopens the survey with them', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response'])
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: FOLLOW_UP_QUESTIONS } })
    expect(await savePartialResponse(token, toFormAnswers({ nps: '2', call: 'maybe', why: 'Slow' }), 'fr')).toBe(true)

    expect(await listWebhookDeliveryRows(organizationId)).toEqual([])
    expect((await apiAs(organizationId, 'responses:read')('GET /responses')).body.meta.total).toBe(0)
    const opened = await getSurveyPageState(token, undefined)
    expect(opened).toMatchObject({ state: 'open', language: 'fr' })
    expect(opened.state === 'open' && Object.fromEntries(opened.answers)).toEqual({ nps: ['2'], why: ['Slow'] })

    const partial = await db.response.findFirstOrThrow({ where: { organizationId } })
    await submitResponse(token, toFormAnswers({ nps: '9' }), 'fr')
    const submitted = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect(submitted).toMatchObject({ id: partial.id, status: 'completed', npsScore: 9, answers: [{ value: 9 }] })
    expect(submitted.createdAt).toEqual(submitted.submittedAt)
  })

  it('does not overwrite a submitted response with a partial one', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    await submitResponse(token, toFormAnswers({ nps: '9' }), 'en')
    expect(await savePartialResponse(token, toFormAnswers({ nps: '1' }), 'en')).toBe(false)
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({
      status: 'completed',
      npsScore: 9,
    })
  })

  it('does not save a partial response without a valid answer', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    expect(await savePartialResponse(token, toFormAnswers({ nps: 'x' }), 'en')).toBe(false)
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })
})

describe('survey language', () => {
  it('opens a survey in the requested language, else the contact’s, else the organization’s', async () => {
    const organizationId = await anOrganization({ defaultLanguage: 'fr' })
    const { contact, token } = await aSurveyRequest(organizationId)
    const language = async (requested?: 'en' | 'fr') =>
      ((await getSurveyPageState(token, requested)) as { language: string }).language
    expect(await language()).toBe('fr')
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: 'en' } })
    expect(await language()).toBe('en')
    expect(await language('fr')).toBe('fr')
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: null } })
    expect(await language()).toBe('fr')
  })
})
