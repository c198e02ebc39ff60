import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const full = {
  name: 'After a visit',
  type: 'nps',
  questions: [
    { type: 'text', text: { en: 'Why this score?', fr: 'Pourquoi cette note ?' } },
    {
      id: 'topic',
      type: 'single_choice',
      text: 'What was it about?',
      options: [{ label: 'Price' }, { id: 'service', label: 'Our service' }],
      showIf: { band: ['detractor'] },
    },
  ],
}

const custom = (...questions: object[]) => ({
  name: 'A',
  type: 'custom',
  questions: [{ id: 'a', type: 'yes_no', text: 'A' }, ...questions],
})

describe('POST /surveys', () => {
  it('201: creates a survey with an empty list of questions', async () => {
    const call = apiAs(await anOrganization(), 'surveys:write')
    const { status, body } = await call('POST /surveys', { name: ' How likely ', type: 'nps', questions: [] })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        name: 'How likely',
        type: 'nps',
        status: 'active',
        questions: [],
        cooldownDays: null,
        changeHours: null,
        priority: 'normal',
        layout: 'all',
        endings: [],
        thanks: {},
        fields: [],
        version: 1,
        createdAt: timestamp,
        updatedAt: timestamp,
      },
    })
  })

  it('201: creating a survey generates ids for questions and options that have none', async () => {
    const call = apiAs(await anOrganization(), 'surveys:write')
    const { body } = await call('POST /surveys', full)
    expect(body.data.questions).toEqual([
      { id: 'why-this-score', type: 'text', text: full.questions[0]?.text, required: false },
      {
        id: 'topic',
        type: 'single_choice',
        text: 'What was it about?',
        required: false,
        options: [
          { id: 'price', label: 'Price' },
          { id: 'service', label: 'Our service' },
        ],
        showIf: { band: ['detractor'] },
      },
    ])
  })

  it.each([
    [{ type: 'nps', questions: [] }, 'name', 'This field is required.'],
    [{ name: 'A', questions: [] }, 'type', 'Use nps, csat, ces or custom.'],
    [{ name: 'A', type: 'ces' }, 'questions', 'This field is required.'],
    [{ name: 'A', type: 'stars', questions: [] }, 'type', 'Use nps, csat, ces or custom.'],
    [{ name: 'A'.repeat(201), type: 'nps', questions: [] }, 'name', 'Use at most 200 characters.'],
    [
      { name: 'A', type: 'nps', questions: Array.from({ length: 51 }, () => ({ type: 'text', text: 'Why?' })) },
      'questions',
      'Send at most 50 items.',
    ],
    [
      { name: 'A', type: 'nps', questions: [{ type: 'text', text: { en: 'Why?' } }] },
      'questions.0.text',
      'Send text, or an object with text under en and fr.',
    ],
    [
      { name: 'A', type: 'nps', questions: [{ type: 'single_choice', text: 'Which?', options: [{ label: 'One' }] }] },
      'questions.0.options',
      'Add at least 2 options.',
    ],
    [
      {
        name: 'A',
        type: 'custom',
        questions: [
          { id: 'a', type: 'text', text: 'A' },
          { id: 'a', type: 'text', text: 'B' },
        ],
      },
      'questions.1.id',
      'Another question already has this id.',
    ],
    [
      { name: 'A', type: 'custom', questions: [{ type: 'text', text: 'A', showIf: { band: ['promoter'] } }] },
      'questions.0.showIf',
      'Ask for a score before this question.',
    ],
    [
      { name: 'A', type: 'nps', questions: [{ type: 'text', text: 'A', showIf: { question: 'later', in: [1] } }] },
      'questions.0.showIf.question',
      'Choose a question that comes before this one.',
    ],
    [
      { name: 'A', type: 'nps', questions: [{ type: 'text', text: 'A', showIf: { question: 'nps', in: [11] } }] },
      'questions.0.showIf.in',
      'Choose from the answers this question allows.',
    ],
    [
      custom({
        type: 'text',
        text: 'B',
        showIf: {
          all: [
            { question: 'a', answered: true },
            { question: 'z', in: [1] },
          ],
        },
      }),
      'questions.1.showIf.all.1.question',
      'Choose a question that comes before this one.',
    ],
    [
      custom({ type: 'text', text: 'B', showIf: { question: 'a', min: 1 } }),
      'questions.1.showIf.min',
      'Use this only for questions that are answered with a number or a date, and give such a value.',
    ],
    [
      custom(
        { id: 'b', type: 'rating', text: 'B' },
        { type: 'text', text: 'C', showIf: { any: [{ question: 'b', min: 4, max: 3 }] } },
      ),
      'questions.2.showIf.any.0.max',
      'The highest value is below the lowest.',
    ],
    [
      custom({ type: 'text', text: 'B', next: [{ to: 'a' }] }),
      'questions.1.next.0.to',
      'Choose a question that comes after this one, or the end.',
    ],
    [
      custom({ type: 'text', text: 'B', next: [{ to: 'end', ending: 'sorry' }] }),
      'questions.1.next.0.ending',
      'Choose one of the endings of this survey, for a jump to the end.',
    ],
    [
      {
        ...custom(),
        endings: [
          { id: 'a', title: 'A' },
          { id: 'a', title: 'B' },
        ],
      },
      'endings.1.id',
      'Another ending already has this id.',
    ],
    [
      custom({ type: 'text', text: 'B', next: [{ to: 'end' }] }, { type: 'text', text: 'C' }),
      'questions.2',
      'No answers lead to this question. Change its condition, or the jumps before it.',
    ],
    [
      custom({
        type: 'text',
        text: 'B',
        showIf: {
          all: [
            { question: 'a', in: [true] },
            { question: 'a', in: [false] },
          ],
        },
      }),
      'questions.1.showIf',
      'No answers lead to this question. Change its condition, or the jumps before it.',
    ],
    [
      custom({ type: 'text', text: 'B', next: [{ to: 'end' }, { to: 'end' }] }),
      'questions.1.next.1',
      'No answers lead to this jump. Change its condition, or the order of the jumps.',
    ],
    [custom({ type: 'scale', text: 'B', max: 11 }), 'questions.1.max', 'Use a whole number from 2 to 10.'],
    [custom({ type: 'scale', text: 'B', min: 1, max: 2 }), 'questions.1.max', 'Use at least three values.'],
    [
      custom({ type: 'number', text: 'B', min: 3, max: 2 }),
      'questions.1.max',
      'The highest value is below the lowest.',
    ],
    [
      custom({ type: 'dropdown', text: 'B', options: [{ label: 'O', other: true }, { label: 'P' }] }),
      'questions.1.options.0.other',
      'Only the last option can be “other”.',
    ],
    [
      custom(
        { id: 'b', type: 'statement', text: 'B' },
        { type: 'text', text: 'C', showIf: { question: 'b', answered: true } },
      ),
      'questions.2.showIf.question',
      'Choose a question that has an answer.',
    ],
    [
      custom(
        { id: 'b', type: 'date', text: 'B' },
        { type: 'text', text: 'C', showIf: { question: 'b', min: '2026-02-30' } },
      ),
      'questions.2.showIf.min',
      'Use this only for questions that are answered with a number or a date, and give such a value.',
    ],
  ])('400: refuses an invalid survey and names the field (case %#)', async (input, field, sentence) => {
    const organizationId = await anOrganization()
    const { status, body } = await apiAs(organizationId, 'surveys:write')('POST /surveys', input)
    expect(status).toBe(400)
    expect(body.error.code).toBe('VALIDATION_ERROR')
    expect(body.error.details[field]).toEqual([sentence])
    expect(await db.survey.count({ where: { organizationId } })).toBe(0)
  })

  it('201: a survey keeps its jumps, endings and layout, and an ending that a jump leads to cannot be removed', async () => {
    const call = apiAs(await anOrganization(), 'surveys:write')
    const next = [
      { if: { question: 'a', in: [false] }, to: 'end', ending: 'sorry' },
      { if: { any: [{ question: 'a', answered: false }] }, to: 'c' },
    ]
    const [first] = custom().questions
    const questions = [
      { ...first, required: false, next },
      { id: 'b', type: 'rating', text: 'B', required: false },
      { id: 'c', type: 'text', text: 'C', required: false, showIf: { all: [{ question: 'b', max: 3 }] } },
    ]
    const endings = [{ id: 'sorry', title: { en: 'Sorry', fr: 'Désolés' } }]
    const created = await call('POST /surveys', { name: 'A', type: 'custom', questions, endings, layout: 'one' })
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({ questions, endings, layout: 'one' })
    const { status, body } = await call(`PATCH /surveys/${created.body.data.id}`, { endings: [] })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual(['questions.0.next.0.ending'])
  })

  it('403: creating a survey names the missing scope', async () => {
    const { status, body } = await apiAs(await anOrganization(), 'surveys:read')('POST /surveys', full)
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS', requiredScope: 'surveys:write' })
  })
})

describe('GET /surveys', () => {
  it('200: lists surveys newest first, filtered or searched, with exact totals', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'surveys:*')
    await aSurvey(organizationId, { name: '100% happy', type: 'csat' })
    await aSurvey(organizationId, { name: 'Was it easy', type: 'ces', status: 'archived' })
    const { id } = await aSurvey(organizationId, { name: 'Newest' })
    await aSurvey(organizationId, { deletedAt: new Date() })
    await aSurvey(await anOrganization())

    const all = await call('GET /surveys?limit=2')
    expect(all.status).toBe(200)
    expect(all.body.meta).toEqual({ page: 1, perPage: 2, total: 3, totalPages: 2 })
    expect(all.body.data[0].id).toBe(id)
    const names = async (query: string) =>
      (await call(`GET /surveys?${query}`)).body.data.map(({ name }: { name: string }) => name)
    expect(await names('type=csat')).toEqual(['100% happy'])
    expect(await names('status=archived')).toEqual(['Was it easy'])
    expect(await names('search=0%25')).toEqual(['100% happy'])
    expect((await call('GET /surveys?search=zzz')).body.meta.total).toBe(0)
    await aSurvey(organizationId, { name: 'Ο Οδυσσέας στους δρόμους' })
    expect(await names(`search=${encodeURIComponent('ΔΡΌΜΟΥΣ')}`)).toEqual(['Ο Οδυσσέας στους δρόμους'])
  })

  it('400: refuses to list surveys with an unknown status', async () => {
    const { status, body } = await apiAs(await anOrganization(), 'surveys:read')('GET /surveys?status=gone')
    expect(status).toBe(400)
    expect(body.error.details.status).toEqual(['Use active or archived.'])
  })
})

describe('GET /surveys/:id', () => {
  it('200: reading a survey returns it as it was created', async () => {
    const call = apiAs(await anOrganization(), 'surveys:*')
    const { body: created } = await call('POST /surveys', full)
    expect((await call(`GET /surveys/${created.data.id}`)).body).toEqual(created)
  })

  it('404: answers the same for an unknown survey, a deleted one and one of another organization', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'surveys:read')
    const gone = await aSurvey(organizationId, { deletedAt: new Date() })
    const foreign = await aSurvey(await anOrganization())
    const answers = await Promise.all([UNKNOWN, gone.id, foreign.id].map((id) => call(`GET /surveys/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ error: { code: 'NOT_FOUND', message: 'Survey not found.' } })]),
    )
  })

  it('400: refuses a survey id that is not a UUID', async () => {
    const { status, body } = await apiAs(await anOrganization(), 'surveys:read')('GET /surveys/12')
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual(['id'])
  })
})

describe('PATCH /surveys/:id', () => {
  it('200: updating a survey changes only the given fields', async () => {
    const call = apiAs(await anOrganization(), 'surveys:*')
    const { body: created } = await call('POST /surveys', full)
    const { status, body } = await call(`PATCH /surveys/${created.data.id}`, { name: 'Renamed', status: 'archived' })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...created.data, name: 'Renamed', status: 'archived', updatedAt: timestamp })
    expect((await call(`PATCH /surveys/${created.data.id}`, { questions: [] })).body.data.questions).toEqual([])
  })

  it('400: refuses to change the type of a survey, but accepts its present type', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSurvey(organizationId)
    const call = apiAs(organizationId, 'surveys:write')
    expect((await call(`PATCH /surveys/${id}`, { type: 'nps' })).status).toBe(200)
    const { status, body } = await call(`PATCH /surveys/${id}`, { type: 'csat', name: 'Other' })
    expect(status).toBe(400)
    expect(body.error.details.type).toEqual(['You cannot change the type of a survey. This one is nps.'])
    expect(await db.survey.findUnique({ where: { id } })).toMatchObject({ name: 'How likely' })
  })

  it('404: refuses to update a survey of another organization', async () => {
    const { id } = await aSurvey(await anOrganization())
    const { status } = await apiAs(await anOrganization(), 'surveys:write')(`PATCH /surveys/${id}`, { name: 'Mine' })
    expect(status).toBe(404)
  })
})

describe('DELETE /surveys/:id', () => {
  it('200: a deleted survey can no longer be read, but its responses can', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSurvey(organizationId)
    const response = await aResponse(organizationId, id)
    const call = apiAs(organizationId, 'surveys:*', 'responses:read')
    expect((await call(`DELETE /surveys/${id}`)).body).toEqual({ data: { id, deleted: true } })
    expect((await call(`GET /surveys/${id}`)).status).toBe(404)
    expect((await call(`DELETE /surveys/${id}`)).status).toBe(404)
    expect((await call('GET /surveys')).body.meta.total).toBe(0)
    expect((await call(`GET /responses/${response.id}`)).body.data.surveyId).toBe(id)
  })

  it('409: refuses to delete a survey that a sequence sends, unless the sequence is archived', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSurvey(organizationId)
    const steps = { create: [{ position: 0, type: 'survey', surveyId: id }] }
    const sequence = await db.sequence.create({
      data: { organizationId, name: 'After a visit', status: 'paused', steps },
    })
    const call = apiAs(organizationId, 'surveys:write')
    const { status, body } = await call(`DELETE /surveys/${id}`)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'SURVEY_IN_USE', details: { sequenceIds: [sequence.id] } })
    await db.sequence.update({ where: { id: sequence.id }, data: { status: 'archived' } })
    expect((await call(`DELETE /surveys/${id}`)).status).toBe(200)
  })
})
