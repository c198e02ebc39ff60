import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { handleResponsesExport } from '../api/downloads/responses-export'
import { handleSessionRpc } from '../api/session/session-rpc'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { loadDigestContent } from '../digests/digest-content'
import { listSurveysWithStats } from '../responses/list-surveys-with-stats'
import { toIsoDay } from '../responses/response-stats'
import { listResponses } from '../responses/responses'
import { computeScores, summarizeScores } from '../responses/scores'
import { verifyOrRebuildStats } from '../responses/verify-or-rebuild-stats'
import { Metric } from '../surveys/schema'
import { aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, insertResponses } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aSession } from '../testing/factories/sessions'
import { pickByTestLength } from '../testing/test-length'
import { getOverview } from './overview'
import type { BreakdownPart } from './schema'

/* The overview, surveys, breakdowns, the weekly digest and exports must agree on the scores and counts of the same responses. */

const TYPES = ['nps', 'csat', 'ces'] as const

const generatedResponse = fc.record({
  survey: fc.nat(2),
  location: fc.nat(2),
  employee: fc.nat(1),
  company: fc.nat(2),
  tags: fc.subarray([0, 1, 2]),
  isPartial: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  nps: fc.nat(10),
  csat: fc.option(fc.integer({ min: 1, max: 5 })),
  ces: fc.option(fc.integer({ min: 1, max: 7 })),
})
type GeneratedResponse = typeof generatedResponse extends fc.Arbitrary<infer T> ? T : never

function pick(part: BreakdownPart | undefined) {
  return part && { responses: part.responses, scores: part.scores }
}

function startOfWeek(day: Date): string {
  const since = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - since * DAY_MS).toISOString().slice(0, 10)
}

it('overview, survey list, breakdowns, digest and export show the same numbers for the same responses', async () => {
  const organizationId = await anOrganization()
  const surveys = [
    await aSurvey(organizationId),
    await aSurvey(organizationId, { type: 'csat' }),
    await aSurvey(organizationId, { type: 'ces' }),
  ]
  const locations = [await aLocation(organizationId), await aLocation(organizationId)]
  const employee = await db.employee.create({ data: { organizationId, name: 'Grace' } })
  const companies: string[] = []
  for (const name of ['Old Mill Hotel', 'Station Books'])
    companies.push((await db.contactOrganization.create({ data: { organizationId, name } })).id)
  const tags: string[] = []
  for (const name of ['Price', 'Staff', 'Coffee'])
    tags.push((await db.responseTag.create({ data: { organizationId, name } })).id)

  const toRow = ({ survey, location, employee: employeeIndex, company, isPartial, ...scores }: GeneratedResponse) => ({
    surveyId: surveys[survey]?.id ?? '',
    status: isPartial ? 'partial' : 'completed',
    locationId: locations[location]?.id ?? null,
    employeeId: employeeIndex === 0 ? employee.id : null,
    contactOrganizationId: companies[company] ?? null,
    ...computeScores(TYPES[survey] ?? '', [
      { type: 'nps', value: scores.nps },
      ...(scores.csat === null ? [] : [{ type: 'csat' as const, value: scores.csat }]),
      ...(scores.ces === null ? [] : [{ type: 'ces' as const, value: scores.ces }]),
    ]),
  })

  let session: Awaited<ReturnType<typeof aSession>>

  async function fromFile(filter: string, isUntagged = false) {
    const { cookie } = session
    const request = new Request(`http://localhost/api/responses?${filter}`, { headers: { cookie } })
    const answer = Buffer.from(await (await handleResponsesExport(request)).arrayBuffer())
    const exportedRows: Record<string, string>[] = parse(answer, { bom: true, columns: true })
    const rows = isUntagged ? exportedRows.filter((row) => row['Tags'] === '') : exportedRows
    const scores = Metric.options.map((metric) => {
      const counts = new Map<number, number>()
      for (const row of rows) {
        const score = row[metric.toUpperCase()] ?? ''
        if (score !== '') counts.set(Number(score), (counts.get(Number(score)) ?? 0) + 1)
      }
      return [metric, summarizeScores(metric, counts)] as const
    })
    return { responses: rows.length, scores: Object.fromEntries(scores) }
  }

  async function compare() {
    // Requests are rate-limited per person, so each run uses a new session.
    session = await aSession(organizationId)
    const whole = await getOverview(organizationId, { days: 30 })
    const all = await fromFile('')
    expect(whole.responses.current).toBe(all.responses)
    for (const metric of Metric.options)
      expect(whole.metrics.find((one) => one.metric === metric)?.current ?? summarizeScores(metric, new Map())).toEqual(
        all.scores[metric],
      )

    const { figures } = await loadDigestContent(organizationId, startOfWeek(new Date()), new Date())
    expect(figures.responses.current).toBe(all.responses)
    for (const { metric, current } of figures.metrics) expect(current).toEqual(all.scores[metric])

    const { data: listed } = await listSurveysWithStats(organizationId, { page: 1, limit: 10 })
    for (const { id, type, responses, score } of listed) {
      const own = await fromFile(`survey_id=${id}`)
      const alone = await getOverview(organizationId, { days: 30, surveyId: id, by: 'tag' })
      expect([responses, alone.responses.current]).toEqual([own.responses, own.responses])
      expect(score).toEqual(own.scores[type])
      for (const { id: tagId, responses: n, scores } of alone.breakdown.parts)
        expect({ responses: n, scores }).toEqual(
          tagId === null ? await fromFile(`survey_id=${id}`, true) : await fromFile(`survey_id=${id}&tag_id=${tagId}`),
        )
    }

    for (const [by, column, ids] of [
      ['survey', 'survey_id', surveys.map(({ id }) => id)],
      ['location', 'location_id', locations.map(({ id }) => id)],
      ['employee', 'employee_id', [employee.id]],
      ['company', 'contact_organization_id', companies],
      ['tag', 'tag_id', tags],
    ] as const) {
      const { breakdown } = await getOverview(organizationId, { days: 30, by })
      for (const id of ids) {
        const part = breakdown.parts.find((one) => one.id === id)
        const own = await fromFile(`${column}=${id}`)
        expect({ by, responses: 0, scores: own.scores, ...pick(part) }).toEqual({ by, ...own })
      }
      if (by !== 'tag') continue
      const untagged = await fromFile('', true)
      // Untagged responses, if any, are last.
      const last = breakdown.parts.at(-1)
      const part = last?.id === null ? last : undefined
      expect({ responses: 0, scores: untagged.scores, ...pick(part) }).toEqual(untagged)
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(generatedResponse, { minLength: 1, maxLength: 30 }), async (all) => {
      await db.response.deleteMany({ where: { organizationId } })
      const stored = all.map((one) => ({ id: uuidv7(), ...toRow(one) }))
      await insertResponses(stored.map((row) => ({ organizationId, contactId: uuidv7(), language: 'en', ...row })))
      await db.responseTagging.createMany({
        data: all.flatMap((one, at) =>
          one.tags.map((tag) => ({ organizationId, tagId: tags[tag] ?? '', responseId: stored[at]?.id ?? '' })),
        ),
      })
      await compare()

      // Changes after the fact: a late submission, an edited answer, a deleted response and a removed tag.
      const [first, second, third] = stored
      if (first)
        await db.response.update({ where: { id: first.id }, data: { status: 'completed', createdAt: new Date() } })
      const otherwise = all[1] && toRow({ ...all[1], nps: 10, csat: 1, isPartial: false })
      if (second && otherwise) await db.response.update({ where: { id: second.id }, data: otherwise })
      if (third) await db.response.delete({ where: { id: third.id } })
      await db.responseTagging.deleteMany({
        where: { organizationId, tagId: tags[2] ?? '', responseId: stored.at(-1)?.id ?? '' },
      })
      await compare()
    }),
    { numRuns: pickByTestLength(2, 30), endOnFailure: true },
  )
})

const MINUTE_MS = 60_000

it.each(['America/Los_Angeles', 'Asia/Kolkata', 'America/Havana'])(
  'overview, lists, export and links use the same local days in %s',
  async (timeZone) => {
    const organizationId = await anOrganization({ timeZone })
    const { cookie } = await aSession(organizationId)
    const { id: surveyId } = await aSurvey(organizationId)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }

    async function browse(list: 'responses' | 'reviews', filter: object): Promise<number> {
      const input = encodeURIComponent(JSON.stringify({ page: 1, limit: 50, ...filter }))
      const request = new Request(`http://localhost/api/trpc/${list}.browse?input=${input}`, { headers })
      const { result } = (await (await handleSessionRpc(request)).json()) as Browsed
      return result.data.meta.total
    }
    async function inFile(days: Record<string, string>): Promise<number> {
      const address = `http://localhost/api/responses?format=json&${new URLSearchParams(days)}`
      return ((await (await handleResponsesExport(new Request(address, { headers }))).json()) as object[]).length
    }

    // Around midnight in this time zone and in UTC. Los Angeles and Havana start daylight saving time in the night of 8 March and end it
    // in that of 1 November.
    const days = ['2026-02-28', '2026-03-01', '2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01']
    const localMidnights = await Promise.all(
      days.map((day) => db.$queryRaw<{ at: Date }[]>`SELECT ${day}::timestamp AT TIME ZONE ${timeZone} AS at`),
    )
    const midnights = [...localMidnights.flat().map(({ at }) => at.getTime()), ...days.map((day) => Date.parse(day))]
    for (const [index, midnight] of midnights.entries())
      for (const minutes of [-61, -1, 0, 1, 61]) {
        const at = new Date(midnight + minutes * MINUTE_MS)
        await aResponse(organizationId, surveyId, {
          npsScore: index % 11,
          rating: index % 11,
          band: 'negative',
          createdAt: at,
        })
        await aReview(organizationId, { publishedAt: at })
      }

    const localDay = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    const rows = await db.response.findMany({ where: { organizationId } })
    for (const isCounted of [false, true]) {
      if (isCounted) await verifyOrRebuildStats(organizationId, 'always')
      for (const [from, to] of [...days.map((day) => [day, day] as const), ['2026-03-01', '2026-03-08'] as const]) {
        const n = rows.filter(
          ({ createdAt }) => from <= localDay.format(createdAt) && localDay.format(createdAt) <= to,
        ).length
        const dates = { start_date: from, end_date: to }
        const { responses, stars, latest } = await getOverview(organizationId, { days: 30, from, to })
        expect({ from, n: responses.current, stars: stars.current.n }).toEqual({ from, n, stars: n })
        expect(latest.every(({ createdAt }) => localDay.format(new Date(createdAt)) <= to)).toBe(true)
        // With the filter of the drivers' link, and without it.
        expect(await browse('responses', { ...dates, band: 'negative' })).toBe(n)
        expect(await browse('responses', dates)).toBe(n)
        expect(await browse('responses', { ...dates, rating_min: 0 })).toBe(n)
        expect(await browse('reviews', dates)).toBe(n)
        expect(await inFile(dates)).toBe(n)
        // In the API, days are UTC.
        const utc = rows.filter(({ createdAt }) => from <= toIsoDay(createdAt) && toIsoDay(createdAt) <= to).length
        expect((await listResponses(organizationId, { page: 1, limit: 1, ...dates })).meta.total).toBe(utc)
      }
    }
  },
)

type Browsed = { result: { data: { meta: { total: number } } } }
