import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../clock'
import { getOverview } from '../overview/overview'
import { OverviewQuery } from '../overview/schema'
import { classifyScore } from '../surveys/constants'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { emptyWeekReason, listHighlightResponseIds, loadDigestContent } from './digest-content'

/** Monday to Sunday in Paris, with the change to daylight saving time on that Sunday. */
const MONDAY = '2026-03-23'
const FROM = Date.parse('2026-03-22T23:00:00Z')
const TO = Date.parse('2026-03-29T22:00:00Z')

const METRICS = { nps: [0, 10], csat: [1, 5], ces: [1, 7] } as const

it('the digest figures equal the overview and the raw responses, for any data', async () => {
  const answer = fc.record({
    metric: fc.constantFrom('nps', 'csat', 'ces'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    // Two weeks, with some hours before and after.
    at: fc.integer({ min: FROM - 7 * DAY_MS - 5 * HOUR_MS, max: TO + 5 * HOUR_MS }),
  })
  const stars = fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    at: fc.integer({ min: FROM - 7 * DAY_MS, max: TO + HOUR_MS }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { maxLength: 40 }),
      fc.array(stars, { maxLength: 10 }),
      async (generated, reviews) => {
        const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
        const { id: surveyId } = await aSurvey(organizationId)
        const answers = generated.map(({ metric, share, at }) => {
          const [min, max] = METRICS[metric]
          return { metric, score: min + Math.round(share * (max - min)), at }
        })
        for (const { metric, score, at } of answers)
          await aResponse(organizationId, surveyId, {
            [`${metric}Score`]: score,
            rating: score,
            band: classifyScore(metric, score),
            createdAt: new Date(at),
          })
        for (const { rating, at } of reviews) await aReview(organizationId, { rating, publishedAt: new Date(at) })

        const { figures } = await loadDigestContent(organizationId, MONDAY, new Date(TO))
        const overview = await getOverview(organizationId, OverviewQuery.parse({ from: MONDAY, to: '2026-03-29' }))
        expect(figures).toMatchObject({ responses: overview.responses, rate: overview.rate, stars: overview.stars })
        expect(figures.metrics).toEqual(
          overview.metrics.map(({ metric, current, previous, change }) => ({ metric, current, previous, change })),
        )
        const within = ({ at }: { at: number }) => at >= FROM && at < TO
        const inWeek = answers.filter(within)
        expect(figures.responses.current).toBe(inWeek.length)
        const nps = inWeek.filter(({ metric }) => metric === 'nps').map(({ score }) => score)
        const reported = figures.metrics.find(({ metric }) => metric === 'nps')?.current
        const count = (is: (score: number) => boolean) => nps.filter(is).length
        expect(reported?.n ?? 0).toBe(nps.length)
        const points = count((score) => score >= 9) - count((score) => score <= 6)
        expect(reported?.value ?? null).toBe(nps.length === 0 ? null : Math.round((100 * points) / nps.length) + 0)
        expect(figures.stars.current.n).toBe(reviews.filter(within).length)
      },
    ),
    { numRuns: 15 },
  )
})

it('counts imported past answers of the week apart from those that came in, and only them are no digest', async () => {
  const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  const { id: surveyId } = await aSurvey(organizationId)
  const importId = uuidv7()
  const answer = (at: number, data: object = {}) =>
    aResponse(organizationId, surveyId, { npsScore: 9, rating: 9, createdAt: new Date(at), ...data })
  for (const at of [FROM, TO - HOUR_MS, TO, FROM - HOUR_MS]) await answer(at, { importId })
  const load = async () => (await loadDigestContent(organizationId, MONDAY, new Date(TO))).figures
  const figures = await load()
  expect(figures).toMatchObject({ responses: { current: 0, previous: 0 }, imported: 2 })
  expect(figures.metrics).toMatchObject([{ current: { n: 2 } }])
  expect(emptyWeekReason(figures)).toBe('nobodyAsked')
  await answer(FROM)
  expect(await load()).toMatchObject({ responses: { current: 1, previous: 0 }, imported: 2 })
})

it('counts a survey delivered in the week and not yet answered in the response rate of the digest', async () => {
  const organizationId = await anOrganization()
  await aSurveyRequest(organizationId)
  const today = new Date()
  const monday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
  const { figures } = await loadDigestContent(organizationId, monday, today)
  expect(figures.rate.current).toMatchObject({ delivered: 1, answered: 0 })
})

type Given = {
  type?: string
  score?: { nps?: number; csat?: number; ces?: number }
  contactId?: string | null
  words?: string
  caseState?: string
  importId?: string
  hour?: number
}

/** Creates answers in that week. @returns the texts of the chosen ones. */
async function chosen(...seeds: Given[]): Promise<string[]> {
  const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  const words = new Map<string, string>()
  for (const {
    type = 'nps',
    score = {},
    contactId = uuidv7(),
    words: text,
    caseState,
    importId = null,
    hour = 10,
  } of seeds) {
    const { id: surveyId } = await aSurvey(organizationId, { type })
    const scored = (['nps', 'csat', 'ces'] as const).flatMap((metric) =>
      score[metric] === undefined ? [] : [{ metric, value: score[metric] }],
    )
    const rated = scored.find(({ metric }) => metric === type) ?? scored[0]
    const band = rated ? classifyScore(rated.metric, rated.value) : null
    const { id } = await aResponse(organizationId, surveyId, {
      contactId,
      importId,
      npsScore: score.nps ?? null,
      csatScore: score.csat ?? null,
      cesScore: score.ces ?? null,
      rating: rated?.value ?? null,
      band,
      caseState: caseState ?? (band === 'negative' ? 'open' : null),
      createdAt: new Date(FROM + hour * HOUR_MS),
      answers: [
        ...scored.map(({ metric, value }) => ({ questionId: metric, type: metric, text: 'How?', value, labels: [] })),
        ...(text === undefined ? [] : [{ questionId: 'why', type: 'text', text: 'Why?', value: text, labels: [] }]),
      ],
    })
    words.set(id, text ?? '')
  }
  const ids = await listHighlightResponseIds(organizationId, { from: new Date(FROM), to: new Date(TO) })
  return ids.map((id) => words.get(id) ?? '?')
}

it('the digest chooses unresolved low scores first, lowest on their scale, and the best one last', async () => {
  expect(
    await chosen(
      { score: { nps: 5 }, words: 'five of ten' },
      { score: { nps: 0 }, words: 'settled', caseState: 'resolved' },
      { type: 'ces', score: { ces: 2 }, words: 'two of seven', caseState: 'open' },
      { type: 'csat', score: { csat: 1 }, words: 'one of five' },
      { score: { nps: 9 }, words: 'nine' },
      { score: { nps: 10 }, words: 'ten' },
      { type: 'csat', score: { csat: 5 }, words: 'newer, and as good', hour: 20 },
    ),
  ).toEqual(['one of five', 'two of seven', 'newer, and as good'])
})

it('the digest shows several answers without a contact', async () => {
  const anonymous = { contactId: null, score: { nps: 3 } }
  expect(
    await chosen(
      { ...anonymous, words: 'older', hour: 1 },
      { ...anonymous, words: 'newer', hour: 2 },
      { ...anonymous, words: 'newest', hour: 3 },
    ),
  ).toEqual(['newest', 'newer', 'older'])
})

it('without a high score, the digest chooses three low ones, newest first, then other comments', async () => {
  expect(
    await chosen(
      { score: { nps: 3 }, words: 'older', hour: 1 },
      { score: { nps: 3 }, words: 'newer', hour: 2 },
      { type: 'custom', words: 'without a score' },
      { score: { nps: 0 }, words: 'settled', caseState: 'resolved' },
    ),
  ).toEqual(['newer', 'older', 'settled'])
  expect(await chosen({ type: 'custom', words: 'without a score' }, { score: { nps: 7 }, words: 'seven' })).toEqual([
    'seven',
    'without a score',
  ])
})

it('the digest skips responses that were imported, without a comment, of other weeks or of a contact already chosen', async () => {
  const ada = uuidv7()
  expect(
    await chosen(
      { score: { nps: 0 } },
      { score: { nps: 0 }, words: ' \n ' },
      { score: { nps: 0 }, words: 'of a file', importId: uuidv7() },
      { score: { nps: 0 }, words: 'a week before', hour: -1 },
      { score: { nps: 0 }, words: 'a week after', hour: 168 },
      { score: { nps: 2 }, words: 'Ada', contactId: ada },
      { score: { nps: 4 }, words: 'Ada again', contactId: ada },
      { score: { nps: 10 }, words: 'Ada, happy', contactId: ada },
      { score: { nps: 6 }, words: 'Grace' },
      { score: { nps: 9 }, words: 'Joan' },
    ),
  ).toEqual(['Ada', 'Grace', 'Joan'])
})

it('the digest ranks a response on the scale of its survey, else of its first score', async () => {
  expect(
    await chosen(
      // Its rating is the CSAT, 4 of 5; the CES of 2 is ignored.
      { type: 'csat', score: { csat: 4, ces: 2 }, words: 'four of five' },
      { type: 'custom', score: { ces: 4 }, words: 'four of seven' },
      { score: { nps: 7 }, words: 'seven of ten' },
    ),
  ).toEqual(['four of seven', 'seven of ten', 'four of five'])
})
