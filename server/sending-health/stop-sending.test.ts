import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import {
  getDailyMessageUsage,
  reserveMessageQuota,
  toUtcDay,
  upsertDailyMessageUsage,
} from '../organizations/daily-message-usage'
import { recordSpamComplaints } from '../organizations/operator-actions'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { runSendingsAndReadState } from '../testing/sendings'
import { transact } from '../unit-of-work'
import { resumeSending, stopSendingIfUnhealthy } from './stop-sending'

const mailbox = await useMailbox()
afterAll(() => mailbox.close())

const DAY = { accepted: 0, bounced: 0, complained: 0, used: 0 }

/** Daily usage of the day that many days ago. */
async function aDay(organizationId: string, daysAgo: number, counts: Partial<typeof DAY>) {
  const day = new Date(toUtcDay(new Date(now().getTime() - daysAgo * DAY_MS)))
  const where = { organizationId_day: { organizationId, day } }
  await db.dailyUsage.upsert({ where, create: { organizationId, day, ...DAY, ...counts }, update: counts })
}

async function isStopped(organizationId: string) {
  const { sendingStoppedAt } = await db.organization.findUniqueOrThrow({ where: { id: organizationId } })
  return sendingStoppedAt !== null
}

async function aRun(organizationId: string) {
  const [contact, sequence] = [await aContact(organizationId), await aSequence(organizationId)]
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  return {
    run: () => runSendingsAndReadState(organizationId, sending.id),
    step: () => db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } }),
    mails: () => mailbox.to(contact.email),
  }
}

const listEmails = (organizationId: string) =>
  db.systemEmail.findMany({ where: { organizationId, kind: 'sendingStopped' }, select: { userId: true, values: true } })

describe('too many bounces', () => {
  it('stop messages to contacts with the bounce that exceeds the limit, and email owners and admins once', async () => {
    const organizationId = await anOrganization()
    const [owner, admin] = [await aMember(organizationId, 'owner'), await aMember(organizationId, 'admin')]
    await aMember(organizationId, 'member')
    await aDay(organizationId, 3, { accepted: 100, bounced: 19, used: 119 })
    const [bouncing, waiting] = [await aRun(organizationId), await aRun(organizationId)]
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' }, { at: 'rcpt', code: 451, text: 'later' })

    await bouncing.run()
    expect(await isStopped(organizationId)).toBe(true)
    const states = [await bouncing.step(), await waiting.step()].map(({ status }) => status)
    expect(states).toContain('bounced')
    await stopSendingIfUnhealthy(organizationId)

    const emails = await listEmails(organizationId)
    expect(new Set(emails.map(({ userId }) => userId))).toEqual(new Set([owner.userId, admin.userId]))
    expect(emails).toHaveLength(2)
    expect(emails[0]?.values).toEqual({ problem: 'bounces', sent: '120', count: '20' })
    expect(await db.auditEvent.count({ where: { organizationId, action: 'sending.stopped' } })).toBe(1)
  })

  it('do not stop another organization, nor count after seven days', async () => {
    const [organizationId, other] = [await anOrganization(), await anOrganization()]
    await aDay(organizationId, 7, { accepted: 100, bounced: 50 })
    await aDay(other, 6, { accepted: 100, bounced: 50 })
    await stopSendingIfUnhealthy(organizationId)
    expect(await isStopped(organizationId)).toBe(false)
    await stopSendingIfUnhealthy(other)
    expect(await isStopped(other)).toBe(true)
    expect(await isStopped(organizationId)).toBe(false)
  })
})

it('the complaint that exceeds the limit stops sending', async () => {
  const organizationId = await anOrganization()
  await aDay(organizationId, 0, { accepted: 1000, complained: 3, used: 1000 })
  await recordSpamComplaints(organizationId, 1)
  expect(await isStopped(organizationId)).toBe(false)
  await recordSpamComplaints(organizationId, 1)
  expect(await isStopped(organizationId)).toBe(true)
})

describe('stopped sending', () => {
  async function aStoppedOrganization(used = 30) {
    const organizationId = await anOrganization()
    await aMember(organizationId, 'owner')
    await aDay(organizationId, 0, { accepted: used, bounced: 20, used: used + 20 })
    await stopSendingIfUnhealthy(organizationId)
    return organizationId
  }

  it('holds messages to contacts with a reason, and sends them once a member resumes it', async () => {
    const organizationId = await aStoppedOrganization()
    const { run, step, mails } = await aRun(organizationId)
    expect(await run()).toEqual({ state: 'paused' })
    expect(await step()).toMatchObject({ status: 'scheduled', reason: { code: 'reputation' } })
    expect(mails()).toEqual([])

    await resumeSending(organizationId)
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await db.auditEvent.count({ where: { organizationId, action: 'sending.resumed' } })).toBe(1)
  })

  it('allows fifty more messages on the day of resuming, which later bounces of the day do not raise', async () => {
    const organizationId = await aStoppedOrganization()
    await resumeSending(organizationId)
    expect(await getDailyMessageUsage(organizationId)).toMatchObject({ used: 50, limit: 100 })
    const units = Array.from({ length: 60 }, () => 1)
    const granted = await transact(({ tx }) => reserveMessageQuota(tx, organizationId, now(), units))
    expect(granted).toMatchObject({ granted: 50, usedUp: { limit: 100 } })
  })

  it('is not resumed before its limit for the rest of the day is set', async () => {
    const organizationId = await aStoppedOrganization()
    let [release, onLocked] = [() => {}, () => {}]
    const released = new Promise<void>((resolve) => void (release = resolve))
    const locked = new Promise<void>((resolve) => void (onLocked = resolve))
    const locking = transact(async ({ tx }) => {
      await upsertDailyMessageUsage(tx, organizationId, toUtcDay(now()))
      onLocked()
      await released
    })
    await locked
    const resuming = resumeSending(organizationId)
    await pause(500)
    expect(await isStopped(organizationId)).toBe(true)
    release()
    await Promise.all([locking, resuming])
    expect(await isStopped(organizationId)).toBe(false)
    expect((await getDailyMessageUsage(organizationId)).limit).toBe(100)
  })

  it('does not stop again because of bounces from before, and does because of those of later days', async () => {
    const organizationId = await aStoppedOrganization()
    await resumeSending(organizationId)
    await stopSendingIfUnhealthy(organizationId)
    expect(await isStopped(organizationId)).toBe(false)

    const yesterday = new Date(now().getTime() - DAY_MS)
    await db.organization.update({ where: { id: organizationId }, data: { sendingResumedAt: yesterday } })
    await stopSendingIfUnhealthy(organizationId)
    expect(await isStopped(organizationId)).toBe(true)
  })

  it('keeps the limit of an organization whose own is lower', async () => {
    const organizationId = await aStoppedOrganization()
    await db.organization.update({ where: { id: organizationId }, data: { quotaPerDay: 60 } })
    await resumeSending(organizationId)
    expect((await getDailyMessageUsage(organizationId)).limit).toBe(60)
  })
})

describe('the day after too many bounces or complaints', () => {
  it.each([
    ['has no limit after good days', { accepted: 1000, bounced: 40, complained: 1, used: 1040 }, null],
    ['has half of the messages after 5 % bounces', { accepted: 950, bounced: 50, used: 1000 }, 500],
    ['has half of the messages after 0.1 % complaints', { accepted: 2000, complained: 2, used: 2000 }, 1000],
    ['has at least 50 messages', { accepted: 20, bounced: 12, used: 32 }, 50],
  ])('an organization without a quota %s', async (_, counts, limit) => {
    const organizationId = await anOrganization()
    await aDay(organizationId, 1, counts)
    expect((await getDailyMessageUsage(organizationId)).limit).toBe(limit)
  })
})
