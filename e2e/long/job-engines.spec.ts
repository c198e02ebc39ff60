import { expect, test } from '../fixtures'
import { createInngestServer, type InngestServer } from '../inngest-server'
import { JobEngineFixture, SERVE_ORIGIN } from '../job-engine-fixture'
import { testSequenceEntry } from '../job-engine-sequences'

/* Identical behaviour of both engines: the embedded one, and an Inngest server (program in INNGEST_BIN; needs `redis-server`). */

const BINARY = process.env.INNGEST_BIN
const ENGINES = ['the embedded engine', 'an Inngest server'] as const
const MAIL = { type: 'email', subject: 'Thank you', body: 'Until next time.' }
/** Upper bound of the server's own retries plus the sweep. */
const LATEST_MS = 150_000

for (const engine of ENGINES)
  test.describe(engine, () => {
    test.describe.configure({ mode: 'serial' })
    test.skip(engine === 'an Inngest server' && !BINARY, 'INNGEST_BIN names no Inngest server')
    test.setTimeout(LATEST_MS + 60_000)

    let fixture: JobEngineFixture
    let server: InngestServer | undefined
    const variables = () => server?.variables ?? {}

    test.beforeAll(async () => {
      test.setTimeout(240_000)
      fixture = await JobEngineFixture.open()
      if (engine === 'an Inngest server' && BINARY) server = createInngestServer(BINARY, SERVE_ORIGIN)
      await server?.start()
      await fixture.start(variables())
    })
    test.afterAll(async () => {
      await fixture.close()
      await server?.close()
    })

    test('sends a follow-up email after a wait only to contacts who have not answered the survey', async () => {
      const organization = await fixture.anOrganization()
      const sequenceId = await organization.aSequence([
        { type: 'survey', delay: 0, surveyId: await organization.aSurvey() },
        { type: 'wait', delay: 5 },
        { ...MAIL, delay: 0, condition: 'not_answered' },
      ])
      const emails = await organization.enrol(sequenceId, 12)
      for (const email of emails) await fixture.mailbox.waitFor(email, 1, 30_000)
      const answered = emails.slice(0, 6)
      for (const email of answered) await organization.answerSurvey(email)
      for (const { email, mails } of await organization.waitUntilSendingsEnded(emails, LATEST_MS))
        expect(mails, email).toBe(answered.includes(email) ? 1 : 2)
    })

    test('retries a failed webhook delivery after its pause until an attempt succeeds', async () => {
      const organization = await fixture.anOrganization()
      await organization.subscribe(({ delivery, attempt }, response) =>
        response.writeHead(delivery === 1 && attempt < 3 ? 500 : 200).end(),
      )
      await organization.aContact()
      for (const attempts of [1, 2]) {
        await organization.waitForAttempts(attempts, LATEST_MS)
        await organization.skipRetryDelay()
      }
      const [first, ...others] = await organization.waitUntilDeliveriesEnded(LATEST_MS)
      expect(first).toMatchObject({ status: 'succeeded', attempts: 3 })
      expect(others).toMatchObject([
        { status: 'succeeded', attempts: 1 },
        { status: 'succeeded', attempts: 1 },
      ])
    })

    test('makes a webhook delivery a dead letter after five failed attempts', async () => {
      const organization = await fixture.anOrganization()
      await organization.subscribe(({ delivery }, response) => response.writeHead(delivery === 1 ? 500 : 200).end())
      await organization.aContact()
      for (const attempts of [1, 2, 3, 4]) {
        await organization.waitForAttempts(attempts, LATEST_MS)
        await organization.skipRetryDelay()
      }
      const [first] = await organization.waitUntilDeliveriesEnded(LATEST_MS)
      expect(first).toMatchObject({ status: 'failed', deadLetter: true, attempts: 5 })
    })

    test('sends nothing more to a webhook address after a 410', async () => {
      const organization = await fixture.anOrganization()
      await organization.subscribe((_attempt, response) => response.writeHead(410).end())
      await organization.aContact()
      const deliveries = await organization.waitUntilDeliveriesEnded(LATEST_MS)
      expect(deliveries).toMatchObject([{ attempts: 1, isActive: false }])
      await organization.aContact()
      expect(await organization.deliveries()).toHaveLength(1)
    })

    test('runs at most five webhook deliveries of one organization at once', async () => {
      const organization = await fixture.anOrganization()
      let [active, maxActive] = [0, 0]
      await organization.subscribe((_attempt, response) => {
        active += 1
        maxActive = Math.max(maxActive, active)
        setTimeout(() => {
          active -= 1
          response.end()
        }, 300)
      })
      // Twenty new contacts in one request, whose first email is due a day later.
      await organization.enrol(await organization.aSequence([{ ...MAIL, delay: 86_400 }]), 20)
      expect(
        (await organization.waitUntilDeliveriesEnded(LATEST_MS)).filter(({ status }) => status === 'succeeded'),
      ).toHaveLength(20)
      expect(maxActive).toBe(5)
    })

    test('sends nothing from a paused sequence and continues it when it is resumed', async () => {
      const organization = await fixture.anOrganization()
      const once = await organization.aSequence([{ ...MAIL, delay: 0 }])
      const twice = await organization.aSequence([
        { ...MAIL, delay: 0 },
        { ...MAIL, delay: 86_400 },
      ])
      const emails = await organization.enrol(twice, 6)
      for (const email of emails) await fixture.mailbox.waitFor(email, 1, LATEST_MS)
      // The email arrives before the service has recorded it as sent.
      await organization.waitUntilSendingsDueLater(emails.length, LATEST_MS)
      await organization.setSequenceStatus(twice, 'paused')
      await organization.skipOneDay()
      // Triggers a run of the organization.
      await organization.enrol(once, 1)
      const due = `SELECT count(*)::int AS n FROM sending WHERE organization_id = $1 AND due_at IS NOT NULL`
      await expect
        .poll(async () => (await organization.runSql<{ n: number }>(due))[0]?.n, { timeout: LATEST_MS })
        .toBe(0)
      expect(emails.map((email) => fixture.mailbox.to(email).length)).toEqual(emails.map(() => 1))
      await organization.setSequenceStatus(twice, 'active')
      for (const { mails } of await organization.waitUntilSendingsEnded(emails, LATEST_MS)) expect(mails).toBe(2)
    })

    test('resumes deliveries and sequences after the service is killed, and sends no email twice', async () => {
      const organization = await fixture.anOrganization()
      let isKilled = false
      // No attempt is answered before the kill.
      await organization.subscribe((_attempt, response) => {
        if (isKilled) response.end()
      })
      const sequenceId = await organization.aSequence([
        { ...MAIL, delay: 0 },
        { ...MAIL, delay: 2 },
      ])
      const emails = await organization.enrol(sequenceId, 8)
      await organization.receiver.waitUntil((requests) => requests.length === 5, LATEST_MS)
      await fixture.kill()
      isKilled = true
      await organization.expireLeases()
      await fixture.start(variables())
      // The five interrupted attempts count, and are retried after the usual backoff.
      const waiting = async () => (await organization.deliveries()).filter((one) => one.status === 'pending')
      await expect
        .poll(async () => (await waiting()).map(({ isInProgress }) => isInProgress), { timeout: LATEST_MS })
        .toEqual([false, false, false, false, false])
      await organization.skipRetryDelay()
      const deliveries = await organization.waitUntilDeliveriesEnded(LATEST_MS)
      expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'succeeded'))
      const attempts = deliveries.map((one) => one.attempts).toSorted((a, b) => b - a)
      expect(attempts).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1])
      // The outcome of an interrupted message is unknown, so it is not sent again.
      for (const { mails } of await organization.waitUntilSendingsEnded(emails, LATEST_MS))
        expect(mails).toBeLessThanOrEqual(2)
      const lost = `SELECT count(*)::int AS n FROM sending_step WHERE organization_id = $1 AND status <> 'sent'`
      const sent = emails.flatMap((email) => fixture.mailbox.to(email)).length
      const [{ n: unknown } = { n: 0 }] = await organization.runSql<{ n: number }>(lost)
      expect(sent + unknown).toBeGreaterThanOrEqual(2 * emails.length)
    })

    testSequenceEntry(() => fixture, LATEST_MS)
    if (engine === 'an Inngest server') testServerFailures()

    /** Failures that only affect an external Inngest server. */
    function testServerFailures() {
      const enrolContacts = async () => {
        const organization = await fixture.anOrganization()
        const sequenceId = await organization.aSequence([
          { ...MAIL, delay: 0 },
          { ...MAIL, delay: 5 },
        ])
        const emails = await organization.enrol(sequenceId, 6)
        for (const email of emails) await fixture.mailbox.waitFor(email, 1, LATEST_MS)
        return { organization, sequenceId, emails }
      }

      test('completes sequences, including new enrolments, after the Inngest server is killed and restarted', async () => {
        const { organization, sequenceId, emails } = await enrolContacts()
        await server?.kill()
        // The event cannot be delivered; the request succeeds all the same.
        const more = await organization.enrol(sequenceId, 6)
        await server?.start()
        await organization.expireLeases()
        for (const { mails } of await organization.waitUntilSendingsEnded([...emails, ...more], LATEST_MS))
          expect(mails).toBe(2)
      })

      test('completes sequences after the Inngest server has lost its state', async () => {
        const { organization, emails } = await enrolContacts()
        await server?.wipe()
        await server?.start()
        await organization.runSql(`UPDATE job_heartbeat SET at = at - interval '3 minutes' WHERE $1::uuid IS NOT NULL`)
        await organization.expireLeases()
        for (const { mails } of await organization.waitUntilSendingsEnded(emails, LATEST_MS)) expect(mails).toBe(2)
      })

      test('completes sequences when the service moves to the embedded engine and back to the Inngest server', async () => {
        const organization = await fixture.anOrganization()
        const sequenceId = await organization.aSequence([
          { ...MAIL, delay: 0 },
          { ...MAIL, delay: 20 },
          { ...MAIL, delay: 20 },
        ])
        const emails = await organization.enrol(sequenceId, 6)
        for (const [mails, engineVariables] of [
          [1, {}],
          [2, variables()],
        ] as const) {
          for (const email of emails) await fixture.mailbox.waitFor(email, mails, LATEST_MS)
          await fixture.stop()
          await fixture.start(engineVariables)
        }
        for (const { mails } of await organization.waitUntilSendingsEnded(emails, LATEST_MS)) expect(mails).toBe(3)
      })
    }
  })
