import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { signToken } from '../encryption'
import { readListTotal } from '../list-totals'
import { withOpenTransaction } from '../testing/database/locks'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { forgeToken } from '../testing/forged-token'
import { apiAs } from '../testing/rest-client'
import { transact } from '../unit-of-work'
import { FOLLOW_UP_QUESTIONS, listWebhookDeliveryRows, toFormAnswers } from './form-answers-fixture'
import { getSurveyPageState, submitResponse } from './submit-response'

/** Locks the step's row until all submissions wait for it, so that they continue at once. */
async function submitConcurrently<T>(stepId: string, start: () => Promise<T>[]): Promise<T[]> {
  const submissions = await withOpenTransaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM sending_step WHERE id = ${stepId}::uuid FOR UPDATE`
    const started = start()
    const waiting = () => db.$queryRaw<{ n: number }[]>`
        SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%submit_response%'`
    await expect.poll(async () => (await waiting())[0]?.n).toBeGreaterThanOrEqual(started.length)
    return { started }
  })
  return Promise.all(submissions.started)
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('submitResponse', () => {
  it('stores a submitted response with scores and question texts, sets its step to answered, and emits both events', async () => {
    const organizationId = await anOrganization()
    const subscription = await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const { survey, contact, step, token } = await aSurveyRequest(organizationId, {
      survey: { questions: FOLLOW_UP_QUESTIONS },
    })

    const answers = { nps: '3', why: ' Trop\r\nlent ', call: 'yes', when: ['pm', 'am'] }
    const result = await submitResponse(token, toFormAnswers(answers), 'fr')

    const row = await db.response.findFirstOrThrow({ where: { organizationId } })
    const payload = (await apiAs(organizationId, 'responses:read')(`GET /responses/${row.id}`)).body.data
    expect(payload).toEqual({
      id: row.id,
      surveyId: survey.id,
      contactId: contact.id,
      npsScore: 3,
      csatScore: null,
      cesScore: null,
      isPromoter: false,
      isDetractor: true,
      status: 'completed',
      locationId: null,
      employeeId: null,
      contactOrganizationId: null,
      sequenceId: null,
      channel: 'email',
      surveyLinkId: null,
      surveyVersion: 1,
      changedAt: null,
      language: 'fr',
      createdAt: row.submittedAt?.toISOString(),
      answers: [
        { questionId: 'nps', type: 'nps', text: expect.stringContaining('recommandiez'), value: 3 },
        { questionId: 'why', type: 'text', text: 'Pourquoi ?', value: 'Trop\nlent' },
        { questionId: 'call', type: 'yes_no', text: 'May we call you?', value: true },
        { questionId: 'when', type: 'multiple_choice', text: 'When?', value: ['am', 'pm'] },
      ],
      fields: {},
    })
    expect(result).toEqual({ state: 'submitted', isNew: true, hasSameAnswers: true, response: payload })
    expect(row).toMatchObject({ rating: 3, band: 'negative', sendingStepId: step.id, sendingId: step.sendingId })
    expect((await db.sendingStep.findUniqueOrThrow({ where: { id: step.id } })).status).toBe('answered')
    const deliveries = await listWebhookDeliveryRows(organizationId)
    // Their ids have the same millisecond, so the order is undefined.
    expect(deliveries.map(({ kind }) => kind).sort()).toEqual(['detractor_response', 'new_response'])
    expect(new Set(deliveries.map(({ body }) => body))).toEqual(new Set([JSON.stringify([payload])]))
    expect(deliveries.every(({ subscriptionId }) => subscriptionId === subscription.id)).toBe(true)
  })

  it('does not emit detractor_response for an NPS of 7', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const { token } = await aSurveyRequest(organizationId)
    await submitResponse(token, toFormAnswers({ nps: '7' }), 'en')
    expect((await listWebhookDeliveryRows(organizationId)).map(({ kind }) => kind)).toEqual(['new_response'])
  })

  it('copies location, employee and sequence of the sending to the submitted response', async () => {
    const organizationId = await anOrganization()
    const [locationId, employeeId, sequenceId] = [1, 2, 3].map((n) => `0199b7d6-5b2a-7c3e-9f10-00000000000${n}`)
    const sending = { locationId: locationId ?? '', employeeId: employeeId ?? '', sequenceId: sequenceId ?? '' }
    const { token } = await aSurveyRequest(organizationId, { sending })
    expect(await submitResponse(token, toFormAnswers({ nps: '9' }), 'en')).toMatchObject({ response: sending })
  })

  it('stores one response when a survey is submitted several times, concurrently or later', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response'])
    const { step, token } = await aSurveyRequest(organizationId)
    const scores = ['1', '2', '3', '8', '9', '10']
    const results = await submitConcurrently(step.id, () =>
      scores.map((nps) => submitResponse(token, toFormAnswers({ nps }), 'en')),
    )
    const late = await submitResponse(token, toFormAnswers({ nps: '0' }), 'en')

    expect(results.filter((result) => result.state === 'submitted' && result.isNew)).toHaveLength(1)
    const [response, ...more] = await db.response.findMany({ where: { organizationId } })
    expect(more).toEqual([])
    expect(late).toMatchObject({ state: 'submitted', isNew: false, response: { npsScore: response?.npsScore } })
    expect(await listWebhookDeliveryRows(organizationId)).toHaveLength(1)
    expect(await readListTotal(organizationId, 'response')).toBe(1)
  })

  it('distinguishes a resubmission of the same answers from one of different answers', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: FOLLOW_UP_QUESTIONS } })
    const answers = { nps: '3', why: 'Slow', call: 'yes', when: ['am', 'pm'] }
    expect(await submitResponse(token, toFormAnswers(answers), 'en')).toMatchObject({
      isNew: true,
      hasSameAnswers: true,
    })
    const again = { ...answers, why: ' Slow ', when: ['pm', 'am'], other: 'x' }
    expect(await submitResponse(token, toFormAnswers(again), 'fr')).toMatchObject({
      isNew: false,
      hasSameAnswers: true,
    })
    for (const different of [
      { nps: '4' },
      { why: 'Slower' },
      { why: '' },
      { call: 'no' },
      { when: 'am' },
      { nps: '11' },
    ])
      expect(await submitResponse(token, toFormAnswers({ ...answers, ...different }), 'en')).toMatchObject({
        isNew: false,
        hasSameAnswers: false,
      })
    expect(await db.response.count({ where: { organizationId } })).toBe(1)
  })

  it('rolls back the response, its events and the step status when the transaction of a submission fails', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const { step, token } = await aSurveyRequest(organizationId)
    const failed = transact(async () => {
      expect(await submitResponse(token, toFormAnswers({ nps: '2' }), 'en')).toMatchObject({ isNew: true })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
    expect(await listWebhookDeliveryRows(organizationId)).toEqual([])
    expect((await db.sendingStep.findUniqueOrThrow({ where: { id: step.id } })).status).toBe('sent')
  })

  it.each([
    [{}, { nps: 'required' }],
    [{ nps: '11' }, { nps: 'range' }],
    [{ nps: '-1' }, { nps: 'range' }],
    [{ nps: '7.5' }, { nps: 'range' }],
    [{ nps: '4' }, { call: 'required' }],
    [{ nps: '4', call: 'maybe' }, { call: 'option' }],
    [{ nps: '4', call: 'yes', when: ['am', 'night'] }, { when: 'option' }],
    [{ nps: '9', why: 'a'.repeat(5001) }, { why: 'tooLong' }],
    [{ nps: '9', why: 'a\u0000b' }, { why: 'notText' }],
    [{ nps: '9', why: '\ud800' }, { why: 'notText' }],
  ])('case %#: refuses a submission with invalid answers, and stores nothing', async (answers, errors) => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: FOLLOW_UP_QUESTIONS } })
    const result = await submitResponse(token, toFormAnswers(answers), 'en')
    expect(result).toMatchObject({ state: 'invalid', errors: new Map(Object.entries(errors)) })
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })

  it('drops answers to questions that do not apply', async () => {
    const { token } = await aSurveyRequest(await anOrganization(), { survey: { questions: FOLLOW_UP_QUESTIONS } })
    const result = await submitResponse(
      token,
      toFormAnswers({ nps: '10', call: 'nonsense', when: 'am', other: 'x' }),
      'en',
    )
    expect(result).toMatchObject({ state: 'submitted', response: { answers: [{ questionId: 'nps', value: 10 }] } })
  })

  it('refuses survey links with a wrong or forged token, and reports an archived survey', async () => {
    const organizationId = await anOrganization()
    const { step, survey, token } = await aSurveyRequest(organizationId)
    const wrong = [signToken('unsubscribe', step.id), signToken('survey', survey.id), forgeToken(token), 'x']
    const otherFormsOfItsBytes = BASE64URL.split('')
      .map((last) => token.slice(0, -1) + last)
      .filter((form) => form !== token && Buffer.from(form, 'base64url').equals(Buffer.from(token, 'base64url')))
    expect(otherFormsOfItsBytes).toHaveLength(3)
    for (const invalidToken of [...wrong, ...otherFormsOfItsBytes]) {
      expect(await submitResponse(invalidToken, toFormAnswers({ nps: '9' }), 'en')).toEqual({ state: 'unknown' })
      expect(await getSurveyPageState(invalidToken, undefined)).toEqual({ state: 'unknown' })
    }
    await db.survey.update({ where: { id: survey.id }, data: { status: 'archived' } })
    expect(await submitResponse(token, toFormAnswers({ nps: '9' }), 'en')).toEqual({ state: 'archived' })
    expect(await getSurveyPageState(token, undefined)).toMatchObject({ state: 'archived' })
  })
})
