import { expect, it } from 'vitest'
import { matchCandidates } from '../alerts/match-candidates'
import { HOUR_MS } from '../clock'
import { db } from '../db'
import { getOverview } from '../overview/overview'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { apiAs } from '../testing/rest-client'
import { addUnfinishedResponsesToScores } from './add-unfinished-responses-to-scores'
import { toFormAnswers } from './form-answers-fixture'
import { getSurveyPageState, savePartialResponse, submitResponse } from './submit-response'
import { verifyOrRebuildStats } from './verify-or-rebuild-stats'

async function startResponse(organizationId: string, answers: Record<string, string>, hoursAgo: number) {
  const survey = await aSurveyRequest(organizationId, {
    survey: { questions: [{ id: 'why', type: 'text', text: 'Why?', required: false }] },
  })
  await savePartialResponse(survey.token, toFormAnswers(answers), 'en')
  const { id } = await db.response.findFirstOrThrow({ where: { organizationId, sendingStepId: survey.step.id } })
  await db.response.update({ where: { id }, data: { createdAt: new Date(Date.now() - hoursAgo * HOUR_MS) } })
  return { ...survey, id }
}

const readResponse = (id: string) => db.response.findUniqueOrThrow({ where: { id } })

const listEventKinds = async (organizationId: string) =>
  (await db.webhookDelivery.findMany({ where: { organizationId } })).map(({ kind }) => kind).sort()

it('counts a partial response with a score after 24 hours, lists it as partial and emits its events once', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_response', 'detractor_response'])
  await db.alertRule.create({ data: { organizationId, name: 'Trouble', trigger: 'response', bands: ['negative'] } })
  const { id, step, token } = await startResponse(organizationId, { nps: '2', why: 'Slow' }, 24)
  const early = await startResponse(organizationId, { nps: '9' }, 23)

  const before = Date.now()
  await Promise.all([addUnfinishedResponsesToScores(), addUnfinishedResponsesToScores()])
  await addUnfinishedResponsesToScores()

  const request = apiAs(organizationId, 'responses:read')
  const payload = (await request(`GET /responses/${id}`)).body.data
  expect(payload).toMatchObject({ status: 'partial', npsScore: 2, isDetractor: true })
  expect(Date.parse(payload.createdAt)).toBeGreaterThanOrEqual(before)
  const listIds = async (query: string) =>
    (await request(`GET /responses?${query}`)).body.data.map((response: { id: string }) => response.id)
  expect(await listIds('')).toEqual([id])
  expect(await listIds('status=completed')).toEqual([])
  expect((await listIds('status=partial')).sort()).toEqual([id, early.id].sort())

  expect(await listEventKinds(organizationId)).toEqual(['detractor_response', 'new_response'])
  const [delivery] = await db.webhookDelivery.findMany({ where: { organizationId, kind: 'new_response' } })
  expect(JSON.parse(delivery?.body ?? '')).toEqual([payload])
  expect(await db.sendingStep.findUniqueOrThrow({ where: { id: step.id } })).toMatchObject({ status: 'answered' })
  expect(await readResponse(id)).toMatchObject({ caseState: 'open', submittedAt: null })
  await matchCandidates(organizationId)
  expect(await db.alert.count({ where: { organizationId, subjectId: id } })).toBe(1)
  const { metrics, responses } = await getOverview(organizationId, { days: 30 })
  expect([responses.current, metrics[0]?.current]).toEqual([1, expect.objectContaining({ n: 1, value: -100 })])
  expect(await getSurveyPageState(token, undefined)).toMatchObject({ state: 'open' })
})

it('updates a response that already counts on submission, without another event', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_response', 'detractor_response'])
  await db.alertRule.create({ data: { organizationId, name: 'Any', trigger: 'response' } })
  const { id, token } = await startResponse(organizationId, { nps: '9' }, 30)
  await addUnfinishedResponsesToScores()
  const counted = await readResponse(id)
  await matchCandidates(organizationId)

  const submission = await submitResponse(token, toFormAnswers({ nps: '3', why: 'Too loud' }), 'en')
  expect(submission).toMatchObject({ state: 'submitted', isNew: true, response: { status: 'completed', npsScore: 3 } })
  const after = await readResponse(id)
  expect(after).toMatchObject({ band: 'negative', caseState: 'open', createdAt: counted.createdAt })
  expect(after.submittedAt?.getTime()).toBeGreaterThanOrEqual(counted.createdAt.getTime())
  expect(await listEventKinds(organizationId)).toEqual(['new_response'])
  expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
  expect(await submitResponse(token, toFormAnswers({ nps: '10' }), 'en')).toMatchObject({
    isNew: false,
    hasSameAnswers: false,
  })
  await addUnfinishedResponsesToScores()
  expect(await readResponse(id)).toEqual(after)
  expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
})

it('updates the score of a response that already counts on a partial save, and opens its case if the score is low', async () => {
  const organizationId = await anOrganization()
  const { id, token } = await startResponse(organizationId, { nps: '9' }, 30)
  await addUnfinishedResponsesToScores()
  expect(await readResponse(id)).toMatchObject({ caseState: null })
  expect(await savePartialResponse(token, toFormAnswers({ nps: '1' }), 'en')).toBe(true)
  expect(await readResponse(id)).toMatchObject({
    npsScore: 1,
    caseState: 'open',
    status: 'completed',
    submittedAt: null,
  })
  expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
})

it('never counts a partial response without a score, of a deleted contact, or started over 30 days ago', async () => {
  const organizationId = await anOrganization()
  const [withoutScore, old, withoutContact] = await Promise.all([
    startResponse(organizationId, { why: 'Slow' }, 30),
    startResponse(organizationId, { nps: '9' }, 24 * 31),
    startResponse(organizationId, { nps: '9' }, 30),
  ])
  await db.contact.delete({ where: { id: withoutContact.contact.id } })
  const archived = await startResponse(organizationId, { nps: '4' }, 30)
  await db.survey.update({ where: { id: archived.survey.id }, data: { status: 'archived' } })
  await addUnfinishedResponsesToScores()
  for (const { id } of [withoutScore, old, withoutContact])
    expect(await readResponse(id)).toMatchObject({ status: 'partial' })
  // The response was given while the survey was open.
  expect(await readResponse(archived.id)).toMatchObject({ status: 'completed', submittedAt: null })
})
