import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WhoseCase } from '../cases/list'
import { db, type Prisma } from '../db'
import { indexedPlan } from '../testing/database/indexed-plan'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { manyResponses } from '../testing/factories/responses'
import { byLength } from '../testing/length'
import { byOwnClock } from '../time-zones'
import { readAskedWords } from './asked-words'
import type { ResponseFilter } from './response-list'
import { browseResponses, listResponses } from './responses'
import { findAllIds } from './search-queries'
import { checkTallies } from './tally-upkeep'

const NOBODY = '00000000-0000-0000-0000-000000000000'
const PLACES = [uuidv7(), uuidv7()]
const PEOPLE = [uuidv7(), uuidv7(), uuidv7()]
const BANDS = ['positive', 'neutral', 'negative'] as const
const DAYS = ['2026-01-30', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-20']

let organizationId: string
let surveys: string[]
let tags: string[]

beforeEach(async () => {
  organizationId = await anOrganization()
  surveys = [(await aSurvey(organizationId)).id, (await aSurvey(organizationId)).id]
})

/** Random survey, location, contact and time; every tenth is partial, and every tenth counts without having been submitted. */
function rowOf(seed: number): Prisma.ResponseCreateManyInput {
  const createdAt = new Date(Date.UTC(2026, 0, 25) + seed * 3_607_000)
  return {
    organizationId,
    surveyId: surveys[seed % 2] ?? '',
    contactId: uuidv7(),
    status: seed % 10 === 0 ? 'partial' : 'completed',
    language: 'en',
    locationId: seed % 3 === 0 ? null : (PLACES[seed % 2] ?? null),
    employeeId: seed % 4 === 0 ? null : (PEOPLE[seed % 3] ?? null),
    rating: seed % 11,
    npsScore: seed % 11,
    csatScore: seed % 2 === 0 ? null : 1 + (seed % 5),
    band: BANDS[seed % 3] ?? null,
    caseState: seed % 4 === 0 ? null : (['open', 'contacted', 'resolved'][seed % 3] ?? null),
    assigneeId: seed % 8 === 1 ? (PEOPLE[0] ?? null) : null,
    answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: `Said ${seed}` }],
    submittedAt: seed % 10 <= 1 ? null : createdAt,
    createdAt,
  }
}

const VALUES = {
  survey: [0, 1],
  location_id: [...PLACES, NOBODY, uuidv7()],
  employee_id: [...PEOPLE, NOBODY],
  band: [...BANDS],
  start_date: [...DAYS, '2026-03-01T00:00:00Z', '2026-03-01T00:00:00+01:00', '2026-03-02T13:00:00Z', '0001-01-01'],
  end_date: [...DAYS, '2026-03-01T23:59:59.999Z', '2026-03-01T12:00:00Z', '9999-12-31'],
  rating_min: [3],
  rating_max: [4, 0],
  metric: ['nps' as const, 'csat' as const],
  case: ['open' as const, 'unresolved' as const],
  assignee: ['somebody', 'nobody', { id: PEOPLE[0] ?? '' }] as WhoseCase[],
  tags: [[0], [1], [0, 1]],
  status: ['partial' as const, 'completed' as const],
}
const maybe = <T>(values: T[]) => fc.constantFrom(undefined, undefined, ...values)
const asked = fc.record({
  survey: maybe(VALUES.survey),
  location_id: maybe(VALUES.location_id),
  employee_id: maybe(VALUES.employee_id),
  band: maybe(VALUES.band),
  start_date: maybe(VALUES.start_date),
  end_date: maybe(VALUES.end_date),
  rating_min: maybe(VALUES.rating_min),
  rating_max: maybe(VALUES.rating_max),
  metric: maybe(VALUES.metric),
  case: maybe(VALUES.case),
  assignee: maybe(VALUES.assignee),
  tags: maybe(VALUES.tags),
  status: maybe(VALUES.status),
})

type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

/** Each filter alone, and pairs of those that the daily stats cover, because random filters rarely have only one or two. */
function simpleFilters(): [Asked][] {
  const none = Object.fromEntries(Object.keys(VALUES).map((name) => [name, undefined])) as Asked
  const stored = (['survey', 'location_id', 'employee_id', 'band', 'metric'] as const).map((name) => ({
    [name]: VALUES[name][0],
  }))
  const alone = Object.entries(VALUES).map(([name, [value]]) => ({ [name]: value }))
  const pairs = stored.flatMap((one, at) => stored.slice(at + 1).map((other) => ({ ...one, ...other })))
  return [...alone, ...pairs].map((given) => [{ ...none, ...given }])
}

function filterOf({
  survey,
  tags: places,
  location_id: location,
  employee_id: employee,
  ...rest
}: Asked): ResponseFilter {
  const tagIds = places?.map((place) => tags[place] ?? '')
  const given = Object.entries({
    survey_id: survey === undefined ? undefined : surveys[survey],
    tag_id: tagIds,
    location_id: location && [location],
    employee_id: employee && [employee],
    ...rest,
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

const readAll = async () =>
  db.response.findMany({
    where: { organizationId },
    include: { taggings: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

/** Reference implementation: filters all rows in memory. */
function found(
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
  whose: ResponseFilter['assignee'],
): boolean {
  if (whose === undefined) return true
  if (whose === 'somebody') return assigneeId !== null
  return whose === 'nobody' ? caseState !== null && assigneeId === null : assigneeId === whose.id
}

/** Tags two of three responses, some with both tags. */
async function tagSome(): Promise<void> {
  tags = []
  for (const [place, name] of ['Price', 'Staff'].entries()) {
    const { id: tagId } = await db.responseTag.create({ data: { organizationId, name } })
    tags.push(tagId)
    await db.$executeRaw`
      INSERT INTO response_tagging (organization_id, tag_id, response_id)
      SELECT organization_id, ${tagId}::uuid, id FROM response
      WHERE organization_id = ${organizationId}::uuid AND CASE ${place}::int WHEN 0 THEN rating < 5 ELSE rating > 3 END`
  }
}

describe('response list totals', () => {
  it.each([
    ['UTC', simpleFilters()],
    ['Asia/Kathmandu', []],
    ['America/St_Johns', []],
  ])('lists and counts exactly the responses that match a filter, in the time zone %s', async (timeZone, examples) => {
    await db.organization.update({ where: { id: organizationId }, data: { timeZone } })
    await manyResponses(Array.from({ length: 900 }, (_, seed) => rowOf(seed)))
    await manyResponses(Array.from({ length: 70 }, (_, seed) => rowOf(seed * 7)))
    await tagSome()
    const rows = await readAll()
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const filter = filterOf(one)
        const ids = found(rows, filter)
        const { data, meta } = await browseResponses(organizationId, { ...filter, page: 1, limit: 20 })
        expect({ filter, total: meta.total, ids: data.map(({ id }) => id) }).toEqual({
          filter,
          total: ids.length,
          ids: ids.slice(0, 20),
        })
        // Every comment contains "said", so the SQL filter must find the same rows as the Prisma filter.
        const search = { asked: await readAskedWords(organizationId, 'said'), contactIds: [] }
        const searched = await browseResponses(organizationId, { ...filter, page: 2, limit: 20 }, search)
        const browsed = await browseResponses(organizationId, { ...filter, page: 2, limit: 20 })
        expect({ filter, ...searched, data: searched.data.map(({ id }) => id) }).toEqual({
          filter,
          ...browsed,
          data: browsed.data.map(({ id }) => id),
        })
        const all = await findAllIds(organizationId, filter, one.survey === 0 ? search : undefined)
        expect(all.slice(0, all.count)).toEqual(ids)
        // In the dashboard, days are in the organization's time zone.
        const own = { ...filter, ...(await byOwnClock(organizationId, filter)) }
        const { meta: ownMeta } = await browseResponses(organizationId, { ...own, page: 1, limit: 1 })
        expect({ own, total: ownMeta.total }).toEqual({ own, total: found(rows, own).length })
      }),
      { numRuns: examples.length + byLength(5, 120), examples },
    )
  })

  it('counts responses within score bounds on the scale of each metric', async () => {
    await manyResponses(Array.from({ length: 300 }, (_, seed) => rowOf(seed)))
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
        expect({ filter, total: meta.total }).toEqual({ filter, total: found(rows, filter).length })
      }
  })

  it('reads a response total from stored stats when they cover the filter, and counts rows otherwise', async () => {
    await manyResponses(Array.from({ length: 300 }, (_, seed) => rowOf(seed)))
    await checkTallies(organizationId, 'always')
    // A count of the rows does not include this change.
    await db.$executeRaw`UPDATE response_daily_stats SET responses = responses + 1000 WHERE organization_id = ${organizationId}::uuid`
    const total = async (filter: object) =>
      (await listResponses(organizationId, { ...filter, page: 1, limit: 1 })).meta.total
    const [surveyId, locationId, employeeId] = [surveys[0], PLACES[0], PEOPLE[0]]
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

describe('deep response pages', () => {
  it('returns the same deep page of responses as an offset into the full list, in every order', async () => {
    // Ten responses share each timestamp and most share a score, so that ties are tested.
    await manyResponses(
      Array.from({ length: 1600 }, (_, at) => ({
        ...rowOf(1 + 2 * (at % 5)),
        rating: at % 9 === 0 ? null : at % 11,
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 10) * 1000),
      })),
    )
    const orders = {
      created: [{ createdAt: 'asc' }, { id: 'asc' }],
      '-created': [{ createdAt: 'desc' }, { id: 'desc' }],
      score: [{ rating: { sort: 'asc', nulls: 'last' } }, { createdAt: 'desc' }, { id: 'desc' }],
      '-score': [{ rating: { sort: 'desc', nulls: 'last' } }, { createdAt: 'desc' }, { id: 'desc' }],
    } satisfies Record<string, Prisma.ResponseOrderByWithRelationInput[]>
    for (const [sort, orderBy] of Object.entries(orders))
      for (const filter of [{}, { survey_id: surveys[1] ?? '' }, { survey_id: surveys[1] ?? '', rating_min: 2 }]) {
        const where = { organizationId, ...('rating_min' in filter ? { rating: { gte: 2 } } : {}) }
        const all = (await db.response.findMany({ where, orderBy, select: { id: true } })).map(({ id }) => id)
        for (const limit of [7, 100])
          for (const page of [1000 / limit + 1, 1300 / limit, all.length / limit, all.length / limit + 1]) {
            const request = { ...filter, sort: sort as keyof typeof orders, page: Math.ceil(page), limit }
            const { data, meta } = await browseResponses(organizationId, request)
            expect({ request, ids: data.map(({ id }) => id), total: meta.total }).toEqual({
              request,
              ids: all.slice((request.page - 1) * limit, request.page * limit),
              total: all.length,
            })
          }
      }
  })

  it.each(['survey_id', 'location_id', 'employee_id'])(
    'can skip to a deep page of one %s by an index-only scan, in both directions',
    async (column) => {
      for (const direction of ['DESC', 'ASC']) {
        const plan = await indexedPlan(
          'response',
          `SELECT id FROM response WHERE organization_id = '${NOBODY}' AND status = 'completed' AND ${column} = '${NOBODY}'
           ORDER BY created_at ${direction}, id ${direction} OFFSET 1000 LIMIT 50`,
        )
        expect(plan).toMatch(/^Limit .*\n +-> +Index Only Scan /)
      }
    },
  )
})
