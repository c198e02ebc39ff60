import { beforeEach, expect, it } from 'vitest'
import { db } from '../../db'
import { savePartialResponse, submitResponse } from '../../responses/submit-response'
import { callDashboard } from '../../testing/dashboard-client'
import { anOrganization } from '../../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../../testing/factories/responses'
import { aSession } from '../../testing/factories/sessions'
import { apiAs } from '../../testing/rest-client'
import { duplicateSurvey } from '../duplicate-survey'
import type { QuestionInput, Survey } from '../schema'
import { createSurvey, getSurvey, updateSurvey } from '../surveys'
import { VERSIONS_KEPT } from './constants'
import { getSurveyVersion, listSurveyVersions } from './survey-versions'

let organizationId: string
let owner: Awaited<ReturnType<typeof aSession>>

beforeEach(async () => {
  organizationId = await anOrganization()
  owner = await aSession(organizationId)
})

const call = async <T>(procedure: string, input: object): Promise<T> => callDashboard<T>(owner.cookie, procedure, input)

const WHY = { id: 'why', type: 'text', text: 'Why?' } satisfies QuestionInput
const HOW = {
  id: 'how',
  type: 'single_choice',
  text: { en: 'How did you come?', fr: 'Comment êtes-vous venu ?' },
  options: [
    { id: 'bus', label: 'Bus' },
    { id: 'car', label: 'Car' },
  ],
} satisfies QuestionInput
const aCustomSurvey = () => createSurvey(organizationId, { name: 'Visit', type: 'custom', questions: [WHY, HOW] })
const list = async (id: string) => (await listSurveyVersions(organizationId, { id, page: 1, limit: 50 })).data

it('keeps who changed a survey and what changed, by user and by API key, newest first', async () => {
  const { id } = await call<Survey>('surveys.create', { name: 'Visit', type: 'custom', questions: [WHY, HOW] })
  const api = apiAs(organizationId, 'surveys:*')
  const bus = { ...HOW, options: [HOW.options[0], { id: 'train', label: 'Train' }] }
  await api(`PATCH /surveys/${id}`, { questions: [bus, { ...WHY, text: 'What is the reason?' }], layout: 'one' })
  await call('surveys.update', { id, questions: [bus, { id: 'when', type: 'date', text: 'When?', required: true }] })
  const versions = await list(id)
  expect(versions.map(({ number, actor, changes }) => [number, actor?.type, changes])).toEqual([
    [
      3,
      'user',
      [
        { kind: 'removed', question: 'What is the reason?' },
        { kind: 'added', question: 'When?' },
      ],
    ],
    [
      2,
      'key',
      [
        { kind: 'options', question: HOW.text },
        { kind: 'reworded', question: 'Why?' },
        { kind: 'order', question: null },
        { kind: 'layout', question: null },
      ],
    ],
    [1, 'user', null],
  ])
  expect(versions[0]?.actor?.name).toBe('Grace Hopper')
  expect((await api(`GET /surveys/${id}`)).body).toMatchObject({ data: { version: 3 } })
})

it('writes no version for the same content, another name or another status', async () => {
  const survey = await aCustomSurvey()
  await updateSurvey(organizationId, { id: survey.id, name: 'Other', questions: survey.questions, layout: 'all' })
  await updateSurvey(organizationId, { id: survey.id, status: 'archived', endings: [] })
  expect(await list(survey.id)).toHaveLength(1)
})

it('restores a version as a new one, and restoring it again changes nothing', async () => {
  const { id, questions } = await aCustomSurvey()
  await updateSurvey(organizationId, { id, questions: [WHY], layout: 'one' })
  const shown = await getSurveyVersion(organizationId, { id, number: 1 })
  expect(shown.changesOnRestore.map(({ kind }) => kind)).toEqual(['added', 'layout'])
  for (let time = 1; time <= 2; time += 1) {
    const restored = await call<Survey>('surveys.restoreVersion', { id, number: 1 })
    expect(restored).toMatchObject({ version: 3, questions, layout: 'all' })
  }
  expect((await list(id)).map(({ number }) => number)).toEqual([3, 2, 1])
})

it('keeps the content of a survey whose version was never stored before its first change', async () => {
  const { id } = await aCustomSurvey()
  await db.surveyVersion.deleteMany({ where: { organizationId, surveyId: id } })
  await updateSurvey(organizationId, { id, questions: [WHY] })
  const former = await getSurveyVersion(organizationId, { id, number: 1 })
  expect(former).toMatchObject({ actor: null, questions: [{ id: 'why' }, { id: 'how' }] })
})

it('keeps the latest versions of a survey and older ones that responses name', async () => {
  const { id } = await aCustomSurvey()
  const row = await db.surveyVersion.findFirstOrThrow({ where: { organizationId, surveyId: id } })
  const { id: _id, questions, endings, ...rest } = row
  const content = { questions: questions ?? [], endings: endings ?? [] }
  await db.surveyVersion.createMany({
    data: Array.from({ length: VERSIONS_KEPT }, (_, index) => ({ ...rest, ...content, number: index + 2 })),
  })
  await db.survey.update({ where: { id, organizationId }, data: { version: VERSIONS_KEPT + 1 } })
  await aResponse(organizationId, id, { surveyVersion: 2 })
  await updateSurvey(organizationId, { id, questions: [WHY] })
  const numbers = (await db.surveyVersion.findMany({ where: { organizationId, surveyId: id } })).map(
    (one) => one.number,
  )
  expect(numbers.toSorted((a, b) => a - b)).toEqual([2, ...Array.from({ length: VERSIONS_KEPT }, (_, n) => n + 3)])
})

it('gives concurrent changes versions of their own', async () => {
  const { id } = await aCustomSurvey()
  const texts = ['One?', 'Two?', 'Three?', 'Four?']
  await Promise.all(texts.map((text) => updateSurvey(organizationId, { id, questions: [{ ...WHY, text }] })))
  const { version, questions } = await getSurvey(organizationId, id)
  expect(version).toBe(5)
  const stored = await db.surveyVersion.findMany({ where: { organizationId, surveyId: id, number: { gt: 1 } } })
  expect(new Set(stored.map((one) => JSON.stringify(one.questions))).size).toBe(4)
  expect((await getSurveyVersion(organizationId, { id, number: 5 })).questions).toEqual(questions)
})

it('begins a copy of a survey with a version of its own', async () => {
  const { id } = await aCustomSurvey()
  await updateSurvey(organizationId, { id, questions: [WHY] })
  const copy = await duplicateSurvey(organizationId, { id, name: 'Copy' })
  expect(await getSurvey(organizationId, copy.id)).toMatchObject({ version: 1, questions: [{ id: 'why' }] })
  expect(await list(copy.id)).toHaveLength(1)
})

it('stores with a response the version that was answered', async () => {
  const { survey, step, token } = await aSurveyRequest(organizationId, { survey: { type: 'custom', questions: [WHY] } })
  await savePartialResponse(token, new Map([['why', ['Quick']]]), 'en')
  await updateSurvey(organizationId, { id: survey.id, questions: [{ ...WHY, text: 'What is the reason?' }] })
  const readVersion = async () =>
    (await db.response.findFirstOrThrow({ where: { organizationId, sendingStepId: step.id } })).surveyVersion
  expect(await readVersion()).toBe(1)
  await submitResponse(token, new Map([['why', ['Quick']]]), 'en')
  expect(await readVersion()).toBe(2)
})

it('404: has no versions of another organization’s survey, and no unknown version', async () => {
  const { id } = await aCustomSurvey()
  const other = await anOrganization()
  await expect(listSurveyVersions(other, { id, page: 1, limit: 5 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getSurveyVersion(organizationId, { id, number: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
