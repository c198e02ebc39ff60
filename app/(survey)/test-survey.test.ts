import { expect, it } from 'vitest'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { buildTestSurveyLink } from '@/server/responses/test-survey'
import { anOrganization, aSurvey } from '@/server/testing/factories/basics'
import { digestRows } from '@/server/testing/fuzz/row-digest'
import { OPTIONAL_TEXT_QUESTION, requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'

const MARK = 'Test. Nothing is saved here.'

async function aTestSurvey(data: Parameters<typeof aSurvey>[1] = {}) {
  const organizationId = await anOrganization({ name: 'Harbour Inn', defaultLanguage: 'en' })
  const { id } = await aSurvey(organizationId, { questions: [OPTIONAL_TEXT_QUESTION], ...data })
  return { organizationId, id, path: new URL(buildTestSurveyLink(null, id)).pathname }
}

it('200: the link of a test opens the survey, marked, in both languages and with the score of the email', async () => {
  const { path } = await aTestSurvey()
  const { status, html } = await requestPublicPage(viewSurvey, `${path}?score=3`)
  expect(status).toBe(200)
  expect(html).toContain(MARK)
  expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('3')
  expect((await requestPublicPage(viewSurvey, `${path}?lang=fr`)).html).toContain('Test. Rien n’est enregistré ici.')
})

it('200: submitting a test says thank you, and stores nothing', async () => {
  const { organizationId, path } = await aTestSurvey()
  const before = await digestRows(organizationId)
  const { status, html } = await requestPublicPage(answerSurvey, path, {
    _language: 'en',
    'q.nps': '2',
    'q.why': 'Rain',
  })
  expect(status).toBe(200)
  expect(html).toContain(MARK)
  expect(html).toContain('Thank you')
  const saved = await requestPublicPage(answerSurvey, path, { _save: '1', 'q.nps': '2' })
  expect(saved.status).toBe(204)
  expect(await digestRows(organizationId)).toEqual(before)
  expect(await db.response.count({ where: { organizationId } })).toBe(0)
})

it('400: a test checks the answers as the survey does', async () => {
  const { path } = await aTestSurvey()
  const { status, html } = await requestPublicPage(answerSurvey, path, { _language: 'en', 'q.why': 'Rain' })
  expect(status).toBe(400)
  expect(html).toContain(MARK)
  expect(html).toContain('Rain')
})

it('404: a token of another purpose or of a deleted survey; 410: an archived survey', async () => {
  const { id, path } = await aTestSurvey()
  expect((await requestPublicPage(viewSurvey, `/s/${signToken('survey', id)}`)).status).toBe(404)
  expect((await requestPublicPage(viewSurvey, `/s/${signToken('unsubscribe', id)}`)).status).toBe(404)
  await db.survey.update({ where: { id }, data: { status: 'archived' } })
  expect((await requestPublicPage(viewSurvey, path)).status).toBe(410)
  await db.survey.update({ where: { id }, data: { deletedAt: new Date() } })
  expect((await requestPublicPage(viewSurvey, path)).status).toBe(404)
  expect((await requestPublicPage(answerSurvey, path, { 'q.nps': '2' })).status).toBe(404)
})
