import { parse } from 'csv-parse/sync'
import { beforeEach, expect, it } from 'vitest'
import { changeTagsOfResponse } from '../../cases/response-tags'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { db } from '../../db'
import { readTable, streamChunks } from '../../imports/files/table-fixture'
import { aContact, aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse, insertResponses } from '../../testing/factories/responses'
import { aSession } from '../../testing/factories/sessions'
import { handleResponsesExport } from './responses-export'

let organizationId: string
let surveyId: string
let cookie: string

beforeEach(async () => {
  organizationId = await anOrganization()
  surveyId = (await aSurvey(organizationId, { name: 'Visits' })).id
  cookie = (await aSession(organizationId, 'member')).cookie
})

const text = (value: string, question = 'Why?', questionId = 'why') => ({
  questionId,
  type: 'text',
  text: question,
  value,
  labels: [],
})
const ask = async (query: string, more: Record<string, string> = {}) =>
  handleResponsesExport(new Request(`http://localhost/api/responses?${query}`, { headers: { cookie, ...more } }))
const json = async (query: string) => (await (await ask(`format=json&${query}`)).json()) as Record<string, unknown>[]
async function csv(query = '', more = {}): Promise<Record<string, string>[]> {
  return parse(Buffer.from(await (await ask(query, more)).arrayBuffer()), {
    bom: true,
    columns: true,
    delimiter: 'cookie' in more ? ';' : ',',
  })
}

it('the responses export has the declared properties of the contact, and an XLSX file has typed cells', async () => {
  const property = { key: 'seats', type: 'number', label: { en: 'Score', fr: 'Places' }, options: [] } as const
  await createContactProperty(organizationId, { ...property, options: [] })
  const { id: contactId } = await aContact(organizationId, { customFields: { seats: 12 } })
  const submittedAt = new Date('2026-11-20T10:00:00Z')
  await aResponse(organizationId, surveyId, { contactId, rating: 9, npsScore: 9, submittedAt, answers: [text('=1+1')] })
  const deleted = { contactId: surveyId, submittedAt: new Date('2026-11-19T10:00:00Z') }
  await aResponse(organizationId, surveyId, { ...deleted, createdAt: new Date('2026-11-19T10:00:00Z') })
  expect(await csv()).toMatchObject([
    { Score: '9', 'Score (seats)': '12' },
    { Score: '', 'Score (seats)': '' },
  ])
  const answer = await ask('format=xlsx')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="responses-[\d-]+\.xlsx"$/)
  const { header, typedRows } = await readTable(streamChunks(new Uint8Array(await answer.arrayBuffer())))
  const cells = new Map(header.map((heading, column) => [heading, typedRows[0]?.cells[column]]))
  expect(cells.get('Answered')).toEqual({ isoDate: '2026-11-20T10:00:00' })
  expect(cells.get('Score')).toBe(9)
  expect(cells.get('Score (seats)')).toBe(12)
  expect(cells.get('Why?')).toBe('=1+1')
})

it('the responses export has a column for each hidden field, in the order of the survey, with former ones last', async () => {
  const fields = ['source', 'score', 'unused'].map((id) => ({ id, signed: false }))
  await db.survey.update({ where: { id: surveyId, organizationId }, data: { fields } })
  const submittedAt = new Date('2026-11-20T10:00:00Z')
  await aResponse(organizationId, surveyId, { submittedAt, fields: { score: '=1+1', source: 'receipt' } })
  await aResponse(organizationId, surveyId, {
    submittedAt,
    createdAt: new Date('2026-11-19T10:00:00Z'),
    fields: { former: '4', source: 'poster' },
  })
  const rows = await csv()
  expect(rows).toMatchObject([
    { source: 'receipt', 'score (2)': "'=1+1", former: '' },
    { source: 'poster', 'score (2)': '', former: '4' },
  ])
  expect(Object.keys(rows[0] ?? {}).slice(-3)).toEqual(['source', 'score (2)', 'former'])
  expect(await json('')).toMatchObject([{ fields: { source: 'receipt' } }, { fields: { source: 'poster' } }])
})

it('the responses export writes times by the organization’s clock, and French ones between semicolons for a French reader', async () => {
  const paris = await anOrganization({ timeZone: 'Europe/Paris' })
  const { cookie: reader } = await aSession(paris, 'owner')
  const survey = await aSurvey(paris)
  const { id: contactId } = await aContact(paris, { firstName: '=1+1', lastName: null })
  await aResponse(paris, survey.id, { contactId, submittedAt: new Date('2026-11-25T01:31:39Z') })
  const read = async (language: string) => {
    const answer = await ask('', { cookie: reader, 'accept-language': language })
    return (await answer.text())
      .split('\r\n')[1]
      ?.split(language === 'fr' ? ';' : ',')
      .slice(0, 2)
  }
  expect(await read('en')).toEqual(['2026-11-25 02:31', "'=1+1"])
  expect(await read('fr')).toEqual(['25/11/2026 02:31', "'=1+1"])
})

it('the responses export has the names, scores, case, tags and note count of a response, as CSV and JSON', async () => {
  const { id: contactId } = await aContact(organizationId, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
  })
  const { id: locationId, name } = await aLocation(organizationId)
  const { id: tagId } = await db.responseTag.create({ data: { organizationId, name: 'Price' } })
  const { id: otherTag } = await db.responseTag.create({ data: { organizationId, name: 'Coffee' } })
  const { id } = await aResponse(organizationId, surveyId, {
    contactId,
    locationId,
    npsScore: 6,
    rating: 6,
    band: 'negative',
    isDetractor: true,
    caseState: 'open',
    dueOn: new Date('2026-12-01'),
    submittedAt: new Date('2026-11-20T10:00:00Z'),
    answers: [
      { questionId: 'nps', type: 'nps', text: 'How likely?', value: 6, labels: [] },
      text('Too, "loud"\nand cold'),
    ],
  })
  await changeTagsOfResponse(organizationId, { id, add: [tagId, otherTag], remove: [] })
  await db.responseNote.create({
    data: { organizationId, responseId: id, authorId: id, authorName: 'Grace', text: 'Called' },
  })

  const answer = await ask('')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="responses-[\d-]+\.csv"$/)
  await answer.body?.cancel()
  const [row] = await csv()
  expect(row).toMatchObject({
    Contact: 'Ada Lovelace',
    Email: 'ada@example.com',
    Survey: 'Visits',
    Status: 'completed',
    Metric: 'nps',
    Score: '6',
    'Scale maximum': '10',
    Sentiment: 'negative',
    NPS: '6',
    CSAT: '',
    CES: '',
    Location: name,
    Case: 'open',
    Due: '2026-12-01',
    Tags: 'Coffee; Price',
    Notes: '1',
    ID: id,
    'Why?': 'Too, "loud"\nand cold',
  })
  const french = await csv('', { cookie: `${cookie}; locale=fr`, 'accept-language': 'fr' })
  expect(Object.keys(french[0] ?? {})).toContain('Étiquettes')

  const [auditEvents] = await json('')
  expect(auditEvents).toMatchObject({
    id,
    surveyId,
    contactId,
    npsScore: 6,
    isDetractor: true,
    status: 'completed',
    tags: ['Coffee', 'Price'],
    notes: 1,
    case: { state: 'open', assigneeId: null, assigneeName: null, dueOn: '2026-12-01' },
    answers: [
      { questionId: 'nps', value: 6 },
      { questionId: 'why', value: 'Too, "loud"\nand cold' },
    ],
  })
})

it('the responses export has exactly the filtered responses, newest first, and its count is in the audit log', async () => {
  await insertResponses(
    Array.from({ length: 1203 }, (_, at) => ({
      organizationId,
      surveyId,
      contactId: surveyId,
      language: 'en',
      rating: at % 11,
      npsScore: at % 11,
      status: at % 100 === 7 ? 'partial' : 'completed',
      answers: [text(at % 2 === 0 ? 'the deliveries' : 'the staff')],
      createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
    })),
  )
  const wanted = async (where: object) =>
    (
      await db.response.findMany({
        where: { organizationId, status: 'completed', ...where },
        orderBy: { createdAt: 'desc' },
      })
    ).map(({ id }) => id)
  const all = await wanted({})
  expect(all.length).toBeGreaterThan(1000)
  expect((await csv()).map(({ ID }) => ID)).toEqual(all)
  expect((await json('rating_min=9')).map(({ id }) => id)).toEqual(await wanted({ rating: { gte: 9 } }))
  const searched = await json('search=delivery&rating_max=3')
  expect(searched.length).toBeGreaterThan(100)
  expect(searched.every(({ answers }) => JSON.stringify(answers).includes('deliveries'))).toBe(true)
  expect(all).toEqual(expect.arrayContaining(searched.map(({ id }) => id)))
  const begun = await csv('status=partial')
  expect(begun.map(({ Status }) => Status)).toEqual(Array.from({ length: 12 }, () => 'partial'))
  const auditEvents = await db.auditEvent.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  expect(auditEvents.map(({ action, changes }) => [action, changes])).toEqual(
    [all.length, (await wanted({ rating: { gte: 9 } })).length, searched.length, 12].map((count) => [
      'responses.exported',
      [{ field: 'count', from: null, to: count }],
    ]),
  )
})

it('429: refuses a third concurrent responses export, and allows it after one has ended', async () => {
  for (let index = 0; index < 20; index += 1)
    await aResponse(organizationId, surveyId, { answers: [text('Long words. '.repeat(20_000))] })
  const [first, second] = [await ask('format=json'), await ask('format=json')]
  await expect(ask('format=json')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '30' } })
  await first.body?.cancel()
  await expect.poll(async () => (await ask('format=json').catch((error: { status: number }) => error)).status).toBe(200)
  await second.body?.cancel()
})

it('the CSV export of responses escapes formulas in answers, questions and names', async () => {
  const { id: contactId } = await aContact(organizationId, {
    firstName: '=1+1',
    lastName: null,
    email: 'x@example.com',
  })
  await aResponse(organizationId, surveyId, {
    contactId,
    answers: [text('@SUM(A1)', '=HYPERLINK("x")'), text('-2', '+q', 'q')],
  })
  const file = await (await ask('')).text()
  expect(file).toContain("'=1+1")
  expect(file).toContain("'@SUM(A1)")
  expect(file).toContain("'-2")
  expect(file).not.toMatch(/(^|,|")[=+@-](?=[A-Z1q])/m)
})

it('the CSV export of responses has a column per question in the reader’s language, and keeps every answer', async () => {
  const questions = [
    { id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' }, required: false },
    { id: 'again', type: 'text', text: { en: 'Why?', fr: 'Et encore ?' }, required: false },
    { id: 'score', type: 'text', text: 'Score', required: false },
  ]
  const { id: customSurveyId } = await aSurvey(organizationId, { type: 'custom', questions })
  await aResponse(organizationId, customSurveyId, {
    language: 'fr',
    answers: [text('Cher', 'Pourquoi ?'), text('Très', 'Et encore ?', 'again')],
  })
  await aResponse(organizationId, customSurveyId, {
    answers: [text('Good'), text('Ten', 'Score', 'score'), text('Old', 'Gone?', 'gone')],
  })
  await aResponse(organizationId, surveyId, { answers: [text('Elsewhere')] })
  const file = await (await ask('')).text()
  const [header = ''] = file.split('\r\n')
  expect(header.endsWith(',ID,Why?,Why? (2),Score,Gone?')).toBe(true)
  for (const answer of ['Cher', 'Très', 'Good', 'Ten', 'Old', 'Elsewhere']) expect(file).toContain(answer)
})

it('the responses export refuses a request without a session and an invalid filter', async () => {
  await expect(handleResponsesExport(new Request('http://localhost/api/responses'))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  await expect(ask('rating_min=eleven')).rejects.toThrow(/rating_min/)
  await expect(ask(`search=${'x'.repeat(10_000)}`)).rejects.toThrow(/search/)
  expect(await json(`tag_id=${surveyId}`)).toEqual([])
})

it('the CSV export of responses writes yes and no in the reader’s language', async () => {
  const answers = [true, false].map((value, at) => ({
    questionId: `call-${at}`,
    type: 'yes_no',
    text: `May we call you? ${at}`,
    value,
    labels: [],
  }))
  await aResponse(organizationId, surveyId, { answers })
  expect(await csv()).toMatchObject([{ 'May we call you? 0': 'Yes', 'May we call you? 1': 'No' }])
  expect(await csv('', { cookie: `${cookie}; locale=fr`, 'accept-language': 'fr' })).toMatchObject([
    { 'May we call you? 0': 'Oui', 'May we call you? 1': 'Non' },
  ])
})
