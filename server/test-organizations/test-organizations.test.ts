import { describe, expect, it, vi } from 'vitest'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import type { Queue } from '../jobs/define-queue'
import { testClockQueues } from '../jobs/registry'
import { connectSource } from '../reviews/connections/connect-source'
import { ConnectSource } from '../reviews/connections/schema'
import { callDashboard } from '../testing/dashboard-client'
import { useMailbox } from '../testing/environment'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aSequence } from '../testing/factories/sequences'
import { aSession } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { getTestClock, moveClockToTarget } from './advance-clock'
import { createTestOrganization } from './test-organizations'

const mailbox = await useMailbox()

async function aTestOrganization() {
  const parentId = await anOrganization({ timeZone: 'Europe/Paris', throttleDays: 30 })
  const session = await aSession(parentId)
  const { organizationId } = await callDashboard<{ organizationId: string }>(
    session.cookie,
    'testOrganizations.create',
    { name: 'Bakery (test)' },
  )
  await callDashboard(session.cookie, 'account.switchOrganization', { organizationId })
  const advance = async (by: string) => {
    await callDashboard(session.cookie, 'testOrganizations.advance', { by })
    await moveClockToTarget(organizationId, testClockQueues, Date.now() + 60_000)
  }
  return { parentId, organizationId, ...session, advance }
}

const readClock = (organizationId: string) => getTestClock(organizationId, testClockQueues)

/** Days from now, in hours' precision. */
const daysFromNow = (at: Date | string | null | undefined) =>
  at == null ? null : Math.round(((new Date(at).getTime() - Date.now()) / DAY_MS) * 24) / 24 + 0

describe('a test organization', () => {
  it('has the settings and the members of its organization, and contacts that reach no one', async () => {
    const { parentId, organizationId, userId } = await aTestOrganization()
    expect(await db.organization.findUnique({ where: { id: organizationId } })).toMatchObject({
      name: 'Bakery (test)',
      timeZone: 'Europe/Paris',
      throttleDays: 30,
    })
    expect(await db.membership.findMany({ where: { organizationId } })).toMatchObject([{ userId, role: 'owner' }])
    const contacts = await db.contact.findMany({ where: { organizationId } })
    expect(contacts).toHaveLength(5)
    for (const { email } of contacts) expect(email).toMatch(/@example\.com$/)
    expect(await db.contact.count({ where: { organizationId: parentId } })).toBe(0)
  })

  it('is one of each organization: another one replaces it, and none has one itself', async () => {
    const { parentId, organizationId, sessionId } = await aTestOrganization()
    await expect(createTestOrganization(organizationId, 'Nested')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    const second = await aSession(parentId, 'admin')
    await callDashboard(second.cookie, 'testOrganizations.create', { name: 'Again' })
    const replaced = await db.organization.findUniqueOrThrow({ where: { id: organizationId } })
    expect(replaced.deletesAt).not.toBeNull()
    expect(await db.session.findUnique({ where: { id: sessionId } })).toMatchObject({ organizationId: parentId })
    expect(await db.testOrganization.count({ where: { parentId } })).toBe(1)
  })
})

it('connects no review site but the trial site, since replies would be public', async () => {
  const { organizationId, userId } = await aTestOrganization()
  const person = { organizationId, userId }
  const feed = { kind: 'feed', name: 'Site', url: 'https://reviews.example.com', token: 'token', places: [] }
  await expect(connectSource(person, ConnectSource.parse(feed))).rejects.toMatchObject({
    fields: { site: [expect.anything()] },
  })
})

describe('moving the clock', () => {
  it('does each step at its time and sends nothing', async () => {
    const { organizationId, advance } = await aTestOrganization()
    const survey = await aSurvey(organizationId)
    const day = 24 * 3600
    const sequence = await aSequence(organizationId, [
      { type: 'survey', surveyId: survey.id },
      { type: 'email', subject: 'Hello', body: 'How are you?', delay: 20 * day },
      { type: 'survey', surveyId: survey.id, delay: 30 * day },
      { type: 'email', subject: 'Late', body: 'After the end', delay: 60 * day },
    ])
    const contact = await db.contact.findFirstOrThrow({ where: { organizationId } })
    const api = apiAs(organizationId, 'sequences:execute')
    const execute = await api(`POST /sequences/${sequence.id}/execute`, { contacts: [{ email: contact.email }] })
    expect(execute.status).toBeLessThan(300)

    await advance('quarter')
    const steps = await db.sendingStep.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
    expect(steps.map(({ status, endedAt }) => [status, daysFromNow(endedAt)])).toEqual([
      ['captured', 0],
      ['captured', 20],
      ['captured', 50],
    ])
    const clock = await readClock(organizationId)
    expect(daysFromNow(clock.now)).toBe(90)
    expect(daysFromNow(clock.nextDueAt)).toBe(110)
    expect(clock.advancesTo).toBeNull()
    const outbox = await db.capturedMessage.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
    expect(outbox.map(({ createdAt }) => daysFromNow(createdAt))).toEqual([0, 20, 50])
    expect(mailbox.to(contact.email)).toEqual([])

    await advance('next')
    expect(daysFromNow((await readClock(organizationId)).now)).toBe(110)
    expect(await db.sending.findFirst({ where: { organizationId } })).toMatchObject({ status: 'completed' })
  })

  it('does at its time what falls due while the times are read', async () => {
    const { organizationId } = await aTestOrganization()
    const due: Date[] = []
    const doneAt: Date[] = []
    let reads = 0
    const nextDueAt = async () => {
      if (due.length === 0) due.push(new Date(now().getTime() + 100), new Date(now().getTime() + DAY_MS))
      // The first time passes after it was read.
      if ((reads += 1) === 2) await vi.waitUntil(() => now() > (due[0] ?? 0), { interval: 5 })
      return due[doneAt.length] ?? null
    }
    const recordResultsAndClaim = async () => {
      while (doneAt.length < due.length && now() >= (due[doneAt.length] ?? 0)) doneAt.push(now())
      return { items: [], mayHaveMore: false }
    }
    const worker = { nextDueAt, recordResultsAndClaim, hasUnrecordedResults: false }
    const queue: Queue = { ...(testClockQueues[0] as Queue), openWorker: () => worker }

    const advancesTo = new Date(Date.now() + 2 * DAY_MS)
    await db.testOrganization.update({ where: { organizationId }, data: { advancesTo, dueAt: new Date() } })
    await moveClockToTarget(organizationId, [queue], Date.now() + 60_000)
    expect(doneAt.map((at) => daysFromNow(at))).toEqual([0, 1])
  })
})
