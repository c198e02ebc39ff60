import { expect, it } from 'vitest'
import { matchCandidates } from '../alerts/match-candidates'
import { HOUR_MS } from '../clock'
import { db } from '../db'
import { getOverview } from '../overview/overview'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { anAskedSurvey } from '../testing/factories/responses'
import { apiAs } from '../testing/http'
import { countUnfinished } from './count-unfinished'
import { openSurvey, savePartial, submitResponse } from './submit'
import { checkTallies } from './tally-upkeep'

const given = (answers: Record<string, string>) => new Map(Object.entries(answers).map(([id, value]) => [id, [value]]))

async function begun(organizationId: string, answers: Record<string, string>, hoursAgo: number) {
  const asked = await anAskedSurvey(organizationId, {
    survey: { questions: [{ id: 'why', type: 'text', text: 'Why?', required: false }] },
  })
  await savePartial(asked.token, given(answers), 'en')
  const { id } = await db.response.findFirstOrThrow({ where: { organizationId, sendingStepId: asked.step.id } })
  await db.response.update({ where: { id }, data: { createdAt: new Date(Date.now() - hoursAgo * HOUR_MS) } })
  return { ...asked, id }
}

const stored = (id: string) => db.response.findUniqueOrThrow({ where: { id } })

const kindsOf = async (organizationId: string) =>
  (await db.webhookDelivery.findMany({ where: { organizationId } })).map(({ kind }) => kind).sort()

it('a score that was started 24 hours ago counts, is listed as partial and announced once', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_response', 'detractor_response'])
  await db.alertRule.create({ data: { organizationId, name: 'Trouble', trigger: 'response', bands: ['negative'] } })
  const { id, step, token } = await begun(organizationId, { nps: '2', why: 'Slow' }, 24)
  const early = await begun(organizationId, { nps: '9' }, 23)

  const before = Date.now()
  await Promise.all([countUnfinished(), countUnfinished()])
  await countUnfinished()

  const ask = apiAs(organizationId, 'responses:read')
  const payload = (await ask(`GET /responses/${id}`)).body.data
  expect(payload).toMatchObject({ status: 'partial', npsScore: 2, isDetractor: true })
  expect(Date.parse(payload.createdAt)).toBeGreaterThanOrEqual(before)
  const listed = async (query: string) =>
    (await ask(`GET /responses?${query}`)).body.data.map((response: { id: string }) => response.id)
  expect(await listed('')).toEqual([id])
  expect(await listed('status=completed')).toEqual([])
  expect((await listed('status=partial')).sort()).toEqual([id, early.id].sort())

  expect(await kindsOf(organizationId)).toEqual(['detractor_response', 'new_response'])
  const [delivery] = await db.webhookDelivery.findMany({ where: { organizationId, kind: 'new_response' } })
  expect(JSON.parse(delivery?.body ?? '')).toEqual([payload])
  expect(await db.sendingStep.findUniqueOrThrow({ where: { id: step.id } })).toMatchObject({ status: 'answered' })
  expect(await stored(id)).toMatchObject({ caseState: 'open', submittedAt: null })
  await matchCandidates(organizationId)
  expect(await db.alert.count({ where: { organizationId, subjectId: id } })).toBe(1)
  const { metrics, responses } = await getOverview(organizationId, { days: 30 })
  expect([responses.current, metrics[0]?.current]).toEqual([1, expect.objectContaining({ n: 1, value: -100 })])
  expect(await openSurvey(token, undefined)).toMatchObject({ state: 'open' })
})

it('submitting a response that counts already changes it in its place, without a further event', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_response', 'detractor_response'])
  await db.alertRule.create({ data: { organizationId, name: 'Any', trigger: 'response' } })
  const { id, token } = await begun(organizationId, { nps: '9' }, 30)
  await countUnfinished()
  const counting = await stored(id)
  await matchCandidates(organizationId)

  const submission = await submitResponse(token, given({ nps: '3', why: 'Too loud' }), 'en')
  expect(submission).toMatchObject({ state: 'submitted', isNew: true, response: { status: 'completed', npsScore: 3 } })
  const after = await stored(id)
  expect(after).toMatchObject({ band: 'negative', caseState: 'open', createdAt: counting.createdAt })
  expect(after.submittedAt?.getTime()).toBeGreaterThanOrEqual(counting.createdAt.getTime())
  expect(await kindsOf(organizationId)).toEqual(['new_response'])
  expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
  expect(await submitResponse(token, given({ nps: '10' }), 'en')).toMatchObject({ isNew: false, isTheirs: false })
  await countUnfinished()
  expect(await stored(id)).toEqual(after)
  expect(await checkTallies(organizationId)).toMatchObject({ wrong: 0 })
})

it('another score that is kept later moves the one that counts, and opens its case once it is low', async () => {
  const organizationId = await anOrganization()
  const { id, token } = await begun(organizationId, { nps: '9' }, 30)
  await countUnfinished()
  expect(await stored(id)).toMatchObject({ caseState: null })
  expect(await savePartial(token, given({ nps: '1' }), 'en')).toBe(true)
  expect(await stored(id)).toMatchObject({ npsScore: 1, caseState: 'open', status: 'completed', submittedAt: null })
  expect(await checkTallies(organizationId)).toMatchObject({ wrong: 0 })
})

it('what has no score, was started long ago, or was left by a deleted contact does not begin to count', async () => {
  const organizationId = await anOrganization()
  const [silent, old, left] = await Promise.all([
    begun(organizationId, { why: 'Slow' }, 30),
    begun(organizationId, { nps: '9' }, 24 * 31),
    begun(organizationId, { nps: '9' }, 30),
  ])
  await db.contact.delete({ where: { id: left.contact.id } })
  const archived = await begun(organizationId, { nps: '4' }, 30)
  await db.survey.update({ where: { id: archived.survey.id }, data: { status: 'archived' } })
  await countUnfinished()
  for (const { id } of [silent, old, left]) expect(await stored(id)).toMatchObject({ status: 'partial' })
  // The response was given while the survey was open.
  expect(await stored(archived.id)).toMatchObject({ status: 'completed', submittedAt: null })
})
