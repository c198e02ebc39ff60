import { Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { getAccount } from './auth/accounts'
import { countUnresolvedAndOverdueCases } from './cases/queries'
import { db, queryRows } from './db'
import { loadDueDigestWeek, loadLastCompleteWeekStart } from './digests/queries'
import { createLocation, updateLocation } from './master-data/locations'
import { updateOrganization } from './organizations/organizations'
import { getOverview } from './overview/overview'
import { listOrganizationIdsWithStatsInOldTimeZone, loadResponseStats } from './responses/response-stats-queries'
import { verifyOrRebuildStats } from './responses/verify-or-rebuild-stats'
import { anOrganization, aSurvey } from './testing/factories/basics'
import { aResponse } from './testing/factories/responses'
import { aMember } from './testing/factories/sessions'

/** Zone names that browsers accept and PostgreSQL does not know or resolves differently. */
const UNKNOWN_ZONES = [
  'AGT',
  'VST',
  'IST',
  'US/Pacific-New',
  'Canada/East-Saskatchewan',
  '+05:30',
  '-08:00',
  'former UTC',
  '',
]

describe('time zones unknown to the database', () => {
  it.each(UNKNOWN_ZONES)(
    'the database reads the unknown time zone %s as UTC, and a known one as itself',
    async (name) => {
      const [row] = await queryRows<{ zone: string; paris: string; japan: string }>({
        text: `SELECT valid_time_zone($1::text) AS zone, valid_time_zone('Europe/Paris') AS paris, valid_time_zone('Japan') AS japan`,
        values: [name],
      })
      expect(row).toEqual({ zone: 'UTC', paris: 'Europe/Paris', japan: 'Japan' })
    },
  )

  it.each(['AGT', '+05:30'])(
    'responses, figures and pages of an organization in the unknown time zone %s are in UTC',
    async (timeZone) => {
      const organizationId = await anOrganization({ timeZone, digestWeek: new Date('2026-01-05') })
      const { userId, email } = await aMember(organizationId, 'owner')
      const { id: surveyId } = await aSurvey(organizationId)
      await aResponse(organizationId, surveyId, { npsScore: 9, createdAt: new Date('2026-03-01T23:30:00Z') })
      await aResponse(organizationId, surveyId, { npsScore: 9, createdAt: new Date('2026-03-02T00:30:00Z') })

      const days = { days: 30 as const, from: '2026-03-01', to: '2026-03-01' }
      expect((await getOverview(organizationId, days)).responses.current).toBe(1)
      await verifyOrRebuildStats(organizationId, 'always')
      const byDay = await loadResponseStats(organizationId, { days: null, by: 'day' })
      expect(new Set(byDay.map(({ key }) => key))).toEqual(new Set(['2026-03-01', '2026-03-02']))
      expect(await listOrganizationIdsWithStatsInOldTimeZone(100_000)).not.toContain(organizationId)
      expect(await countUnresolvedAndOverdueCases(organizationId, new Date())).toEqual({ open: 0, overdue: 0 })
      const monday = new Date('2026-03-09T08:00:00Z')
      expect(await loadDueDigestWeek(organizationId, monday)).toMatchObject({ week: '2026-03-02' })
      expect(await loadLastCompleteWeekStart(organizationId, monday)).toBe('2026-03-02')
      const account = await getAccount(organizationId, {
        type: 'user',
        userId,
        name: 'Grace',
        email,
        role: 'owner',
        sessionId: '',
      })
      expect(account.organization?.timeZone).toBe('UTC')
    },
  )

  it('refuses an unknown time zone for an organization and for a location', async () => {
    const organizationId = await anOrganization()
    const refused = { details: { timeZone: [expect.anything()] } }
    await expect(updateOrganization(organizationId, { timeZone: 'US/Pacific-New' })).rejects.toMatchObject(refused)
    await expect(createLocation(organizationId, { name: 'Quay', timeZone: 'US/Pacific-New' })).rejects.toMatchObject(
      refused,
    )
    const { id } = await createLocation(organizationId, { name: 'Quay', timeZone: 'europe/paris' })
    await expect(updateLocation(organizationId, { id, timeZone: 'US/Pacific-New' })).rejects.toMatchObject(refused)
    expect((await db.organization.findUniqueOrThrow({ where: { id: organizationId } })).timeZone).toBe('UTC')
  })
})

describe('start of a day', () => {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 1 })
  afterAll(() => pool.end())

  // Midnight occurs twice, is skipped or follows a repeated hour; or a whole day is skipped.
  it.each([
    'Atlantic/Azores',
    'America/Havana',
    'America/Santiago',
    'Asia/Beirut',
    'Asia/Kolkata',
    'America/Los_Angeles',
    'Pacific/Apia',
    'UTC',
  ])('each day in %s starts at its first moment', async (zone) => {
    const { rows } = await pool.query(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, begins FROM (
         SELECT day::date AS day, start_of_day(day::date, $1) AS begins FROM generate_series('2005-01-01'::timestamp, '2030-12-31', '1 day') day) d
       WHERE (begins AT TIME ZONE $1)::date < day OR ((begins - interval '1 millisecond') AT TIME ZONE $1)::date >= day`,
      [zone],
    )
    expect(rows).toEqual([])
  })

  it('counts a response in a repeated hour after midnight on the new day', async () => {
    const organizationId = await anOrganization({ timeZone: 'America/Havana' })
    const { id: surveyId } = await aSurvey(organizationId)
    // On 1 November 2026 the clock goes from 01:00 back to 00:00: this is the first 00:30.
    await aResponse(organizationId, surveyId, { npsScore: 9, createdAt: new Date('2026-11-01T04:30:00Z') })
    const dayOf = (day: string) => getOverview(organizationId, { days: 30, from: day, to: day })
    const [before, after] = [await dayOf('2026-10-31'), await dayOf('2026-11-01')]
    expect([before, after].map(({ responses }) => responses.current)).toEqual([0, 1])
    expect([before, after].map(({ latest }) => latest.length)).toEqual([0, 1])
  })

  it('compares a period that starts in 1970 with the one before it', async () => {
    const { period } = await getOverview(await anOrganization(), { days: 30, from: '1970-01-01', to: '1972-12-31' })
    expect(period.previous).toEqual({ from: '1967-01-01', to: '1969-12-31' })
  })
})
