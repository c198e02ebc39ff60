import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { handleResponsesExport } from '../api/downloads/responses-export'
import { handleSurveyResultsExport } from '../api/downloads/survey-results-export'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { getOverview } from '../overview/overview'
import { computeScores, summarizeScores } from '../responses/scores'
import { verifyOrRebuildStats } from '../responses/verify-or-rebuild-stats'
import { aContact, aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { insertResponses } from '../testing/factories/responses'
import { aSession } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { pickByTestLength } from '../testing/test-length'
import { loadSurveyResults } from './load-survey-results'
import type { SurveyResults, SurveyResultsRow } from './schema'

/* Results of a survey must agree with the responses of the API, with the overview and with the exported file. */

const CHOICES = ['food', 'staff', 'price', 'former'] as const
const QUESTIONS = [
  { id: 'stars', type: 'rating', text: 'How many stars?', required: false },
  { id: 'again', type: 'yes_no', text: 'Come again?', required: false },
  { id: 'best', type: 'single_choice', text: 'What was best?', required: false, options: toOptions(3) },
  { id: 'all', type: 'multiple_choice', text: 'What was good?', required: false, options: toOptions(3) },
  { id: 'why', type: 'text', text: 'Why?', required: false },
]

function toOptions(count: number) {
  return CHOICES.slice(0, count).map((id) => ({ id, label: id.toUpperCase() }))
}

const generatedResponse = fc.record({
  status: fc.constantFrom('completed', 'completed', 'completed', 'partial', 'flagged'),
  isImported: fc.boolean(),
  daysAgo: fc.nat(40),
  isFrench: fc.boolean(),
  hasLocation: fc.boolean(),
  contact: fc.nat(3),
  nps: fc.nat(10),
  stars: fc.option(fc.integer({ min: 1, max: 5 })),
  again: fc.option(fc.boolean()),
  best: fc.option(fc.constantFrom(...CHOICES)),
  all: fc.option(fc.subarray([...CHOICES], { minLength: 1 })),
  why: fc.option(fc.constantFrom('Slow', 'Kind', 'Loud')),
  former: fc.option(fc.boolean()),
})
type GeneratedResponse = typeof generatedResponse extends fc.Arbitrary<infer T> ? T : never

type Answer = { questionId: string; type: string; text: string; value: unknown; labels: string[] }

function toAnswers({ nps, former, ...values }: GeneratedResponse): Answer[] {
  const answers = QUESTIONS.flatMap(({ id, type, text }) => {
    const value = values[id as 'stars']
    const labels = type.endsWith('choice') ? [value].flat().map((one) => String(one).toUpperCase()) : []
    return value === null ? [] : [{ questionId: id, type, text, value, labels }]
  })
  const metric = { questionId: 'nps', type: 'nps', text: 'Likely?', value: nps, labels: [] }
  const gone = { questionId: 'parking', type: 'yes_no', text: 'Did you park?', value: former, labels: [] }
  return [metric, ...answers, ...(former === null ? [] : [gone])]
}

let organizationId: string
let surveyId: string
let locationId: string
let contactIds: string[]

beforeAll(async () => {
  organizationId = await anOrganization({ timeZone: 'America/New_York' })
  surveyId = (await aSurvey(organizationId, { type: 'nps', questions: QUESTIONS })).id
  locationId = (await aLocation(organizationId)).id
  contactIds = []
  for (const plan of ['pro', 'pro', 'free', 'free'])
    contactIds.push((await aContact(organizationId, { customFields: { plan } })).id)
})

function toRow(response: GeneratedResponse): Prisma.ResponseCreateManyInput {
  const answers = toAnswers(response)
  const createdAt = new Date(Date.now() - response.daysAgo * 86_400_000 - 7_200_000)
  return {
    id: uuidv7(),
    organizationId,
    surveyId,
    contactId: contactIds[response.contact] ?? '',
    status: response.status,
    channel: response.isImported ? 'import' : 'email',
    language: response.isFrench ? 'fr' : 'en',
    surveyVersion: 1 + (response.daysAgo % 2),
    fields: response.isFrench ? { source: 'receipt' } : {},
    locationId: response.hasLocation ? locationId : null,
    importId: response.isImported ? uuidv7() : null,
    answers: answers as Prisma.InputJsonValue,
    ...computeScores('nps', answers as { type: 'nps'; value: number }[]),
    submittedAt: response.status === 'partial' ? null : createdAt,
    createdAt,
  }
}

/** Counts by question, and by question and value, of the answers that the API lists. */
function countAnswers(responses: readonly { answers: readonly Omit<Answer, 'labels'>[] }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  for (const { questionId, type, value } of responses.flatMap(({ answers }) => answers)) {
    add(questionId)
    if (type !== 'text') for (const one of [value].flat()) add(`${questionId} ${String(one)}`)
  }
  return counts
}

function toCounts({ questions }: SurveyResults): Record<string, number> {
  const counts = questions.flatMap(({ id, n, values }) => [
    [id, n] as const,
    ...values.map((value) => [`${id} ${value.value}`, value.n] as const),
  ])
  return Object.fromEntries(counts.filter(([, n]) => n > 0))
}

async function exportNumbers(parameters: URLSearchParams, format = 'json'): Promise<Response> {
  const { cookie } = await aSession(organizationId)
  const query = new URLSearchParams([['id', surveyId], ['format', format], ...parameters])
  return handleSurveyResultsExport(new Request(`http://localhost/api/survey-results?${query}`, { headers: { cookie } }))
}

async function toCountsOfFile(file: Response): Promise<Record<string, number>> {
  const rows = (await file.json()) as SurveyResultsRow[]
  const counts = rows.map(
    ({ questionId, value, n }) => [value === null ? questionId : `${questionId} ${value}`, n] as const,
  )
  return Object.fromEntries(counts.filter(([, n]) => n > 0))
}

async function listFromApi(
  filter: string,
  matches: (response: Prisma.ResponseCreateManyInput) => boolean = () => true,
) {
  const { body } = await apiAs(
    organizationId,
    'responses:read',
  )(`GET /responses?survey_id=${surveyId}&include=answers&limit=100${filter}`)
  const rows = new Map((await db.response.findMany({ where: { organizationId } })).map((row) => [row.id, row]))
  return (body.data as { id: string; answers: Answer[] }[]).filter(({ id }) =>
    matches(rows.get(id) as unknown as Prisma.ResponseCreateManyInput),
  )
}

describe('survey results', () => {
  it('agree with the API, the overview and the file, with and without filters, after changes', async () => {
    async function expectAgreement() {
      const isPro = ({ contactId }: Prisma.ResponseCreateManyInput) => contactIds.slice(0, 2).includes(contactId ?? '')
      const isFrench = ({ language }: Prisma.ResponseCreateManyInput) => language === 'fr'
      const cases = [
        [{}, await listFromApi('')],
        [{ location_id: locationId }, await listFromApi(`&location_id=${locationId}`)],
        [{ language: 'fr' as const }, await listFromApi('', isFrench)],
        [{ survey_version: 2 }, await listFromApi('', ({ surveyVersion }) => surveyVersion === 2)],
        [{ field: 'source=receipt' }, await listFromApi('', isFrench)],
        [{ property: 'plan=pro' }, await listFromApi('', isPro)],
        [{ channel: 'import' as const }, await listFromApi('&channel=import')],
      ] as const
      for (const [filter, responses] of cases) {
        const results = await loadSurveyResults(organizationId, { id: surveyId, ...filter })
        expect({ filter, counts: toCounts(results) }).toEqual({ filter, counts: countAnswers(responses) })
        expect([results.responses, results.counted]).toEqual([responses.length, responses.length])
        const parameters = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
        const { body } = await apiAs(organizationId, 'responses:read')(`GET /surveys/${surveyId}/results?${parameters}`)
        expect(body.data).toEqual(results)
        expect(await toCountsOfFile(await exportNumbers(parameters))).toEqual(toCounts(results))
      }

      const month = await loadSurveyResults(organizationId, { id: surveyId, days: 30 })
      const overview = await getOverview(organizationId, { days: 30, surveyId })
      expect(month.responses).toBe(overview.responses.current)
      expect(month.questions[0]?.score).toEqual(overview.metrics[0]?.current ?? summarizeScores('nps', new Map()))
      expect(month.questions[0]?.trend).toEqual(
        overview.metrics[0]?.trend ??
          month.questions[0]?.trend.map(({ day }) => ({ day, n: 0, value: null, interval: null })),
      )

      const { cookie } = await aSession(organizationId)
      const request = new Request(`http://localhost/api/responses?survey_id=${surveyId}`, { headers: { cookie } })
      const file = Buffer.from(await (await handleResponsesExport(request)).arrayBuffer())
      const rows: Record<string, string>[] = parse(file, { bom: true, columns: true })
      const { questions } = await loadSurveyResults(organizationId, { id: surveyId })
      for (const { text, n } of questions.filter(({ isCurrent, id }) => isCurrent && id !== 'nps'))
        expect({ text, n: rows.filter((row) => row[text as string]).length }).toEqual({ text, n })
    }

    await fc.assert(
      fc.asyncProperty(fc.array(generatedResponse, { minLength: 1, maxLength: 40 }), async (all) => {
        await db.response.deleteMany({ where: { organizationId } })
        const rows = all.map(toRow)
        await insertResponses(rows)
        await expectAgreement()
        const [first, second] = rows
        if (first) await db.response.delete({ where: { id: first.id ?? '' } })
        if (second)
          await db.response.update({
            where: { id: second.id ?? '' },
            data: { answers: [], ...computeScores('nps', []) },
          })
        await expectAgreement()
        expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
      }),
      { numRuns: pickByTestLength(2, 30), endOnFailure: true },
    )
  })

  it('have the same numbers in a file, with a line for each question and value and no texts', async () => {
    await db.response.deleteMany({ where: { organizationId } })
    const silent = { stars: null, again: null, best: null, all: null, why: 'Kind' as const, former: null }
    const base = { isImported: false, daysAgo: 1, isFrench: false, hasLocation: false, contact: 0 }
    await insertResponses([
      toRow({ ...base, ...silent, status: 'completed', nps: 9, again: true, best: 'food' }),
      toRow({ ...base, ...silent, status: 'flagged', nps: 0, again: false }),
    ])
    const file = Buffer.from(await (await exportNumbers(new URLSearchParams(), 'csv')).arrayBuffer())
    const rows: Record<string, string>[] = parse(file, { bom: true, columns: true })
    const find = (question: string, answer: string) =>
      rows.find((row) => row.Question === question && row.Answer === answer)
    const { questions } = await loadSurveyResults(organizationId, { id: surveyId })
    expect(rows).toHaveLength(questions.reduce((sum, { values }) => sum + 1 + values.length, 0))
    expect(rows[0]).toMatchObject({ 'Question id': 'nps', Count: '1', 'Score or average': '100' })
    expect(find('Come again?', 'Yes')).toMatchObject({ Count: '1', 'Share in %': '100', 'Interval to': '100' })
    expect(find('What was best?', 'FOOD')).toMatchObject({ Count: '1', 'Answers to the question': '1' })
    expect(file.toString()).not.toContain('Kind')
    await expect(exportNumbers(new URLSearchParams({ days: '8' }))).rejects.toThrow(ZodError)
  })

  it('names former options and questions by their last wording, and counts where people stopped', async () => {
    await db.response.deleteMany({ where: { organizationId } })
    const base = {
      status: 'completed' as const,
      isImported: false,
      daysAgo: 1,
      isFrench: false,
      hasLocation: false,
      contact: 0,
    }
    const silent = { stars: null, again: null, best: null, all: null, why: null, former: null }
    await insertResponses([
      toRow({ ...base, ...silent, nps: 9, best: 'former', former: true, why: 'Kind' }),
      toRow({ ...base, ...silent, nps: 3, stars: 2, status: 'partial' as const }),
      toRow({ ...base, ...silent, nps: 3, status: 'partial' as const }),
    ])
    const results = await loadSurveyResults(organizationId, { id: surveyId })
    const byId = new Map(results.questions.map((question) => [question.id, question]))
    expect(byId.get('best')?.values.at(-1)).toMatchObject({ value: 'former', label: 'FORMER', n: 1 })
    expect(byId.get('parking')).toMatchObject({ text: 'Did you park?', isCurrent: false, n: 1 })
    expect(byId.get('why')?.texts).toMatchObject([{ text: 'Kind', band: 'positive' }])
    expect(results.completion).toMatchObject({ begun: 3, submitted: 1 })
    expect([byId.get('nps')?.stopped, byId.get('stars')?.stopped]).toEqual([1, 1])
  })

  it('counts a former question that no recent response answers, under its id', async () => {
    const { id } = await aSurvey(organizationId, { type: 'nps' })
    await db.answerDailyStats.create({
      data: { organizationId, surveyId: id, span: 'month', day: new Date('2020-01-01'), key: 'gone yes_no', n: 3 },
    })
    await insertResponses([
      { organizationId, surveyId: id, contactId: uuidv7(), status: 'completed', language: 'en', answers: [] },
    ])
    const { questions } = await loadSurveyResults(organizationId, { id })
    expect(questions[1]).toMatchObject({ id: 'gone', text: 'gone', isCurrent: false, n: 3 })
    await db.answerDailyStats.deleteMany({ where: { organizationId, surveyId: id } })
  })

  it('counts a matrix by row, a ranking by place, numbers, and texts beside an option', async () => {
    const options = toOptions(2)
    const questions = [
      {
        id: 'grid',
        type: 'matrix',
        text: 'How was it?',
        required: false,
        options,
        rows: [{ id: 'bar', label: 'Bar' }],
      },
      { id: 'order', type: 'ranking', text: 'In order?', required: false, options },
      { id: 'age', type: 'number', text: 'How old?', required: false },
      {
        id: 'pick',
        type: 'dropdown',
        text: 'Which?',
        required: false,
        options: [...options, { id: 'else', label: 'Else', other: true }],
      },
    ]
    const { id } = await aSurvey(organizationId, { type: 'custom', questions })
    const row = (answers: object[]) => ({
      organizationId,
      surveyId: id,
      contactId: uuidv7(),
      status: 'completed',
      language: 'en',
      answers,
    })
    await insertResponses([
      row([
        { questionId: 'grid', type: 'matrix', text: '', value: ['bar:food'] },
        { questionId: 'order', type: 'ranking', text: '', value: ['staff', 'food'] },
        { questionId: 'age', type: 'number', text: '', value: 10 },
        { questionId: 'pick', type: 'dropdown', text: '', value: 'else' },
        { questionId: 'pick.other', type: 'text', text: '', value: 'The view' },
      ]),
      row([
        { questionId: 'order', type: 'ranking', text: '', value: ['food', 'staff'] },
        { questionId: 'age', type: 'number', text: '', value: 30.5 },
      ]),
      row([{ questionId: 'order', type: 'ranking', text: '', value: ['staff', 'food'] }]),
    ])
    const results = await loadSurveyResults(organizationId, { id })
    expect(results.questions.map((question) => question.id)).toEqual(['grid', 'order', 'age', 'pick'])
    const [grid, order, age, pick] = results.questions
    expect(grid?.values).toMatchObject([
      { value: 'bar:food', label: 'FOOD', row: 'Bar', n: 1, share: { value: 100 } },
      { value: 'bar:staff', label: 'STAFF', row: 'Bar', n: 0 },
    ])
    expect(order?.values).toMatchObject([
      { value: 'food', n: 1, averagePlace: 1.7 },
      { value: 'staff', n: 2, averagePlace: 1.3, share: { value: 67 } },
    ])
    expect(age?.numbers).toEqual({ n: 2, mean: 20.25, median: 20.25, min: 10, max: 30.5 })
    expect(age?.spread).toMatchObject({
      step: 5,
      bins: [
        { from: '10', n: 1, share: { value: 50, n: 2 } },
        { from: '30', n: 1 },
      ],
    })
    expect(pick).toMatchObject({ n: 1, texts: [{ text: 'The view' }] })
  })

  it('has the quartiles of the time to complete, of the responses whose time is known', async () => {
    const { id } = await aSurvey(organizationId, { type: 'csat' })
    const row = { organizationId, surveyId: id, contactId: uuidv7(), language: 'en', answers: [] }
    await insertResponses([
      ...[10, 20, 30, 40, 100].map((secondsToComplete) => ({ ...row, status: 'completed', secondsToComplete })),
      { ...row, status: 'completed' },
      { ...row, status: 'flagged', secondsToComplete: 1 },
      { ...row, status: 'partial', secondsToComplete: 9 },
    ])
    const { timeToComplete } = await loadSurveyResults(organizationId, { id })
    expect(timeToComplete).toEqual({ known: 5, lowerQuartile: 20, median: 30, upperQuartile: 40 })
    const { timeToComplete: ofNone } = await loadSurveyResults(organizationId, { id, language: 'fr' })
    expect(ofNone).toBeNull()
  })

  it('has no results of a survey of another organization', async () => {
    await expect(loadSurveyResults(await anOrganization(), { id: surveyId })).rejects.toThrow(NotFound)
  })

  it('has no period and no shares before the first response', async () => {
    const { id } = await aSurvey(organizationId, { type: 'csat' })
    const results = await loadSurveyResults(organizationId, { id })
    expect(results).toMatchObject({ period: null, responses: 0, completion: { begun: 0 } })
    expect(results.questions[0]?.values[0]).toMatchObject({ n: 0, share: { value: null } })
  })
})
