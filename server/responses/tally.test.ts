import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { db, Prisma } from '../db'
import { aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { anAskedSurvey, aResponse, manyResponses } from '../testing/factories/responses'
import { byLength } from '../testing/length'
import { runQueue } from '../testing/queues'
import { computeScores } from './scores'
import { addDays, type Breakdown, type Days, type Step, type Tally } from './tally'
import { readTallies } from './tally-queries'
import { tallyQueue } from './tally-queue'
import { checkTallies } from './tally-upkeep'

const ZONES = ['UTC', 'Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']

async function count(
  organizationId: string,
  { surveyId, days, by }: { surveyId?: string; days: Days | null; by?: Step | Breakdown },
) {
  const key = {
    day: Prisma.sql`to_char(day, 'YYYY-MM-DD')`,
    week: Prisma.sql`to_char(date_trunc('week', day), 'YYYY-MM-DD')`,
    month: Prisma.sql`to_char(date_trunc('month', day), 'YYYY-MM-DD')`,
    survey: Prisma.sql`survey_id::text`,
    location: Prisma.sql`location_id::text`,
    employee: Prisma.sql`employee_id::text`,
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
    .map(({ key: of, scores }) => ({
      key: of,
      responses: scores.length,
      bands: Object.fromEntries(
        ['positive', 'neutral', 'negative'].map((band) => [band, scores.filter((one) => one[3] === band).length]),
      ),
      scores: [0, 1, 2].map((metric) => sorted(scores.map((one) => one[metric as 0 | 1 | 2]))),
    }))
    .toSorted(byKey)
}

function sorted(scores: (number | null)[]): [number, number][] {
  const counts = new Map<number, number>()
  for (const score of scores) if (score !== null) counts.set(score, (counts.get(score) ?? 0) + 1)
  return [...counts].toSorted(([one], [other]) => one - other)
}

const byKey = (one: { key: string | null }, other: { key: string | null }) =>
  (one.key ?? '').localeCompare(other.key ?? '')

const asCounted = (tallies: Tally[]) =>
  tallies
    .map(({ key, responses, bands, scores }) => ({
      key,
      responses,
      bands,
      scores: (['nps', 'csat', 'ces'] as const).map((metric) => [...scores[metric]]),
    }))
    .filter(({ responses }) => responses > 0)
    .toSorted(byKey)

/** Compares every query with a recount. */
async function expectTruth(organizationId: string, surveyIds: readonly string[], days: Days): Promise<void> {
  for (const surveyId of [undefined, ...surveyIds])
    for (const by of [undefined, 'day', 'week', 'month', 'location', 'employee'] as const)
      for (const within of [days, null]) {
        const question = { ...(surveyId === undefined ? {} : { surveyId }), days: within, ...(by ? { by } : {}) }
        expect({ question, tallies: asCounted(await readTallies(organizationId, question)) }).toEqual({
          question,
          tallies: await count(organizationId, question),
        })
      }
  const bySurvey = await readTallies(organizationId, { days, by: 'survey', ids: surveyIds })
  expect(asCounted(bySurvey)).toEqual(await count(organizationId, { days, by: 'survey' }))
  expect(await checkTallies(organizationId)).toMatchObject({ wrong: 0, rebuilt: false })
}

let organizationId: string
let surveys: { id: string; type: string }[]
let locations: string[]

beforeEach(async () => {
  organizationId = await anOrganization()
  surveys = [await aSurvey(organizationId), await aSurvey(organizationId, { type: 'csat' })]
  locations = [(await aLocation(organizationId)).id, (await aLocation(organizationId)).id]
})

function rowOf(seed: number, status = 'completed'): Prisma.ResponseCreateManyInput {
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
    ...computeScores(survey.type, answers),
  }
}
const EMPLOYEES = [uuidv7(), uuidv7(), uuidv7()]

const seeds = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 120 })
const acts = fc.array(
  fc.record({
    what: fc.constantFrom('submit', 'begin', 'finish', 'edit', 'merge', 'delete', 'move clock', 'rebuild'),
    seeds,
  }),
  { minLength: 3, maxLength: 9 },
)

type Act = { what: string; seeds: number[] }
/** Each action at least once, when there is data for it to change. */
const EACH_ACT = ['submit', 'begin', 'finish', 'edit', 'merge', 'delete', 'move clock', 'rebuild'].map((what, at) => ({
  what,
  seeds: Array.from({ length: 40 }, (_, seed) => seed * 17 + at),
}))

async function act({ what, seeds: given }: Act): Promise<void> {
  const [first = 0, second = 0] = given
  const some = async () => {
    const rows = await db.response.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, select: { id: true } })
    return rows.filter((_, at) => (at + first) % 3 === 0).map(({ id }) => id)
  }
  if (what === 'submit') await manyResponses(given.map((seed) => rowOf(seed)))
  if (what === 'begin') await manyResponses(given.map((seed) => rowOf(seed, 'partial')))
  if (what === 'finish')
    await db.response.updateMany({ where: { id: { in: await some() } }, data: { status: 'completed' } })
  if (what === 'edit') {
    const { npsScore = null, csatScore = null, cesScore = null, rating = null, band = null } = rowOf(second)
    const data = { npsScore, csatScore, cesScore, rating, band, createdAt: rowOf(first).createdAt as Date }
    await db.response.updateMany({ where: { id: { in: await some() } }, data })
  }
  if (what === 'merge')
    await db.response.updateMany({
      where: { organizationId, locationId: locations[first % 2] ?? null },
      data: { locationId: locations[second % 2] ?? null },
    })
  if (what === 'delete') await db.response.deleteMany({ where: { id: { in: (await some()).slice(0, 20) } } })
  if (what === 'move clock') {
    const timeZone = ZONES[first % ZONES.length] ?? 'UTC'
    await db.organization.update({ where: { id: organizationId }, data: { timeZone } })
    await runQueue(tallyQueue, organizationId)
  }
  if (what === 'rebuild') {
    const { wrong } = await checkTallies(organizationId, 'always')
    if (wrong > 0) throw new Error(`${wrong} sums were wrong before they were made anew`)
  }
}

describe('response stats', () => {
  // oxlint-disable-next-line vitest/expect-expect -- expectTruth does
  it('keeps response stats equal to a recount after random writes, merges, deletions and time zone changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        acts,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 70 }),
        async (all, start, length) => {
          await db.response.deleteMany({ where: { organizationId } })
          for (const one of all) await act(one)
          const from = addDays('2026-01-01', start)
          await expectTruth(
            organizationId,
            surveys.map(({ id }) => id),
            { from, to: addDays(from, length) },
          )
        },
      ),
      { numRuns: byLength(3, 40), examples: [[EACH_ACT, 0, 70]], endOnFailure: true },
    )
  })

  it('keeps response stats exact, and compacts pending changes, during concurrent writes', async () => {
    const rounds = Array.from({ length: 8 }, (_, round) => round)
    await Promise.all(
      rounds.map(async (round) => {
        for (let at = 0; at < 60; at += 1) await db.response.createMany({ data: [rowOf(round * 1000 + at * 13)] })
      }),
    )
    const [all] = await readTallies(organizationId, { days: null })
    expect(all?.responses).toBe(480)
    expect(
      await db.$queryRaw`SELECT count(*) < 400 AS fewer FROM response_change WHERE organization_id = ${organizationId}::uuid`,
    ).toEqual([{ fewer: true }])
    expect(await checkTallies(organizationId)).toMatchObject({ wrong: 0 })
  })

  it('detects and rebuilds response stats that were changed by hand', async () => {
    await manyResponses(Array.from({ length: 300 }, (_, at) => rowOf(at)))
    await db.$executeRaw`UPDATE response_daily_stats SET nps_9 = nps_9 + 1 WHERE organization_id = ${organizationId}::uuid
      AND dimension = 'all' AND span = 'month' AND survey_id = ${surveys[0]?.id}::uuid`
    expect((await checkTallies(organizationId)).wrong).toBeGreaterThan(0)
    expect(await checkTallies(organizationId, 'wrong')).toMatchObject({ rebuilt: true })
    expect(await checkTallies(organizationId)).toEqual({ organizationId, wrong: 0, rebuilt: false })
  })

  it('excludes the responses of other organizations from response stats', async () => {
    await db.response.createMany({ data: [rowOf(1)] })
    const other = await anOrganization()
    expect(await readTallies(other, { days: null })).toMatchObject([{ responses: 0 }])
    expect(await readTallies(other, { days: null, by: 'survey', ids: surveys.map(({ id }) => id) })).toEqual([])
  })
})

describe('response rate', () => {
  /** Reference count by day of first delivery: surveys, those with a response, and those captured and never delivered. */
  const countAsked = () => db.$queryRaw<object[]>`
    WITH asked AS (
      SELECT s.sending_id, s.survey_id, min(s.sent_at) FILTER (WHERE s.sent_at IS NOT NULL AND s.status IN ('sent', 'delivered', 'opened', 'answered')) AS delivered_at,
        min(s.captured_at) AS captured_at, bool_or(EXISTS (SELECT FROM response r WHERE r.sending_id = s.sending_id AND r.survey_id = s.survey_id AND r.status = 'completed')) AS is_answered
      FROM sending_step s WHERE s.organization_id = ${organizationId}::uuid AND s.survey_id IS NOT NULL GROUP BY 1, 2)
    SELECT to_char(day, 'YYYY-MM-DD') AS key, sum(delivered)::int AS delivered, sum(answered)::int AS answered, sum(captured)::int AS captured FROM (
      SELECT (delivered_at AT TIME ZONE 'UTC')::date AS day, 1 AS delivered, is_answered::int AS answered, 0 AS captured FROM asked WHERE delivered_at IS NOT NULL
      UNION ALL SELECT (captured_at AT TIME ZONE 'UTC')::date, 0, 0, 1 FROM asked WHERE captured_at IS NOT NULL AND delivered_at IS NULL) d GROUP BY 1 ORDER BY 1`

  const STATUSES = ['scheduled', 'sent', 'delivered', 'opened', 'answered', 'bounced', 'failed', 'skipped', 'captured']
  /** One survey in each delivered state, then answers, a change of location and a bounced step. */
  const EACH_STATUS = [
    { who: 0, what: 'status' as const, seed: 1 },
    { who: 1, what: 'status' as const, seed: 2 },
    { who: 2, what: 'status' as const, seed: 3 },
    { who: 3, what: 'status' as const, seed: 13 },
    { who: 0, what: 'answer' as const, seed: 1 },
    { who: 1, what: 'answer' as const, seed: 3 },
    { who: 2, what: 'move' as const, seed: 1 },
    { who: 2, what: 'step' as const, seed: 5 },
  ]

  it('counts each survey of a sending once in the response rate, after random step and response changes', async () => {
    const asked: Awaited<ReturnType<typeof anAskedSurvey>>[] = []
    for (let at = 0; at < 4; at += 1) asked.push(await anAskedSurvey(organizationId))
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            who: fc.nat(3),
            what: fc.constantFrom('step', 'status', 'answer', 'unanswer', 'move'),
            seed: fc.nat(10_000),
          }),
          {
            minLength: 4,
            maxLength: 30,
          },
        ),
        async (all) => {
          for (const { who, what, seed } of all) {
            const { sending, survey, step } = asked[who] ?? raise()
            const at = new Date(Date.UTC(2026, 0, 1) + (seed % 40) * DAY_MS)
            const status = STATUSES[seed % STATUSES.length] ?? 'sent'
            const times = { status, sentAt: seed % 4 === 0 ? null : at, capturedAt: status === 'captured' ? at : null }
            if (what === 'step')
              await db.sendingStep.create({
                data: { ...step, reason: Prisma.DbNull, id: uuidv7(), stepId: uuidv7(), ...times },
              })
            const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id }, select: { id: true } })
            const { id = '' } = steps[seed % steps.length] ?? {}
            if (what === 'status') await db.sendingStep.update({ where: { id }, data: times })
            const answer = { sendingId: sending.id, surveyId: survey.id }
            if (what === 'answer')
              await aResponse(organizationId, survey.id, {
                ...answer,
                ...(seed % 3 === 0 ? { status: 'partial' } : {}),
              })
            if (what === 'unanswer') await db.response.deleteMany({ where: answer })
            if (what === 'move')
              await db.sending.update({ where: { id: sending.id }, data: { locationId: locations[seed % 2] ?? null } })
          }
          const read = await readTallies(organizationId, { days: null, by: 'day' })
          const rates = read
            .filter(({ delivered, captured }) => delivered + captured > 0)
            .map(({ key, delivered, answered, captured }) => ({ key, delivered, answered, captured }))
            .toSorted(byKey)
          expect(rates).toEqual(await countAsked())
          expect(await checkTallies(organizationId)).toMatchObject({ wrong: 0 })
        },
      ),
      { numRuns: byLength(5, 60), examples: [[EACH_STATUS]], endOnFailure: true },
    )
  })
})

function raise(): never {
  throw new Error('nobody was asked')
}
