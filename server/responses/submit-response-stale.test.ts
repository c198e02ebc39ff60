import { expect, it } from 'vitest'
import { matchCandidates } from '../alerts/match-candidates'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { toFormAnswers } from './form-answers-fixture'
import { getSurveyPageState, savePartialResponse, submitResponse } from './submit-response'

const aRule = (organizationId: string, data: { bands?: string[]; npsAtMost?: number } = {}) =>
  db.alertRule.create({ data: { organizationId, name: 'Trouble', trigger: 'response', ...data } })

const readSnapshot = async (token: string) => {
  const opened = await getSurveyPageState(token, undefined)
  return opened.state === 'open' ? opened.request : undefined
}
const locationId = '0199b7d6-5b2a-7c3e-9f10-000000000001'

it('submits to the current sending and partial response instead of the stale snapshot', async () => {
  const organizationId = await anOrganization()
  const changed = await aSurveyRequest(organizationId)
  const snapshot = await readSnapshot(changed.token)
  await db.sending.update({ where: { id: changed.sending.id }, data: { locationId } })
  await savePartialResponse(changed.token, toFormAnswers({ nps: '2' }), 'en')
  const partial = await db.response.findFirstOrThrow({ where: { organizationId } })
  expect(await submitResponse(changed.token, toFormAnswers({ nps: '9' }), 'en', { snapshot })).toMatchObject({
    isNew: true,
    response: { id: partial.id, locationId, npsScore: 9 },
  })
  expect(await db.response.findMany({ where: { organizationId } })).toMatchObject([
    { id: partial.id, locationId, npsScore: 9, band: 'positive', isDetractor: false },
  ])
})

it('creates alerts by the rules that were active at submission, not by earlier or later ones', async () => {
  const organizationId = await anOrganization()
  const activeRule = await aRule(organizationId, { bands: ['negative'] })
  const [deletedRule, disabledRule] = [await aRule(organizationId), await aRule(organizationId)]
  const { token } = await aSurveyRequest(organizationId)
  const snapshot = await readSnapshot(token)
  const addedRule = await aRule(organizationId, { npsAtMost: 3 })
  await db.alertRule.delete({ where: { id: deletedRule.id } })
  await db.alertRule.update({ where: { id: disabledRule.id }, data: { active: false } })
  const submission = await submitResponse(token, toFormAnswers({ nps: '1' }), 'en', { snapshot })
  expect(submission).toMatchObject({ state: 'submitted', isNew: true })
  await aRule(organizationId)
  await matchCandidates(organizationId)
  const alerts = await db.alert.findMany({ where: { organizationId }, orderBy: { ruleId: 'asc' } })
  expect(alerts.map(({ ruleId }) => ruleId)).toEqual([activeRule.id, addedRule.id])
  expect(new Set(alerts.map(({ subjectId }) => subjectId)).size).toBe(1)
})

it('stores nothing if the survey was archived or answered, or the contact deleted, since the snapshot', async () => {
  const organizationId = await anOrganization()
  const archived = await aSurveyRequest(organizationId)
  const submitted = await aSurveyRequest(organizationId)
  const deleted = await aSurveyRequest(organizationId)
  const snapshots = await Promise.all([archived, submitted, deleted].map(({ token }) => readSnapshot(token)))
  await db.survey.update({ where: { id: archived.survey.id }, data: { status: 'archived' } })
  await submitResponse(submitted.token, toFormAnswers({ nps: '1' }), 'en')
  await db.contact.delete({ where: { id: deleted.contact.id } })
  const submit = ({ token }: { token: string }, at: number) =>
    submitResponse(token, toFormAnswers({ nps: '9' }), 'en', { snapshot: snapshots[at] })

  expect(await submit(archived, 0)).toEqual({ state: 'archived' })
  expect(await submit(submitted, 1)).toMatchObject({ isNew: false, hasSameAnswers: false, response: { npsScore: 1 } })
  expect(await submit(deleted, 2)).toEqual({ state: 'unknown' })
  expect(await db.response.count({ where: { organizationId } })).toBe(1)
})
