import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { channels } from '../messaging/channels'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence, NEVER_QUIET } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { readSendingState, runSendings } from '../testing/sendings'
import { transact } from '../unit-of-work'
import {
  calculateEarnedMessageQuota,
  FIRST_DAY_MESSAGE_QUOTA,
  getDailyMessageUsage,
  recordOutcomesInDailyUsage,
  reserveMessageQuota,
  toUtcDay,
} from './daily-message-usage'
import { recordSpamComplaints, setDailyMessageQuota } from './operator-actions'

const mailbox = await useMailbox()

afterEach(() => {
  channels.sms = null
})

const nextMidnight = () => new Date(Date.parse(toUtcDay(now())) + DAY_MS)
const today = (organizationId: string) =>
  db.dailyUsage.findUniqueOrThrow({
    where: { organizationId_day: { organizationId, day: new Date(toUtcDay(now())) } },
  })

async function aCrowd(organizationId: string, size: number) {
  const sequence = await aSequence(organizationId)
  const sendings: Awaited<ReturnType<typeof aSending>>[] = []
  for (let i = 0; i < size; i += 1) sendings.push(await aSending(organizationId, sequence.id))
  const mails = () => sendings.flatMap(({ email }) => mailbox.to(email))
  const run = async () => {
    // As many concurrent runs as contacts, like separate processes.
    await Promise.all(sendings.map(() => runSendings(organizationId)))
    return Promise.all(sendings.map(({ id }) => readSendingState(id)))
  }
  const waiting = () =>
    db.sendingStep.findMany({
      where: { organizationId, endedAt: null },
      select: { reason: true, dueAt: true, status: true },
    })
  return { run, mails, waiting, sendings }
}

describe('calculateEarnedMessageQuota', () => {
  const day = { allowed: 200, accepted: 0, bounced: 0, complained: 0 }

  it.each([
    ['begins at 200', null, FIRST_DAY_MESSAGE_QUOTA],
    ['stays after a day without accepted messages', day, 200],
    ['grows by the accepted messages', { ...day, accepted: 80 }, 280],
    ['doubles at most', { ...day, accepted: 500 }, 400],
    ['ends at 100,000', { ...day, allowed: 90_000, accepted: 90_000 }, 100_000],
    ['grows with 5 % bounced', { ...day, accepted: 95, bounced: 5 }, 295],
    ['halves above 5 % bounced', { ...day, accepted: 94, bounced: 6 }, 100],
    ['ignores the bounce rate of fewer than 20 messages', { ...day, accepted: 9, bounced: 10 }, 209],
    ['halves above 0.1 % complaints', { ...day, accepted: 200, complained: 1 }, 100],
    ['grows with 0.1 % complaints', { ...day, allowed: 1000, accepted: 1000, complained: 1 }, 2000],
    ['never falls under 50', { ...day, allowed: 60, accepted: 0, bounced: 60 }, 50],
  ])('the earned quota %s', (_, last, quota) => {
    expect(calculateEarnedMessageQuota(last)).toBe(quota)
  })
})

describe('the quota of the first day', () => {
  const count = (organizationId: string, messages: number, at = now()) =>
    transact(({ tx }) =>
      reserveMessageQuota(
        tx,
        organizationId,
        at,
        Array.from({ length: messages }, () => 1),
      ),
    )

  it('shares the first day’s quota among the new organizations of one owner, concurrently and in sequence', async () => {
    const [one, two] = [await anOrganization({ quotaEarned: true }), await anOrganization({ quotaEarned: true })]
    const { userId } = await aMember(one, 'owner')
    await db.membership.create({ data: { organizationId: two, userId, role: 'owner' } })
    await count(one, 1)
    await count(two, 1)
    const granted = await Promise.all(Array.from({ length: 12 }, (_, n) => count(n % 2 ? one : two, 20)))
    expect(granted.reduce((sum, { granted: messages }) => sum + messages, 0)).toBe(198)
    expect(await count(one, 1)).toMatchObject({ granted: 0, usedUp: { limit: 200 } })

    const stranger = await anOrganization({ quotaEarned: true })
    await aMember(stranger, 'owner')
    expect(await count(stranger, 200)).toMatchObject({ granted: 200 })
  })

  it('lets each organization earn quota from its part of a shared first day', async () => {
    const [one, two] = [await anOrganization({ quotaEarned: true }), await anOrganization({ quotaEarned: true })]
    const { userId } = await aMember(one, 'owner')
    await db.membership.create({ data: { organizationId: two, userId, role: 'owner' } })
    for (const [organizationId, messages] of [
      [one, 120],
      [two, 10],
    ] as const) {
      await count(organizationId, messages)
      const outcomes = [{ claimedAt: now(), state: 'accepted' as const, units: messages }]
      await transact(({ tx }) => recordOutcomesInDailyUsage(tx, organizationId, outcomes))
    }
    const tomorrow = new Date(now().getTime() + DAY_MS)
    expect((await count(one, 1000, tomorrow)).granted).toBe(240)
    expect((await count(two, 1000, tomorrow)).granted).toBe(50)
  })
})

describe('the daily quota', () => {
  it('never exceeds the daily quota with concurrent steps, and postpones the rest to midnight', async () => {
    const organizationId = await anOrganization({ quotaPerDay: 3 })
    const { run, mails, waiting, sendings } = await aCrowd(organizationId, 8)

    const states = await run()

    expect(mails()).toHaveLength(3)
    expect(states.filter(({ state }) => state === 'ended')).toHaveLength(3)
    expect(states.filter(({ state }) => state === 'waiting')).toHaveLength(5)
    const rows = await waiting()
    expect(rows).toHaveLength(5)
    for (const { reason, dueAt } of rows) {
      expect(dueAt).toEqual(nextMidnight())
      const values = { limit: '3', until: nextMidnight().toISOString() }
      expect(reason).toMatchObject({ code: 'quotaUsed', values })
    }
    expect(await today(organizationId)).toMatchObject({ allowed: 3, used: 3, accepted: 3 })
    expect(await db.sending.count({ where: { organizationId, endedAt: null, dueAt: nextMidnight() } })).toBe(5)

    // After the operator raises the quota, postponed messages continue today.
    await setDailyMessageQuota(organizationId, 'none')
    expect(await db.sending.count({ where: { organizationId, dueAt: { gt: now() } } })).toBe(0)
    await run()
    expect(new Set(mails().map(({ to }) => to)).size).toBe(sendings.length)
    expect(mails()).toHaveLength(sendings.length)
  })

  it('starts a self-registered organization with a daily quota of 200 and raises it by accepted messages', async () => {
    const organizationId = await anOrganization({ quotaEarned: true })
    expect(await getDailyMessageUsage(organizationId)).toEqual({
      used: 0,
      limit: 200,
      resetsAt: nextMidnight().toISOString(),
    })
    await db.dailyUsage.create({
      data: {
        organizationId,
        day: new Date(Date.parse(toUtcDay(now())) - 3 * DAY_MS),
        allowed: 200,
        used: 150,
        accepted: 150,
      },
    })
    const { run } = await aCrowd(organizationId, 1)
    await run()
    expect(await today(organizationId)).toMatchObject({ allowed: 350, used: 1, accepted: 1 })
  })

  it('counts a bounce against the daily quota, but not a message the mail server refuses', async () => {
    const organizationId = await anOrganization({ quotaEarned: true })
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' })
    await (await aCrowd(organizationId, 1)).run()
    expect(await today(organizationId)).toMatchObject({ used: 1, accepted: 0, bounced: 1 })

    mailbox.fault({ at: 'data', code: 554, text: '5.6.0 not this message' })
    await (await aCrowd(organizationId, 1)).run()
    expect(await today(organizationId)).toMatchObject({ used: 1, accepted: 0, bounced: 1 })
  })

  it('a text message counts each segment against the daily quota, and is cut to four', async () => {
    for (const [text, units] of [
      ['a'.repeat(300), 2],
      ['ж'.repeat(150), 3],
      ['a'.repeat(1600), 4],
    ] as const) {
      const organizationId = await anOrganization(NEVER_QUIET)
      channels.sms = async () => ({ state: 'accepted' })
      const sequence = await aSequence(organizationId, [{ type: 'sms', body: text }])
      const { id: contactId, email } = await aContact(organizationId, { phone: '+33612345678' })
      await aSending(organizationId, sequence.id, { contactId, email })
      await runSendings(organizationId)
      expect(await today(organizationId)).toMatchObject({ used: units, accepted: units })
    }
  })

  it('recorded complaints halve the earned quota', async () => {
    const organizationId = await anOrganization({ quotaEarned: true })
    expect(await recordSpamComplaints(organizationId, 2)).toEqual({ complaintsToday: 2 })
    const { allowed, accepted, bounced, complained } = await today(organizationId)
    expect(calculateEarnedMessageQuota({ allowed: allowed ?? 0, accepted, bounced, complained })).toBe(100)
  })
})
