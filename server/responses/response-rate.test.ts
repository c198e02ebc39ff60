import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { db, Prisma } from '../db'
import { aLocation, anOrganization } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { pickByTestLength } from '../testing/test-length'
import { loadResponseStats } from './response-stats-queries'
import { verifyOrRebuildStats } from './verify-or-rebuild-stats'

let organizationId: string
let locations: string[]

beforeEach(async () => {
  organizationId = await anOrganization()
  locations = [(await aLocation(organizationId)).id, (await aLocation(organizationId)).id]
})

/** Reference count by day of first delivery: surveys, those with a response, and those captured and never delivered. */
const recountRates = () => db.$queryRaw<object[]>`
    WITH surveyed AS (
      SELECT s.sending_id, s.survey_id, min(s.sent_at) FILTER (WHERE s.sent_at IS NOT NULL AND s.status IN ('sent', 'delivered', 'opened', 'answered')) AS delivered_at,
        min(s.captured_at) AS captured_at, bool_or(EXISTS (SELECT FROM response r WHERE r.sending_id = s.sending_id AND r.survey_id = s.survey_id AND r.status = 'completed')) AS is_answered
      FROM sending_step s WHERE s.organization_id = ${organizationId}::uuid AND s.survey_id IS NOT NULL GROUP BY 1, 2)
    SELECT to_char(day, 'YYYY-MM-DD') AS key, sum(delivered)::int AS delivered, sum(answered)::int AS answered, sum(captured)::int AS captured FROM (
      SELECT (delivered_at AT TIME ZONE 'UTC')::date AS day, 1 AS delivered, is_answered::int AS answered, 0 AS captured FROM surveyed WHERE delivered_at IS NOT NULL
      UNION ALL SELECT (captured_at AT TIME ZONE 'UTC')::date, 0, 0, 1 FROM surveyed WHERE captured_at IS NOT NULL AND delivered_at IS NULL) d GROUP BY 1 ORDER BY 1`

const STATUSES = ['scheduled', 'sent', 'delivered', 'opened', 'answered', 'bounced', 'failed', 'skipped', 'captured']
const EACH_STATUS = [
  { who: 0, action: 'status' as const, seed: 1 },
  { who: 1, action: 'status' as const, seed: 2 },
  { who: 2, action: 'status' as const, seed: 3 },
  { who: 3, action: 'status' as const, seed: 13 },
  { who: 0, action: 'answer' as const, seed: 1 },
  { who: 1, action: 'answer' as const, seed: 3 },
  { who: 2, action: 'move' as const, seed: 1 },
  { who: 2, action: 'step' as const, seed: 5 },
]

it('counts each survey of a sending once in the response rate, after random step and response changes', async () => {
  const surveyed: Awaited<ReturnType<typeof aSurveyRequest>>[] = []
  for (let at = 0; at < 4; at += 1) surveyed.push(await aSurveyRequest(organizationId))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          who: fc.nat(3),
          action: fc.constantFrom('step', 'status', 'answer', 'unanswer', 'move'),
          seed: fc.nat(10_000),
        }),
        {
          minLength: 4,
          maxLength: 30,
        },
      ),
      async (all) => {
        for (const { who, action, seed } of all) {
          const { sending, survey, step } = surveyed[who] ?? fail()
          const at = new Date(Date.UTC(2026, 0, 1) + (seed % 40) * DAY_MS)
          const status = STATUSES[seed % STATUSES.length] ?? 'sent'
          const times = { status, sentAt: seed % 4 === 0 ? null : at, capturedAt: status === 'captured' ? at : null }
          if (action === 'step')
            await db.sendingStep.create({
              data: { ...step, reason: Prisma.DbNull, id: uuidv7(), stepId: uuidv7(), ...times },
            })
          const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id }, select: { id: true } })
          const { id = '' } = steps[seed % steps.length] ?? {}
          if (action === 'status') await db.sendingStep.update({ where: { id }, data: times })
          const answer = { sendingId: sending.id, surveyId: survey.id }
          if (action === 'answer')
            await aResponse(organizationId, survey.id, {
              ...answer,
              ...(seed % 3 === 0 ? { status: 'partial' } : {}),
            })
          if (action === 'unanswer') await db.response.deleteMany({ where: answer })
          if (action === 'move')
            await db.sending.update({ where: { id: sending.id }, data: { locationId: locations[seed % 2] ?? null } })
        }
        const stats = await loadResponseStats(organizationId, { days: null, by: 'day' })
        const rates = stats
          .filter(({ delivered, captured }) => delivered + captured > 0)
          .map(({ key, delivered, answered, captured }) => ({ key, delivered, answered, captured }))
          .toSorted((one, other) => (one.key ?? '').localeCompare(other.key ?? ''))
        expect(rates).toEqual(await recountRates())
        expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
      },
    ),
    { numRuns: pickByTestLength(5, 60), examples: [[EACH_STATUS]], endOnFailure: true },
  )
})

function fail(): never {
  throw new Error('missing survey')
}
