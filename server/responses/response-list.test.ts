import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ResolvedAssigneeFilter } from '../cases/case-filters'
import { db, type Prisma } from '../db'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { insertResponses } from '../testing/factories/responses'
import { pickByTestLength } from '../testing/test-length'
import { resolveFilterDates } from '../time-zones'
import { parseCommentQuery } from './comment-query'
import type { ResponseFilter } from './response-filter'
import { browseResponses, listResponses } from './responses'
import { findMatchingResponseIds, type ResponseSearch } from './search-queries'
import { verifyOrRebuildStats } from './verify-or-rebuild-stats'

const NO_ID = '00000000-0000-0000-0000-000000000000'
const LOCATIONS = [uuidv7(), uuidv7()]
const EMPLOYEES = [uuidv7(), uuidv7(), uuidv7()]
const BANDS = ['positive', 'neutral', 'negative'] as const
const CHOICES = ['food', 'staff', 'price']
const DAYS = ['2026-01-30', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-20']

let organizationId: string
let surveys: string[]
let tags: string[]

beforeEach(async () => {
  organizationId = await anOrganization()
  surveys = [(await aSurvey(organizationId)).id, (await aSurvey(organizationId)).id]
})

function toRow(seed: number): Prisma.ResponseCreateManyInput {
  const createdAt = new Date(Date.UTC(2026, 0, 25) + seed * 3_607_000)
  return {
    organizationId,
    surveyId: surveys[seed % 2] ?? '',
    contactId: uuidv7(),
    status: seed % 10 === 0 ? 'partial' : 'completed',
    language: seed % 7 === 0 ? 'fr' : 'en',
    surveyVersion: [1, 2, null][seed % 3] ?? null,
    fields: [{}, { source: 'receipt' }, { source: 'a=b', table: '4' }][seed % 3] ?? {},
    locationId: seed % 3 === 0 ? null : (LOCATIONS[seed % 2] ?? null),
    employeeId: seed % 4 === 0 ? null : (EMPLOYEES[seed % 3] ?? null),
    rating: seed % 11,
    npsScore: seed % 11,
    csatScore: seed % 2 === 0 ? null : 1 + (seed % 5),
    band: BANDS[seed % 3] ?? null,
    channel: (['email', 'sms', null] as const)[seed % 3] ?? null,
    caseState: seed % 4 === 0 ? null : (['open', 'contacted', 'resolved'][seed % 3] ?? null),
    assigneeId: seed % 8 === 1 ? (EMPLOYEES[0] ?? null) : null,
    answers: [
      { questionId: 'why', type: 'text', text: 'Why?', value: `Said ${seed}` },
      { questionId: 'stars', type: 'rating', text: 'Stars?', value: 1 + (seed % 5), labels: [] },
      { questionId: 'again', type: 'yes_no', text: 'Again?', value: seed % 2 === 0, labels: [] },
      {
        questionId: 'what',
        type: 'multiple_choice',
        text: 'What?',
        value: CHOICES.slice(0, 1 + (seed % 3)),
        labels: [],
      },
    ],
    submittedAt: seed % 10 <= 1 ? null : createdAt,
    createdAt,
  }
}

const VALUES = {
  survey: [0, 1],
  location_id: [...LOCATIONS, NO_ID, uuidv7()],
  employee_id: [...EMPLOYEES, NO_ID],
  band: [...BANDS],
  channel: ['email' as const, 'link' as const],
  start_date: [...DAYS, '2026-03-01T00:00:00Z', '2026-03-01T00:00:00+01:00', '2026-03-02T13:00:00Z', '0001-01-01'],
  end_date: [...DAYS, '2026-03-01T23:59:59.999Z', '2026-03-01T12:00:00Z', '9999-12-31'],
  rating_min: [3],
  rating_max: [4, 0],
  metric: ['nps' as const, 'csat' as const],
  language: ['fr' as const],
  survey_version: [1, 2, 3],
  field: ['source=receipt', 'source=a=b', 'table = 4', 'source=4', 'other=4'],
  answer: [
    'stars rating 3',
    'again yes_no false',
    'what multiple_choice staff',
    'what multiple_choice',
    'stars rating 9',
  ],
  case: ['open' as const, 'unresolved' as const],
  assignee: ['somebody', 'nobody', { id: EMPLOYEES[0] ?? '' }] as ResolvedAssigneeFilter[],
  tags: [[0], [1], [0, 1]],
  status: ['partial' as const, 'completed' as const],
}
const optional = <T>(values: T[]) => fc.constantFrom(undefined, undefined, ...values)
const generatedFilter = fc.record({
  survey: optional(VALUES.survey),
  location_id: optional(VALUES.location_id),
  employee_id: optional(VALUES.employee_id),
  band: optional(VALUES.band),
  channel: optional(VALUES.channel),
  start_date: optional(VALUES.start_date),
  end_date: optional(VALUES.end_date),
  rating_min: optional(VALUES.rating_min),
  rating_max: optional(VALUES.rating_max),
  metric: optional(VALUES.metric),
  language: optional(VALUES.language),
  survey_version: optional(VALUES.survey_version),
  field: optional(VALUES.field),
  answer: optional(VALUES.answer),
  case: optional(VALUES.case),
  assignee: optional(VALUES.assignee),
  tags: optional(VALUES.tags),
  status: optional(VALUES.status),
})

type GeneratedFilter = typeof generatedFilter extends fc.Arbitrary<infer T> ? T : never

/** Each filter alone, and pairs that the daily stats cover, because random filters rarely have only one or two. */
function simpleFilters(): [GeneratedFilter][] {
  const none = Object.fromEntries(Object.keys(VALUES).map((name) => [name, undefined])) as GeneratedFilter
  const stored = (['survey', 'location_id', 'employee_id', 'band', 'metric'] as const).map((name) => ({
    [name]: VALUES[name][0],
  }))
  const single = Object.entries(VALUES).map(([name, [value]]) => ({ [name]: value }))
  const pairs = stored.flatMap((one, at) => stored.slice(at + 1).map((other) => ({ ...one, ...other })))
  return [...single, ...pairs].map((fields) => [{ ...none, ...fields }])
}

function toFilter({
  survey,
  tags: tagIndexes,
  location_id: location,
  employee_id: employee,
  ...rest
}: GeneratedFilter): ResponseFilter {
  const tagIds = tagIndexes?.map((index) => tags[index] ?? '')
  const fields = Object.entries({
    survey_id: survey === undefined ? undefined : surveys[survey],
    tag_id: tagIds,
    location_id: location && [location],
    employee_id: employee && [employee],
    ...rest,
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

const readAll = async () =>
  db.response.findMany({
    where: { organizationId },
    include: { taggings: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

function hasAnswer(answers: unknown, key: string): boolean {
  const [questionId, , value] = key.split(' ')
  const answer = (answers as { questionId: string; value: unknown }[]).find((one) => one.questionId === questionId)
  return answer !== undefined && (value === undefined || [answer.value].flat().map(String).includes(value))
}

function hasField(fields: unknown, condition: string): boolean {
  const key = condition.slice(0, condition.indexOf('=')).trim()
  return (fields as Record<string, string>)[key] === condition.slice(condition.indexOf('=') + 1).trim()
}

function filterRows(
  rows: Awaited<ReturnType<typeof readAll>>,
  { start_date: start, end_date: end, ...filter }: ResponseFilter,
) {
  const from = start === undefined ? -Infinity : Date.parse(start)
  const before = end === undefined ? Infinity : Date.parse(end) + (end.length === 10 ? 86_400_000 : 1)
  return rows
    .filter(
      (row) =>
        (filter.status === undefined
          ? row.status === 'completed'
          : (filter.status === 'completed') === (row.submittedAt !== null)) &&
        (filter.survey_id ?? row.surveyId) === row.surveyId &&
        (filter.location_id?.[0] ?? row.locationId) === row.locationId &&
        (filter.employee_id?.[0] ?? row.employeeId) === row.employeeId &&
        (filter.band ?? row.band) === row.band &&
        (filter.channel ?? row.channel) === row.channel &&
        (filter.language ?? row.language) === row.language &&
        (filter.survey_version ?? row.surveyVersion) === row.surveyVersion &&
        (filter.field === undefined || hasField(row.fields, filter.field)) &&
        (filter.answer === undefined || hasAnswer(row.answers, filter.answer)) &&
        (filter.metric === undefined || row[`${filter.metric as 'nps' | 'csat'}Score`] !== null) &&
        isWithin(filter.metric === undefined ? row.rating : row[`${filter.metric as 'nps' | 'csat'}Score`], filter) &&
        (filter.case === undefined ||
          (filter.case === 'unresolved'
            ? row.caseState === 'open' || row.caseState === 'contacted'
            : row.caseState === filter.case)) &&
        isAssigned(row, filter.assignee) &&
        (filter.tag_id === undefined || row.taggings.some(({ tagId }) => filter.tag_id?.includes(tagId))) &&
        row.createdAt.getTime() >= from &&
        row.createdAt.getTime() < before,
    )
    .map(({ id }) => id)
}

function isWithin(score: number | null, { rating_min: least, rating_max: most }: ResponseFilter): boolean {
  if (least === undefined && most === undefined) return true
  return score !== null && score >= (least ?? score) && score <= (most ?? score)
}

function isAssigned(
  { caseState, assigneeId }: { caseState: string | null; assigneeId: string | null },
  assignee: ResponseFilter['assignee'],
): boolean {
  if (assignee === undefined) return true
  if (assignee === 'somebody') return assigneeId !== null
  return assignee === 'nobody' ? caseState !== null && assigneeId === null : assigneeId === assignee.id
}

async function tagResponses(): Promise<void> {
  tags = []
  for (const [index, name] of ['Price', 'Staff'].entries()) {
    const { id: tagId } = await db.responseTag.create({ data: { organizationId, name } })
    tags.push(tagId)
    await db.$executeRaw`
      INSERT INTO response_tagging (organization_id, tag_id, response_id)
      SELECT organization_id, ${tagId}::uuid, id FROM response
      WHERE organization_id = ${organizationId}::uuid AND CASE ${index}::int WHEN 0 THEN rating < 5 ELSE rating > 3 END`
  }
}

describe('response list totals', () => {
  it.each([
    ['UTC', simpleFilters()],
    ['Asia/Kathmandu', []],
    ['America/St_Johns', []],
  ])('lists and counts exactly the responses that match a filter, in the time zone %s', async (timeZone, examples) => {
    await db.organization.update({ where: { id: organizationId }, data: { timeZone } })
    await insertResponses(Array.from({ length: 900 }, (_, seed) => toRow(seed)))
    await insertResponses(Array.from({ length: 70 }, (_, seed) => toRow(seed * 7)))
    await tagResponses()
    const rows = await readAll()
    await fc.assert(
      fc.asyncProperty(generatedFilter, async (generated) => {
        const filter = toFilter(generated)
        const ids = filterRows(rows, filter)
        const { data, meta } = await browseResponses(organizationId, { ...filter, page: 1, limit: 20 })
        expect({ filter, total: meta.total, ids: data.map(({ id }) => id) }).toEqual({
          filter,
          total: ids.length,
          ids: ids.slice(0, 20),
        })
        // Every comment contains "said", so the SQL filter must find the same rows as the Prisma filter.
        const search: ResponseSearch = { commentQuery: await parseCommentQuery(organizationId, 'said'), contactIds: [] }
        const searched = await browseResponses(organizationId, { ...filter, page: 2, limit: 20 }, search)
        const browsed = await browseResponses(organizationId, { ...filter, page: 2, limit: 20 })
        expect({ filter, ...searched, data: searched.data.map(({ id }) => id) }).toEqual({
          filter,
          ...browsed,
          data: browsed.data.map(({ id }) => id),
        })
        const all = await findMatchingResponseIds(organizationId, filter, generated.survey === 0 ? search : undefined)
        expect(all.slice(0, all.count)).toEqual(ids)
        // In the dashboard, days are in the organization's time zone.
        const local = { ...filter, ...(await resolveFilterDates(organizationId, filter)) }
        const { meta: localMeta } = await browseResponses(organizationId, { ...local, page: 1, limit: 1 })
        expect({ local, total: localMeta.total }).toEqual({ local, total: filterRows(rows, local).length })
      }),
      { numRuns: examples.length + pickByTestLength(5, 120), examples },
    )
  })

  it('counts responses within score bounds on the scale of each metric', async () => {
    await insertResponses(Array.from({ length: 300 }, (_, seed) => toRow(seed)))
    const rows = await readAll()
    for (const metric of ['nps', 'csat'] as const)
      for (const bounds of [
        {},
        { rating_min: 2 },
        { rating_max: 2 },
        { rating_min: 1, rating_max: 3 },
        { rating_min: 11 },
      ]) {
        const filter = { metric, ...bounds }
        const { meta } = await browseResponses(organizationId, { ...filter, page: 1, limit: 1 })
        expect({ filter, total: meta.total }).toEqual({ filter, total: filterRows(rows, filter).length })
      }
  })

  it('reads a response total from stored stats when they cover the filter, and counts rows otherwise', async () => {
    await insertResponses(Array.from({ length: 300 }, (_, seed) => toRow(seed)))
    await verifyOrRebuildStats(organizationId, 'always')
    // A count of the rows does not include this change.
    await db.$executeRaw`UPDATE response_daily_stats SET responses = responses + 1000 WHERE organization_id = ${organizationId}::uuid`
    const total = async (filter: object) =>
      (await listResponses(organizationId, { ...filter, page: 1, limit: 1 })).meta.total
    const [surveyId, locationId, employeeId] = [surveys[0], LOCATIONS[0], EMPLOYEES[0]]
    for (const filter of [
      { survey_id: surveyId },
      { location_id: locationId },
      { employee_id: employeeId },
      { survey_id: surveyId, location_id: locationId },
      { start_date: '2026-01-01' },
      { survey_id: surveyId, start_date: '2026-02-01', end_date: '2026-02-02' },
    ])
      expect(await total(filter)).toBeGreaterThan(1000)
    for (const filter of [
      { location_id: locationId, employee_id: employeeId },
      { rating_min: 1 },
      { start_date: '2026-01-01T01:00:00Z' },
    ])
      expect(await total(filter)).toBeLessThan(1000)
  })
})
