import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { db, Prisma } from '../db'
import { mergeMasterDataEntry } from '../master-data/merge-and-delete'
import { processRemoval } from '../master-data/process-removal'
import { verifyOrRebuildStats } from '../responses/verify-or-rebuild-stats'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, aSurveyRequest, insertNpsResponses } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aSending, aSequence } from '../testing/factories/sequences'
import { getOverview } from './overview'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

it('the overview of an organization without responses has no scores instead of zeros', async () => {
  const overview = await getOverview(await anOrganization(), { days: 30 })
  expect(overview).toMatchObject({
    metrics: [],
    responses: { current: 0, previous: 0 },
    rate: { current: { delivered: 0, answered: 0, share: null } },
    latest: [],
    attention: { count: 0, latest: [] },
    totals: { contact: 0, survey: 0, sequence: 0, response: 0 },
    hasSent: false,
  })
})

it('the overview reports hasSent only once the organization itself has enrolled a contact', async () => {
  const [organizationId, other] = await Promise.all([anOrganization(), anOrganization()])
  await aSending(organizationId, (await aSequence(organizationId)).id)
  expect(await getOverview(organizationId, { days: 30 })).toMatchObject({ hasSent: true })
  expect(await getOverview(other, { days: 30 })).toMatchObject({ hasSent: false })
})

it('the overview counts each period separately, without partial responses or other organizations', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  await insertNpsResponses(organizationId, surveyId, [10, 9, 9, 8, 3], daysAgo(2))
  await insertNpsResponses(organizationId, surveyId, [10, 2, 2], daysAgo(31))
  await insertNpsResponses(organizationId, surveyId, [0, 0, 0], daysAgo(61))
  await aResponse(organizationId, surveyId, { npsScore: 0, status: 'partial' })
  await aResponse(organizationId, (await aSurvey(organizationId, { type: 'custom' })).id)
  const other = await anOrganization()
  await insertNpsResponses(other, (await aSurvey(other)).id, [0], daysAgo(1))

  const { metrics, responses, latest, attention, totals } = await getOverview(organizationId, { days: 30 })
  expect(metrics).toHaveLength(1)
  const [nps] = metrics
  expect(nps).toMatchObject({
    metric: 'nps',
    current: { n: 5, value: 40 },
    previous: { n: 3, value: -33 },
    change: { by: 73, isClear: false },
    bands: { positive: 3, neutral: 1, negative: 1 },
  })
  expect(nps?.distribution.map(({ count }) => count)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 1])
  expect(responses).toEqual({ current: 6, previous: 3 })
  expect(totals).toMatchObject({ survey: 2, response: 12 })
  expect(latest).toHaveLength(6)
  // Open cases are counted for any period.
  expect(attention.count).toBe(6)
  expect(attention.latest).toHaveLength(5)
  expect(attention.latest[0]).toMatchObject({ rating: 3, band: 'negative', comment: 'A 3', contact: null })
})

it('the overview trend has every week of the period, from Monday by the organization’s clock', async () => {
  const organizationId = await anOrganization({ timeZone: 'Pacific/Auckland' })
  const { id: surveyId } = await aSurvey(organizationId)
  // Sunday evening in UTC, already Monday in Auckland.
  const sunday = new Date(Date.now() - 14 * DAY_MS)
  sunday.setUTCDate(sunday.getUTCDate() - sunday.getUTCDay())
  sunday.setUTCHours(20, 0, 0, 0)
  await insertNpsResponses(organizationId, surveyId, [9, 9], sunday)
  const monday = new Date(sunday.getTime() + DAY_MS).toISOString().slice(0, 10)

  const { metrics } = await getOverview(organizationId, { days: 30, step: 'week' })
  const trend = metrics[0]?.trend ?? []
  expect(trend.length).toBeGreaterThanOrEqual(5)
  expect(trend.length).toBeLessThanOrEqual(6)
  expect(trend.filter(({ n }) => n > 0)).toMatchObject([{ day: monday, n: 2, value: 100 }])
  expect(trend.find(({ n }) => n === 0)).toMatchObject({ value: null, interval: null })
})

it('the overview can be limited to one survey', async () => {
  const organizationId = await anOrganization()
  const [one, two] = [await aSurvey(organizationId), await aSurvey(organizationId)]
  await insertNpsResponses(organizationId, one.id, [9], daysAgo(1))
  await insertNpsResponses(organizationId, two.id, [0, 0], daysAgo(1))
  const overview = await getOverview(organizationId, { days: 90, surveyId: one.id })
  expect(overview).toMatchObject({
    metrics: [{ current: { n: 1, value: 100 } }],
    responses: { current: 1 },
    attention: { count: 0, latest: [] },
  })
})

it('the response rate is responses ÷ deliveries of the period, and excludes bounced surveys', async () => {
  const organizationId = await anOrganization()
  const askedSurveys = []
  for (let i = 0; i < 4; i += 1) askedSurveys.push(await aSurveyRequest(organizationId))
  const [answered, begun, bounced] = askedSurveys
  if (!answered || !begun || !bounced) throw new Error('missing survey')
  const linked = ({ sending, step }: typeof answered) => ({ sendingId: sending.id, sendingStepId: step.id })
  await aResponse(organizationId, answered.survey.id, linked(answered))
  await aResponse(organizationId, begun.survey.id, { ...linked(begun), status: 'partial' })
  await db.sendingStep.update({ where: { id: bounced.step.id }, data: { status: 'bounced' } })
  const { rate } = await getOverview(organizationId, { days: 30 })
  expect(rate.current).toEqual({ delivered: 3, answered: 1, share: 1 / 3, captured: 0 })
  expect(rate.previous).toEqual({ delivered: 0, answered: 0, share: null, captured: 0 })
})

it('the response rate counts a repeated survey once, and captured or failed ones as not delivered', async () => {
  const organizationId = await anOrganization()
  const surveyed = await aSurveyRequest(organizationId)
  const { sending, survey, step } = surveyed
  const again = (data: object) =>
    db.sendingStep.create({
      data: { ...step, reason: Prisma.DbNull, id: uuidv7(), stepId: uuidv7(), position: 1, ...data },
    })
  const reminder = await again({ sentAt: new Date(Date.now() + 1) })
  await again({ status: 'bounced', sentAt: new Date(Date.now() + 2) })
  await aResponse(organizationId, survey.id, { sendingId: sending.id, sendingStepId: reminder.id })

  const anotherSurvey = async (data: object) => {
    const { step: row } = await aSurveyRequest(organizationId)
    await db.sendingStep.update({ where: { id: row.id }, data })
  }
  await anotherSurvey({ status: 'captured', sentAt: null, capturedAt: new Date() })
  await anotherSurvey({ status: 'failed' })
  await anotherSurvey({ status: 'skipped', sentAt: null })
  // First delivered long before and repeated now: it counts at its first delivery.
  const old = await aSurveyRequest(organizationId)
  const row = { ...old.step, reason: Prisma.DbNull, id: uuidv7(), stepId: uuidv7(), position: 1 }
  await db.sendingStep.update({ where: { id: old.step.id }, data: { sentAt: daysAgo(40) } })
  await db.sendingStep.create({ data: row })

  const { rate } = await getOverview(organizationId, { days: 30 })
  expect(rate.current).toEqual({ delivered: 1, answered: 1, share: 1, captured: 1 })
  expect(rate.previous).toMatchObject({ delivered: 1, answered: 0 })
})

it('the overview compares any date range with the one before it, by day, week or month', async () => {
  const organizationId = await anOrganization({ timeZone: 'Asia/Kathmandu' })
  const { id: surveyId } = await aSurvey(organizationId)
  // Half past midnight of the first day in that time zone, and the last minute of the last day.
  await insertNpsResponses(organizationId, surveyId, [9], new Date('2026-02-28T18:45:00Z'))
  await insertNpsResponses(organizationId, surveyId, [0], new Date('2026-03-31T18:14:00Z'))
  await insertNpsResponses(organizationId, surveyId, [10, 10], new Date('2026-02-28T18:14:00Z'))
  const query = { days: 90 as const, from: '2026-03-01', to: '2026-03-31' }

  const overview = await getOverview(organizationId, query)
  expect(overview).toMatchObject({
    period: { from: '2026-03-01', to: '2026-03-31', days: 31, previous: { from: '2026-01-29', to: '2026-02-28' } },
    step: 'week',
    steps: ['day', 'week'],
    responses: { current: 2, previous: 2 },
    metrics: [{ current: { n: 2, value: 0 }, previous: { n: 2, value: 100 }, change: { by: -100 } }],
  })
  const trendOf = async (step: 'day' | 'week' | 'month', from = query.from) =>
    (await getOverview(organizationId, { ...query, from, step })).metrics[0]?.trend.map(({ day, n }) => [day, n])
  expect(await trendOf('day')).toHaveLength(31)
  expect((await trendOf('day'))?.[0]).toEqual(['2026-03-01', 1])
  expect((await trendOf('week'))?.[0]).toEqual(['2026-02-23', 1])
  expect(await trendOf('month', '2026-01-15')).toEqual([
    ['2026-01-01', 0],
    ['2026-02-01', 2],
    ['2026-03-01', 2],
  ])
})

it('the overview averages review stars by the same days, for this period and the one before', async () => {
  const organizationId = await anOrganization({ timeZone: 'America/New_York' })
  const write = (rating: number, publishedAt: string) =>
    aReview(organizationId, { rating, publishedAt: new Date(publishedAt) })
  await write(5, '2026-01-01T05:00:00Z')
  await write(4, '2026-02-10T12:00:00Z')
  await write(1, '2026-04-01T03:59:00Z')
  await write(1, '2026-01-01T04:59:00Z')
  await write(1, '2026-04-01T04:00:00Z')
  const { stars } = await getOverview(organizationId, { days: 90, from: '2026-01-01', to: '2026-03-31' })
  // 10/3 ± 4.303 · 2.08/√3 exceeds both ends of the scale.
  expect(stars.current).toEqual({ n: 3, average: 10 / 3, interval: { low: 1, high: 5 } })
  expect(stars.previous).toEqual({ n: 1, average: 1, interval: null })
})

it('the response rate counts a captured survey as delivered once its reminder was sent', async () => {
  const organizationId = await anOrganization()
  const { step } = await aSurveyRequest(organizationId)
  const captured = { status: 'captured', sentAt: null, capturedAt: new Date() }
  await db.sendingStep.update({ where: { id: step.id }, data: captured })
  const rateNow = async () => (await getOverview(organizationId, { days: 30 })).rate.current
  expect(await rateNow()).toMatchObject({ delivered: 0, captured: 1 })

  const reminder = { ...step, reason: Prisma.DbNull, id: uuidv7(), stepId: uuidv7(), position: 1 }
  await db.sendingStep.create({ data: reminder })
  expect(await rateNow()).toMatchObject({ delivered: 1, captured: 0 })
  expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })

  await db.sendingStep.update({ where: { id: reminder.id }, data: captured })
  expect(await rateNow()).toMatchObject({ delivered: 0, captured: 1 })
  await db.sending.delete({ where: { id: step.sendingId } })
  expect(await rateNow()).toMatchObject({ delivered: 0, captured: 0 })
})

it('a breakdown lists at least the top hundred rows of each score, and counts all of them', async () => {
  const organizationId = await anOrganization()
  const [nps, csat] = [await aSurvey(organizationId), await aSurvey(organizationId, { type: 'csat' })]
  const locations = Array.from({ length: 130 }, (_, at) => ({ id: uuidv7(), organizationId, name: `Shop ${at}` }))
  await db.location.createMany({ data: locations })
  const row = { organizationId, status: 'completed', language: 'en', createdAt: daysAgo(1) }
  for (const round of [0, 1])
    await db.response.createMany({
      data: locations
        .slice(3 * round)
        .map(({ id: locationId }, at) =>
          at < 3 && round === 0
            ? { ...row, locationId, surveyId: nps.id, contactId: uuidv7(), npsScore: 9, rating: 9 }
            : { ...row, locationId, surveyId: csat.id, contactId: uuidv7(), csatScore: 4, rating: 4 },
        ),
    })

  const { breakdown } = await getOverview(organizationId, { days: 30, by: 'location' })

  expect(breakdown.lines).toEqual({ nps: 3, csat: 127, ces: 0 })
  const namesWith = (metric: 'nps' | 'csat') =>
    breakdown.parts.filter(({ scores }) => scores[metric].n > 0).map(({ name }) => name)
  expect(new Set(namesWith('nps'))).toEqual(new Set(['Shop 0', 'Shop 1', 'Shop 2']))
  expect(namesWith('csat').length).toBeGreaterThanOrEqual(100)
})

it.each(['location', 'employee'] as const)(
  'a merged %s is one breakdown row, before and after the job has reassigned its responses',
  async (kind) => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const createRecord = (name: string) =>
      kind === 'location'
        ? db.location.create({ data: { organizationId, name } })
        : db.employee.create({ data: { organizationId, name } })
    const [merged, survivor] = [await createRecord('Old'), await createRecord('Kept')]
    const about = (id: string) => (kind === 'location' ? { locationId: id } : { employeeId: id })
    for (const id of [merged.id, survivor.id])
      await aResponse(organizationId, surveyId, { ...about(id), npsScore: 9, rating: 9, createdAt: daysAgo(1) })

    await mergeMasterDataEntry(kind, organizationId, { id: merged.id, intoId: survivor.id })

    const parts = async () => (await getOverview(organizationId, { days: 30, by: kind })).breakdown.parts
    const line = [{ id: survivor.id, name: 'Kept', responses: 2, scores: { nps: { n: 2, value: 100 } } }]
    expect(await parts()).toMatchObject(line)
    await processRemoval({ kind, organizationId, id: merged.id }, Date.now() + 10_000)
    expect(await parts()).toMatchObject(line)
  },
)
