import { describe, expect, it } from 'vitest'
import { matchCandidates } from '../alerts/match-candidates'
import { db } from '../db'
import { signToken } from '../encryption'
import { holding } from '../testing/database/locks'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { anAskedSurvey } from '../testing/factories/responses'
import { apiAs } from '../testing/http'
import { readTotal } from '../totals'
import { transact } from '../unit-of-work'
import { openSurvey, savePartial, submitResponse } from './submit'

const given = (answers: Record<string, string | string[]>) =>
  new Map(Object.entries(answers).map(([id, value]) => [id, [value].flat()]))

const FOLLOW_UP = [
  { id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' }, required: false },
  { id: 'call', type: 'yes_no', text: 'May we call you?', required: true, showIf: { band: ['detractor'] } },
  {
    id: 'when',
    type: 'multiple_choice',
    text: 'When?',
    required: false,
    options: [
      { id: 'am', label: { en: 'Morning', fr: 'Matin' } },
      { id: 'pm', label: { en: 'Afternoon', fr: 'Après-midi' } },
    ],
    showIf: { question: 'call', in: [true] },
  },
]

/** Locks the step's row until all submissions wait for it, so that they continue at once. */
async function allAtOnce<T>(stepId: string, start: () => Promise<T>[]): Promise<T[]> {
  const all = await holding(async (tx) => {
    await tx.$queryRaw`SELECT id FROM sending_step WHERE id = ${stepId}::uuid FOR UPDATE`
    const started = start()
    const waiting = () => db.$queryRaw<{ n: number }[]>`
        SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%submit_response%'`
    await expect.poll(async () => (await waiting())[0]?.n).toBeGreaterThanOrEqual(started.length)
    return { started }
  })
  return Promise.all(all.started)
}

const aRule = (organizationId: string, data: { bands?: string[]; npsAtMost?: number } = {}) =>
  db.alertRule.create({ data: { organizationId, name: 'Trouble', trigger: 'response', ...data } })

const deliveriesOf = (organizationId: string) =>
  db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })

describe('submitResponse', () => {
  it('stores a submitted response with scores and question texts, marks its step, and emits both events', async () => {
    const organizationId = await anOrganization()
    const subscription = await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const { survey, contact, step, token } = await anAskedSurvey(organizationId, { survey: { questions: FOLLOW_UP } })

    const answers = { nps: '3', why: ' Trop\r\nlent ', call: 'yes', when: ['pm', 'am'] }
    const result = await submitResponse(token, given(answers), 'fr')

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
      sequenceId: null,
      language: 'fr',
      createdAt: row.submittedAt?.toISOString(),
      answers: [
        { questionId: 'nps', type: 'nps', text: expect.stringContaining('recommandiez'), value: 3 },
        { questionId: 'why', type: 'text', text: 'Pourquoi ?', value: 'Trop\nlent' },
        { questionId: 'call', type: 'yes_no', text: 'May we call you?', value: true },
        { questionId: 'when', type: 'multiple_choice', text: 'When?', value: ['am', 'pm'] },
      ],
    })
    expect(result).toEqual({ state: 'submitted', isNew: true, isTheirs: true, response: payload })
    expect(row).toMatchObject({ rating: 3, band: 'negative', sendingStepId: step.id, sendingId: step.sendingId })
    expect((await db.sendingStep.findUniqueOrThrow({ where: { id: step.id } })).status).toBe('answered')
    const deliveries = await deliveriesOf(organizationId)
    // Their ids have the same millisecond, so the order is undefined.
    expect(deliveries.map(({ kind }) => kind).sort()).toEqual(['detractor_response', 'new_response'])
    expect(new Set(deliveries.map(({ body }) => body))).toEqual(new Set([JSON.stringify([payload])]))
    expect(deliveries.every(({ subscriptionId }) => subscriptionId === subscription.id)).toBe(true)
  })

  it('does not emit detractor_response for an NPS of 7', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const { token } = await anAskedSurvey(organizationId)
    await submitResponse(token, given({ nps: '7' }), 'en')
    expect((await deliveriesOf(organizationId)).map(({ kind }) => kind)).toEqual(['new_response'])
  })

  it('copies location, employee and sequence of the sending to the submitted response', async () => {
    const organizationId = await anOrganization()
    const [locationId, employeeId, sequenceId] = [1, 2, 3].map((n) => `0199b7d6-5b2a-7c3e-9f10-00000000000${n}`)
    const sending = { locationId: locationId ?? '', employeeId: employeeId ?? '', sequenceId: sequenceId ?? '' }
    const { token } = await anAskedSurvey(organizationId, { sending })
    expect(await submitResponse(token, given({ nps: '9' }), 'en')).toMatchObject({ response: sending })
  })

  it('stores one response when a survey is submitted several times, concurrently or later', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response'])
    const { step, token } = await anAskedSurvey(organizationId)
    const scores = ['1', '2', '3', '8', '9', '10']
    const results = await allAtOnce(step.id, () => scores.map((nps) => submitResponse(token, given({ nps }), 'en')))
    const late = await submitResponse(token, given({ nps: '0' }), 'en')

    expect(results.filter((result) => result.state === 'submitted' && result.isNew)).toHaveLength(1)
    const [response, ...more] = await db.response.findMany({ where: { organizationId } })
    expect(more).toEqual([])
    expect(late).toMatchObject({ state: 'submitted', isNew: false, response: { npsScore: response?.npsScore } })
    expect(await deliveriesOf(organizationId)).toHaveLength(1)
    expect(await readTotal(organizationId, 'response')).toBe(1)
  })

  it('recognizes a resubmission of the same answers, and tells it from different answers', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: FOLLOW_UP } })
    const answers = { nps: '3', why: 'Slow', call: 'yes', when: ['am', 'pm'] }
    expect(await submitResponse(token, given(answers), 'en')).toMatchObject({ isNew: true, isTheirs: true })
    const again = { ...answers, why: ' Slow ', when: ['pm', 'am'], other: 'x' }
    expect(await submitResponse(token, given(again), 'fr')).toMatchObject({ isNew: false, isTheirs: true })
    for (const different of [
      { nps: '4' },
      { why: 'Slower' },
      { why: '' },
      { call: 'no' },
      { when: 'am' },
      { nps: '11' },
    ])
      expect(await submitResponse(token, given({ ...answers, ...different }), 'en')).toMatchObject({
        isNew: false,
        isTheirs: false,
      })
    expect(await db.response.count({ where: { organizationId } })).toBe(1)
  })

  it('rolls back the response, its events and the step status when the transaction of a submission fails', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const { step, token } = await anAskedSurvey(organizationId)
    const failed = transact(async () => {
      expect(await submitResponse(token, given({ nps: '2' }), 'en')).toMatchObject({ isNew: true })
      throw new Error('the commit does not come')
    })
    await expect(failed).rejects.toThrow('the commit does not come')
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
    expect(await deliveriesOf(organizationId)).toEqual([])
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
  ])('case %#: refuses a submission with invalid answers, and stores nothing', async (answers, faults) => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: FOLLOW_UP } })
    const result = await submitResponse(token, given(answers), 'en')
    expect(result).toMatchObject({ state: 'invalid', faults: new Map(Object.entries(faults)) })
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })

  it('drops answers to questions that do not apply', async () => {
    const { token } = await anAskedSurvey(await anOrganization(), { survey: { questions: FOLLOW_UP } })
    const result = await submitResponse(token, given({ nps: '10', call: 'nonsense', when: 'am', other: 'x' }), 'en')
    expect(result).toMatchObject({ state: 'submitted', response: { answers: [{ questionId: 'nps', value: 10 }] } })
  })

  it('refuses survey links with a wrong or forged token, and reports an archived survey', async () => {
    const organizationId = await anOrganization()
    const { step, survey, token } = await anAskedSurvey(organizationId)
    const foreign = [signToken('unsubscribe', step.id), signToken('survey', survey.id), `${token.slice(0, -1)}A`, 'x']
    for (const one of foreign) {
      if (one === token) continue
      expect(await submitResponse(one, given({ nps: '9' }), 'en')).toEqual({ state: 'unknown' })
      expect(await openSurvey(one, undefined)).toEqual({ state: 'unknown' })
    }
    await db.survey.update({ where: { id: survey.id }, data: { status: 'archived' } })
    expect(await submitResponse(token, given({ nps: '9' }), 'en')).toEqual({ state: 'archived' })
    expect(await openSurvey(token, undefined)).toMatchObject({ state: 'archived' })
  })
})

describe('submitResponse with a stale snapshot', () => {
  const seenOf = async (token: string) => {
    const opened = await openSurvey(token, undefined)
    return opened.state === 'open' ? opened.asked : undefined
  }
  const locationId = '0199b7d6-5b2a-7c3e-9f10-000000000001'

  it('submits to the current sending and partial response instead of the stale snapshot', async () => {
    const organizationId = await anOrganization()
    const moved = await anAskedSurvey(organizationId)
    const seen = await seenOf(moved.token)
    await db.sending.update({ where: { id: moved.sending.id }, data: { locationId } })
    await savePartial(moved.token, given({ nps: '2' }), 'en')
    const begun = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect(await submitResponse(moved.token, given({ nps: '9' }), 'en', seen)).toMatchObject({
      isNew: true,
      response: { id: begun.id, locationId, npsScore: 9 },
    })
    expect(await db.response.findMany({ where: { organizationId } })).toMatchObject([
      { id: begun.id, locationId, npsScore: 9, band: 'positive', isDetractor: false },
    ])
  })

  it('creates alerts by the rules that were active at submission, not by earlier or later ones', async () => {
    const organizationId = await anOrganization()
    const stays = await aRule(organizationId, { bands: ['negative'] })
    const [goes, ends] = [await aRule(organizationId), await aRule(organizationId)]
    const { token } = await anAskedSurvey(organizationId)
    const seen = await seenOf(token)
    const comes = await aRule(organizationId, { npsAtMost: 3 })
    await db.alertRule.delete({ where: { id: goes.id } })
    await db.alertRule.update({ where: { id: ends.id }, data: { active: false } })
    const submission = await submitResponse(token, given({ nps: '1' }), 'en', seen)
    expect(submission).toMatchObject({ state: 'submitted', isNew: true })
    await aRule(organizationId)
    await matchCandidates(organizationId)
    const alerts = await db.alert.findMany({ where: { organizationId }, orderBy: { ruleId: 'asc' } })
    expect(alerts.map(({ ruleId }) => ruleId)).toEqual([stays.id, comes.id])
    expect(new Set(alerts.map(({ subjectId }) => subjectId)).size).toBe(1)
  })

  it('stores nothing if the survey was archived or answered, or the contact deleted, since the snapshot', async () => {
    const organizationId = await anOrganization()
    const archived = await anAskedSurvey(organizationId)
    const submitted = await anAskedSurvey(organizationId)
    const gone = await anAskedSurvey(organizationId)
    const seen = await Promise.all([archived, submitted, gone].map(({ token }) => seenOf(token)))
    await db.survey.update({ where: { id: archived.survey.id }, data: { status: 'archived' } })
    await submitResponse(submitted.token, given({ nps: '1' }), 'en')
    await db.contact.delete({ where: { id: gone.contact.id } })
    const submit = ({ token }: { token: string }, at: number) =>
      submitResponse(token, given({ nps: '9' }), 'en', seen[at])

    expect(await submit(archived, 0)).toEqual({ state: 'archived' })
    expect(await submit(submitted, 1)).toMatchObject({ isNew: false, isTheirs: false, response: { npsScore: 1 } })
    expect(await submit(gone, 2)).toEqual({ state: 'unknown' })
    expect(await db.response.count({ where: { organizationId } })).toBe(1)
  })
})

describe('partial responses', () => {
  it('saves valid partial answers without listing or announcing them, and reopens the survey with them', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_response'])
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: FOLLOW_UP } })
    expect(await savePartial(token, given({ nps: '2', call: 'maybe', why: 'Slow' }), 'fr')).toBe(true)

    expect(await deliveriesOf(organizationId)).toEqual([])
    expect((await apiAs(organizationId, 'responses:read')('GET /responses')).body.meta.total).toBe(0)
    const opened = await openSurvey(token, undefined)
    expect(opened).toMatchObject({ state: 'open', language: 'fr' })
    expect(opened.state === 'open' && Object.fromEntries(opened.given)).toEqual({ nps: ['2'], why: ['Slow'] })

    const begun = await db.response.findFirstOrThrow({ where: { organizationId } })
    await submitResponse(token, given({ nps: '9' }), 'fr')
    const submitted = await db.response.findFirstOrThrow({ where: { organizationId } })
    expect(submitted).toMatchObject({ id: begun.id, status: 'completed', npsScore: 9, answers: [{ value: 9 }] })
    expect(submitted.createdAt).toEqual(submitted.submittedAt)
  })

  it('does not overwrite a submitted response with a partial one', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId)
    await submitResponse(token, given({ nps: '9' }), 'en')
    expect(await savePartial(token, given({ nps: '1' }), 'en')).toBe(false)
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({
      status: 'completed',
      npsScore: 9,
    })
  })

  it('does not save a partial response without a valid answer', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId)
    expect(await savePartial(token, given({ nps: 'x' }), 'en')).toBe(false)
    expect(await db.response.count({ where: { organizationId } })).toBe(0)
  })
})

describe('survey language', () => {
  it('opens a survey in the requested language, else the contact’s, else the organization’s', async () => {
    const organizationId = await anOrganization({ defaultLanguage: 'fr' })
    const { contact, token } = await anAskedSurvey(organizationId)
    const language = async (wanted?: 'en' | 'fr') =>
      ((await openSurvey(token, wanted)) as { language: string }).language
    expect(await language()).toBe('fr')
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: 'en' } })
    expect(await language()).toBe('en')
    expect(await language('fr')).toBe('fr')
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: null } })
    expect(await language()).toBe('fr')
  })
})
