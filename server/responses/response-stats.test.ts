import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { db, Prisma } from '../db'
import { aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { insertResponses } from '../testing/factories/responses'
import { runQueue } from '../testing/queues'
import { pickByTestLength } from '../testing/test-length'
import { rebuildStatsQueue } from './rebuild-stats-queue'
import { addDays, type DayRange, type ResponseStats, type StatsDimension, type TrendStepUnit } from './response-stats'
import { loadResponseStats } from './response-stats-queries'
import { computeScores } from './scores'
import { verifyOrRebuildStats } from './verify-or-rebuild-stats'

const TIME_ZONES = ['UTC', 'Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']

async function recount(
  organizationId: string,
  { surveyId, days, by }: { surveyId?: string; days: DayRange | null; by?: TrendStepUnit | StatsDimension },
) {
  const key = {
    day: Prisma.sql`to_char(day, 'YYYY-MM-DD')`,
    week: Prisma.sql`to_char(date_trunc('week', day), 'YYYY-MM-DD')`,
    month: Prisma.sql`to_char(date_trunc('month', day), 'YYYY-MM-DD')`,
    survey: Prisma.sql`survey_id::text`,
    location: Prisma.sql`location_id::text`,
    employee: Prisma.sql`employee_id::text`,
    contact_organization: Prisma.sql`contact_organization_id::text`,
  }
  const rows = await db.$queryRaw<
    { key: string | null; scores: [number | null, number | null, number | null, string][] }[]
  >`
    SELECT ${by === undefined ? Prisma.sql`NULL::text` : key[by]} AS key,
      json_agg(json_build_array(nps_score, csat_score, ces_score, coalesce(band, ''))) AS scores
    FROM (SELECT r.*, (r.created_at AT TIME ZONE o.time_zone)::date AS day FROM response r
      JOIN organization o ON o.id = r.organization_id) r
    WHERE organization_id = ${organizationId}::uuid AND status = 'completed'
      ${surveyId === undefined ? Prisma.empty : Prisma.sql`AND survey_id = ${surveyId}::uuid`}
      ${days === null ? Prisma.empty : Prisma.sql`AND day BETWEEN ${days.from}::date AND ${days.to}::date`}
    GROUP BY 1`
  return rows
    .map(({ key: groupKey, scores }) => ({
      key: groupKey,
      responses: scores.length,
      bands: Object.fromEntries(
        ['positive', 'neutral', 'negative'].map((band) => [band, scores.filter((one) => one[3] === band).length]),
      ),
      scores: [0, 1, 2].map((metric) => countScores(scores.map((one) => one[metric as 0 | 1 | 2]))),
    }))
    .toSorted(byKey)
}

function countScores(scores: (number | null)[]): [number, number][] {
  const counts = new Map<number, number>()
  for (const score of scores) if (score !== null) counts.set(score, (counts.get(score) ?? 0) + 1)
  return [...counts].toSorted(([one], [other]) => one - other)
}

const byKey = (one: { key: string | null }, other: { key: string | null }) =>
  (one.key ?? '').localeCompare(other.key ?? '')

const toRecount = (stats: ResponseStats[]) =>
  stats
    .map(({ key, responses, bands, scores }) => ({
      key,
      responses,
      bands,
      scores: (['nps', 'csat', 'ces'] as const).map((metric) => [...scores[metric]]),
    }))
    .filter(({ responses }) => responses > 0)
    .toSorted(byKey)

/** Compares every query with a recount. */
async function expectEqualsRecount(
  organizationId: string,
  surveyIds: readonly string[],
  days: DayRange,
): Promise<void> {
  for (const surveyId of [undefined, ...surveyIds])
    for (const by of [undefined, 'day', 'week', 'month', 'location', 'employee', 'contact_organization'] as const)
      for (const range of [days, null]) {
        const query = { ...(surveyId === undefined ? {} : { surveyId }), days: range, ...(by ? { by } : {}) }
        expect({ query, stats: toRecount(await loadResponseStats(organizationId, query)) }).toEqual({
          query,
          stats: await recount(organizationId, query),
        })
      }
  const bySurvey = await loadResponseStats(organizationId, { days, by: 'survey', ids: surveyIds })
  expect(toRecount(bySurvey)).toEqual(await recount(organizationId, { days, by: 'survey' }))
  expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0, rebuilt: false })
}

let organizationId: string
let surveys: { id: string; type: string }[]
let locations: string[]

beforeEach(async () => {
  organizationId = await anOrganization()
  surveys = [await aSurvey(organizationId), await aSurvey(organizationId, { type: 'csat' })]
  locations = [(await aLocation(organizationId)).id, (await aLocation(organizationId)).id]
})

function toRow(seed: number, status = 'completed'): Prisma.ResponseCreateManyInput {
  const survey = surveys[seed % 2] ?? { id: '', type: 'nps' }
  const answers = [
    { type: 'nps' as const, value: seed % 11 },
    { type: 'csat' as const, value: 1 + (seed % 5) },
    { type: 'ces' as const, value: 1 + (seed % 7) },
  ].filter((_, at) => (seed >> at) % 3 !== 0)
  return {
    id: uuidv7(),
    organizationId,
    surveyId: survey.id,
    contactId: uuidv7(),
    status,
    language: 'en',
    createdAt: new Date(Date.UTC(2026, 0, 1) + (seed % 120) * DAY_MS + ((seed * 7919) % DAY_MS)),
    locationId: seed % 3 === 0 ? null : (locations[seed % 2] ?? null),
    employeeId: seed % 4 === 0 ? null : (EMPLOYEES[seed % 3] ?? null),
    contactOrganizationId: seed % 7 === 0 ? null : (COMPANIES[seed % 2] ?? null),
    ...computeScores(survey.type, answers),
  }
}
const EMPLOYEES = [uuidv7(), uuidv7(), uuidv7()]
const COMPANIES = [uuidv7(), uuidv7()]

const seedLists = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 120 })
const generatedActions = fc.array(
  fc.record({
    action: fc.constantFrom('submit', 'begin', 'finish', 'edit', 'merge', 'delete', 'move clock', 'rebuild'),
    seeds: seedLists,
  }),
  { minLength: 3, maxLength: 9 },
)

type Action = { action: string; seeds: number[] }
const EACH_ACTION = ['submit', 'begin', 'finish', 'edit', 'merge', 'delete', 'move clock', 'rebuild'].map(
  (action, at) => ({
    action,
    seeds: Array.from({ length: 40 }, (_, seed) => seed * 17 + at),
  }),
)

async function perform({ action, seeds }: Action): Promise<void> {
  const [first = 0, second = 0] = seeds
  const pickSome = async () => {
    const rows = await db.response.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, select: { id: true } })
    return rows.filter((_, at) => (at + first) % 3 === 0).map(({ id }) => id)
  }
  if (action === 'submit') await insertResponses(seeds.map((seed) => toRow(seed)))
  if (action === 'begin') await insertResponses(seeds.map((seed) => toRow(seed, 'partial')))
  if (action === 'finish')
    await db.response.updateMany({ where: { id: { in: await pickSome() } }, data: { status: 'completed' } })
  if (action === 'edit') {
    const { npsScore = null, csatScore = null, cesScore = null, rating = null, band = null } = toRow(second)
    const data = { npsScore, csatScore, cesScore, rating, band, createdAt: toRow(first).createdAt as Date }
    await db.response.updateMany({ where: { id: { in: await pickSome() } }, data })
  }
  if (action === 'merge') {
    await db.response.updateMany({
      where: { organizationId, contactOrganizationId: COMPANIES[first % 2] ?? null },
      data: { contactOrganizationId: COMPANIES[second % 2] ?? null },
    })
    await db.response.updateMany({
      where: { organizationId, locationId: locations[first % 2] ?? null },
      data: { locationId: locations[second % 2] ?? null },
    })
  }
  if (action === 'delete') await db.response.deleteMany({ where: { id: { in: (await pickSome()).slice(0, 20) } } })
  if (action === 'move clock') {
    const timeZone = TIME_ZONES[first % TIME_ZONES.length] ?? 'UTC'
    await db.organization.update({ where: { id: organizationId }, data: { timeZone } })
    await runQueue(rebuildStatsQueue, organizationId)
  }
  if (action === 'rebuild') {
    const { wrong } = await verifyOrRebuildStats(organizationId, 'always')
    if (wrong > 0) throw new Error(`${wrong} rows of the stats were wrong before the rebuild`)
  }
}

describe('response stats', () => {
  // oxlint-disable-next-line vitest/expect-expect -- expectEqualsRecount does
  it('keeps response stats equal to a recount after random writes, merges, deletions and time zone changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        generatedActions,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 70 }),
        async (all, start, length) => {
          await db.response.deleteMany({ where: { organizationId } })
          for (const one of all) await perform(one)
          const from = addDays('2026-01-01', start)
          await expectEqualsRecount(
            organizationId,
            surveys.map(({ id }) => id),
            { from, to: addDays(from, length) },
          )
        },
      ),
      { numRuns: pickByTestLength(3, 40), examples: [[EACH_ACTION, 0, 70]], endOnFailure: true },
    )
  })

  it('keeps response stats exact, and compacts pending changes, during concurrent writes', async () => {
    const rounds = Array.from({ length: 8 }, (_, round) => round)
    await Promise.all(
      rounds.map(async (round) => {
        for (let at = 0; at < 60; at += 1) await db.response.createMany({ data: [toRow(round * 1000 + at * 13)] })
      }),
    )
    const [all] = await loadResponseStats(organizationId, { days: null })
    expect(all?.responses).toBe(480)
    expect(
      await db.$queryRaw`SELECT count(*) < 400 AS fewer FROM response_change WHERE organization_id = ${organizationId}::uuid`,
    ).toEqual([{ fewer: true }])
    expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
  })

  it('detects and rebuilds response stats that were changed by hand', async () => {
    await insertResponses(Array.from({ length: 300 }, (_, at) => toRow(at)))
    await db.$executeRaw`UPDATE response_daily_stats SET nps_9 = nps_9 + 1 WHERE organization_id = ${organizationId}::uuid
      AND dimension = 'all' AND span = 'month' AND survey_id = ${surveys[0]?.id}::uuid`
    expect((await verifyOrRebuildStats(organizationId)).wrong).toBeGreaterThan(0)
    expect(await verifyOrRebuildStats(organizationId, 'wrong')).toMatchObject({ rebuilt: true })
    expect(await verifyOrRebuildStats(organizationId)).toEqual({ organizationId, wrong: 0, rebuilt: false })
  })

  it('excludes the responses of other organizations from response stats', async () => {
    await db.response.createMany({ data: [toRow(1)] })
    const other = await anOrganization()
    expect(await loadResponseStats(other, { days: null })).toMatchObject([{ responses: 0 }])
    expect(await loadResponseStats(other, { days: null, by: 'survey', ids: surveys.map(({ id }) => id) })).toEqual([])
  })
})
