import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { waitForLockWaiters, withOpenTransaction } from '../testing/database/locks'
import { useMailbox } from '../testing/environment'
import { anOrganization } from '../testing/factories/basics'
import { insertNpsResponses } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { createDueDigest } from './create-due-digest'
import {
  aDigestOrganization,
  aDigestOrganizationWithResponses,
  createAndSendDigest,
  isDigestDueAt,
  listDigestLog,
  MONDAY_8_AM_PARIS,
  setClock,
} from './digest-fixture'

const mailbox = await useMailbox()

afterEach(() => vi.useRealTimers())

describe('digest schedule', () => {
  it('the weekly digest is due on Monday at eight by the organization’s clock, and not before', async () => {
    const { organizationId } = await aDigestOrganizationWithResponses()
    expect(await isDigestDueAt(organizationId, MONDAY_8_AM_PARIS - 1)).toBe(false)
    expect(await isDigestDueAt(organizationId, MONDAY_8_AM_PARIS)).toBe(true)
    await createAndSendDigest(organizationId, MONDAY_8_AM_PARIS - MINUTE_MS)
    expect(await listDigestLog(organizationId)).toEqual([])
    await createAndSendDigest(organizationId)
    expect(await listDigestLog(organizationId)).toMatchObject([{ from: '2026-01-05', to: '2026-01-11', reason: null }])
    expect(await isDigestDueAt(organizationId, MONDAY_8_AM_PARIS + 6 * DAY_MS)).toBe(false)
    expect(await isDigestDueAt(organizationId, MONDAY_8_AM_PARIS + 7 * DAY_MS)).toBe(true)
  })

  it.each([
    // Clock changes in Paris are on 29 March (2:00 to 3:00) and 25 October 2026 (3:00 to 2:00); Auckland is ahead of UTC.
    ['Europe/Paris', '2026-03-16', '2026-03-30T06:00:00Z'],
    ['Europe/Paris', '2026-10-12', '2026-10-26T07:00:00Z'],
    ['America/New_York', '2026-02-23', '2026-03-09T12:00:00Z'],
    ['Pacific/Auckland', '2026-03-23', '2026-04-05T20:00:00Z'],
  ])('the weekly digest is due at eight in %s in a week with a clock change', async (timeZone, digestWeek, eight) => {
    const { organizationId } = await aDigestOrganization({ timeZone, digestWeek: new Date(digestWeek) })
    expect(await isDigestDueAt(organizationId, Date.parse(eight) - 1)).toBe(false)
    expect(await isDigestDueAt(organizationId, eight)).toBe(true)
  })

  it('a new organization gets no digest of the weeks before it', async () => {
    const organizationId = await anOrganization({ timeZone: 'Pacific/Kiritimati' })
    await aMember(organizationId, 'owner')
    await createDueDigest(organizationId)
    expect(await isDigestDueAt(organizationId, Date.now())).toBe(false)
    expect(await listDigestLog(organizationId)).toEqual([])
    expect(await isDigestDueAt(organizationId, Date.now() + 8 * DAY_MS)).toBe(true)
  })

  it('sends a missed digest until the end of Tuesday, and afterwards logs it as late', async () => {
    const [{ organizationId, owner }, late] = [
      await aDigestOrganizationWithResponses(),
      await aDigestOrganizationWithResponses(),
    ]
    await createAndSendDigest(organizationId, '2026-01-13T22:59:59Z')
    expect(mailbox.to(owner.email)).toHaveLength(1)
    await createAndSendDigest(late.organizationId, '2026-01-13T23:00:00Z')
    expect(await listDigestLog(late.organizationId)).toMatchObject([{ from: '2026-01-05', reason: 'late', mails: [] }])
    expect(mailbox.to(late.owner.email)).toEqual([])
    // Three weeks later: two weeks were missed, the third is in time.
    await insertNpsResponses(late.organizationId, late.surveyId, [9], new Date('2026-01-28T10:00:00Z'))
    await createAndSendDigest(late.organizationId, MONDAY_8_AM_PARIS + 21 * DAY_MS)
    const weeks = (await listDigestLog(late.organizationId)).map(({ from, reason }) => [from, reason])
    expect(Object.fromEntries(weeks)).toEqual({
      '2026-01-05': 'late',
      '2026-01-12': 'late',
      '2026-01-19': 'late',
      '2026-01-26': null,
    })
    expect(mailbox.to(late.owner.email)).toHaveLength(1)
  })

  it('a change of time zone does not send the digest of a week twice', async () => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses({ timeZone: 'Pacific/Auckland' })
    await createAndSendDigest(organizationId, '2026-01-11T19:00:00Z')
    expect(mailbox.to(owner.email)).toHaveLength(1)
    await db.organization.update({ where: { id: organizationId }, data: { timeZone: 'America/Los_Angeles' } })
    await createAndSendDigest(organizationId, '2026-01-12T16:00:00Z')
    expect(mailbox.to(owner.email)).toHaveLength(1)
  })
})

describe('concurrent and interrupted digest jobs', () => {
  it('sends one digest per week, however many processes run at once', async () => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses()
    setClock(MONDAY_8_AM_PARIS)
    await Promise.all(Array.from({ length: 5 }, () => createDueDigest(organizationId)))
    await Promise.all([createAndSendDigest(organizationId), createAndSendDigest(organizationId)])
    expect(mailbox.to(owner.email)).toHaveLength(1)
    expect(await db.digest.count({ where: { organizationId } })).toBe(1)
    expect(await db.digestMail.count({ where: { organizationId } })).toBe(1)
  })

  it('a digest job killed before its commit writes nothing, and the next run sends the digest', async () => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses()
    // The connection is killed at the last statement, while that waits for the lock on the recipient's row.
    await withOpenTransaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${owner.userId}::uuid FOR UPDATE`
      const failure = createDueDigest(organizationId, new Date(MONDAY_8_AM_PARIS)).catch((error: unknown) => error)
      await waitForLockWaiters('%INSERT INTO system_email%')
      await db.$queryRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO system_email%'`
      expect(await failure).toBeInstanceOf(Error)
    })
    expect(await db.digest.count({ where: { organizationId } })).toBe(0)
    expect(await isDigestDueAt(organizationId, MONDAY_8_AM_PARIS)).toBe(true)

    // The process crashes after the commit, before it signals the email job.
    setClock(MONDAY_8_AM_PARIS)
    await createDueDigest(organizationId)
    expect(mailbox.to(owner.email)).toEqual([])
    await createAndSendDigest(organizationId)
    expect(mailbox.to(owner.email)).toHaveLength(1)
  })

  it('does not send a digest mail that is delayed past Tuesday, and logs it as late', async () => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses()
    setClock(MONDAY_8_AM_PARIS)
    await createDueDigest(organizationId)
    mailbox.fault({ at: 'mail', code: 451, text: 'later' })
    await createAndSendDigest(organizationId)
    expect(await listDigestLog(organizationId)).toMatchObject([
      {
        mails: [
          { state: 'waiting', reason: { code: 'retrying', values: { words: expect.stringContaining('later') } } },
        ],
      },
    ])
    await createAndSendDigest(organizationId, MONDAY_8_AM_PARIS + 40 * HOUR_MS)
    expect(await listDigestLog(organizationId)).toMatchObject([
      { mails: [{ state: 'skipped', reason: { code: 'late' } }] },
    ])
    expect(mailbox.to(owner.email)).toEqual([])
  })
})
