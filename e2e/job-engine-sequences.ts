import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures'
import type { FixtureOrganization, JobEngineFixture } from './job-engine-fixture'

const MAIL = { type: 'email', subject: 'Thank you', body: 'Until next time.' }
const DAY = 86_400
const anAddress = () => `${randomUUID()}@example.com`

/** How people enter sequences, forks, and the clock of a test organization: the same with both engines. @param latestMs for each wait */
export function testSequenceEntry(fixture: () => JobEngineFixture, latestMs: number): void {
  const countEntered = async (organization: FixtureOrganization) =>
    (
      await organization.runSql<{ n: number }>(
        `SELECT count(*)::int AS n FROM entry_candidate WHERE organization_id = $1 AND outcome = 'entered'`,
      )
    )[0]?.n

  test('enrols a contact who gets a tag, once', async () => {
    const organization = await fixture().anOrganization()
    const sequenceId = await organization.aSequence([{ ...MAIL, delay: 0 }])
    const cause = { type: 'tag_added', tag: 'guest' }
    await organization.asOwner('POST entryRules.save', { sequenceId, cause, segmentId: null, reentryDays: null })
    const [email, other] = [anAddress(), anAddress()]
    const { body } = await organization.call('POST /contacts', { email, firstName: 'Ada' })
    await organization.call('POST /contacts', { email: other, firstName: 'Grace' })
    for (const tags of [['guest'], [], ['guest']])
      expect((await organization.call(`PATCH /contacts/${body.data.id}`, { tags })).status).toBe(200)
    await fixture().mailbox.waitFor(email, 1, latestMs)
    const undecided = `SELECT count(*)::int AS n FROM entry_candidate WHERE organization_id = $1 AND decided_at IS NULL`
    await expect
      .poll(async () => (await organization.runSql<{ n: number }>(undecided))[0]?.n, { timeout: latestMs })
      .toBe(0)
    expect(await countEntered(organization)).toBe(1)
    expect(await organization.waitUntilSendingsEnded([email, other], latestMs)).toEqual([
      { email, mails: 1 },
      { email: other, mails: 0 },
    ])
  })

  test('enrols all contacts on the day of a recurring rule, once', async () => {
    const organization = await fixture().anOrganization()
    const sequenceId = await organization.aSequence([{ ...MAIL, delay: 0 }])
    const emails = [anAddress(), anAddress(), anAddress()]
    for (const email of emails) await organization.call('POST /contacts', { email, firstName: 'Ada' })
    const cause = { type: 'recurring', everyDays: 1 }
    await organization.asOwner('POST entryRules.save', { sequenceId, cause, segmentId: null, reentryDays: 0 })
    const scansLater = `SELECT count(*)::int AS n FROM entry_rule WHERE organization_id = $1 AND next_scan_at > clock_timestamp()`
    const untilScanned = () =>
      expect
        .poll(async () => (await organization.runSql<{ n: number }>(scansLater))[0]?.n, { timeout: latestMs })
        .toBe(1)
    const repeatDay = () =>
      organization.runSql(
        `UPDATE entry_rule SET next_scan_at = clock_timestamp() - interval '5 minutes', scanned_through = scanned_through - 1
         WHERE organization_id = $1`,
      )
    // A new rule begins with the next morning.
    await untilScanned()
    await repeatDay()
    for (const email of emails) await fixture().mailbox.waitFor(email, 1, latestMs)
    await untilScanned()
    await repeatDay()
    await untilScanned()
    for (const { mails } of await organization.waitUntilSendingsEnded(emails, latestMs)) expect(mails).toBe(1)
  })

  test('enrols the person of a request to a trigger address, once for each key', async () => {
    const organization = await fixture().anOrganization()
    const sequenceId = await organization.aSequence([{ ...MAIL, delay: 0 }])
    const { url } = await organization.asOwner('POST triggerAddresses.create', { sequenceId })
    const mapping = { email: { path: ['guest', 'email'] }, dedupeKey: { path: ['receipt'] } }
    const settings = { recipe: 'custom', mapping, reentryDays: 0 }
    await organization.asOwner('POST triggerAddresses.save', { sequenceId, settings })
    await organization.asOwner('POST triggerAddresses.setActive', { sequenceId, isActive: true })
    const email = anAddress()
    const send = async (receipt: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ receipt, guest: { email } }),
      })
    for (const receipt of ['A-1', 'A-1', 'A-2']) expect((await send(receipt)).status).toBe(202)
    await fixture().mailbox.waitFor(email, 2, latestMs)
    const undecided = `SELECT count(*)::int AS n FROM trigger_request WHERE organization_id = $1 AND decided_at IS NULL`
    await expect
      .poll(async () => (await organization.runSql<{ n: number }>(undecided))[0]?.n, { timeout: latestMs })
      .toBe(0)
    expect(await organization.waitUntilSendingsEnded([email], latestMs)).toEqual([{ email, mails: 2 }])
  })

  test('sends each contact the email of its branch after a delay', async () => {
    const organization = await fixture().anOrganization()
    const hasTag = { match: 'all', items: [{ type: 'tag', tag: 'guest', is: true }] }
    const sequenceId = await organization.aSequence([
      { ...MAIL, delay: 0 },
      { type: 'fork', delay: DAY, conditions: hasTag },
      { ...MAIL, delay: 0, subject: 'For guests', branch: 'yes' },
      { ...MAIL, delay: 0, subject: 'For others', branch: 'no' },
      { ...MAIL, delay: DAY, subject: 'For all' },
    ])
    const emails = await organization.enrol(sequenceId, 6)
    const guests = emails.slice(0, 2)
    for (const email of emails) await fixture().mailbox.waitFor(email, 1, latestMs)
    for (const email of guests) {
      const { body } = await organization.call(`GET /contacts?search=${email}`)
      expect((await organization.call(`PATCH /contacts/${body.data[0].id}`, { tags: ['guest'] })).status).toBe(200)
    }
    const once = await organization.aSequence([{ ...MAIL, delay: 0 }])
    for (const mails of [2, 3]) {
      await organization.waitUntilSendingsDueLater(emails.length, latestMs)
      await organization.skipOneDay()
      // Triggers a run of the organization.
      await organization.enrol(once, 1)
      for (const email of emails) await fixture().mailbox.waitFor(email, mails, latestMs)
    }
    await organization.waitUntilSendingsEnded(emails, latestMs)
    for (const email of emails) {
      const branch = guests.includes(email) ? 'For guests' : 'For others'
      const subjects = fixture()
        .mailbox.to(email)
        .map(({ mail }) => mail.subject)
      expect(subjects).toEqual(['Thank you', branch, 'For all'])
    }
  })

  test('moves the clock of a test organization by thirty days, and does what is due at its time', async () => {
    const organization = await fixture().anOrganization()
    const created = await organization.asOwner('POST testOrganizations.create', { name: 'Trying' })
    const { organizationId } = created
    await organization.asOwner('POST account.switchOrganization', { organizationId })
    const { id: sequenceId } = await organization.asOwner('POST sequences.save', {
      name: 'Quarterly',
      status: 'active',
      steps: [
        { ...MAIL, delay: 0 },
        { ...MAIL, delay: 10 * DAY },
      ],
    })
    const cause = { type: 'recurring', everyDays: 7 }
    await organization.asOwner('POST entryRules.save', { sequenceId, cause, segmentId: null, reentryDays: null })
    const { now } = await organization.asOwner('GET testOrganizations.clock')
    const { advancesTo } = await organization.asOwner('POST testOrganizations.advance', { by: 'month' })
    expect(Date.parse(advancesTo) - Date.parse(now)).toBeGreaterThanOrEqual(30 * DAY * 1000)
    const isMoving = async () => (await organization.asOwner('GET testOrganizations.clock')).advancesTo !== null
    await expect.poll(isMoving, { timeout: latestMs }).toBe(false)
    const steps = await fixture().query<{ position: number; day: number; status: string; contacts: number }>(
      `SELECT s.position, s.status, round(extract(epoch FROM s.captured_at - d.created_at) / 86400)::int AS day,
         count(DISTINCT d.contact_id)::int AS contacts
       FROM sending d JOIN sending_step s ON s.sending_id = d.id WHERE d.organization_id = $1 GROUP BY 1, 2, 3 ORDER BY 1`,
      [organizationId],
    )
    expect(steps).toEqual([
      { position: 0, day: 0, status: 'captured', contacts: 5 },
      { position: 1, day: 10, status: 'captured', contacts: 5 },
    ])
    const perContact = await fixture().query<{ entered: number }>(
      `SELECT count(*)::int AS entered FROM sending WHERE organization_id = $1 GROUP BY contact_id`,
      [organizationId],
    )
    for (const { entered } of perContact) expect([4, 5]).toContain(entered)
    for (let n = 1; n <= 5; n += 1) expect(fixture().mailbox.to(`test-${n}@example.com`)).toEqual([])
  })
}
