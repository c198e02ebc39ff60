import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteOutboxMessagesToUser, removePhone } from '../auth/phone-number'
import { deleteContact } from '../contacts/delete-contact'
import { db } from '../db'
import { channels } from '../messaging/channels'
import type { MessageOutcome, SmsMessage } from '../messaging/message'
import { MESSAGE_CLAIM_MS } from '../messaging/outcome/decide-message-status'
import { submitResponse } from '../responses/submit-response'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { isOrganizationDueForSweep, runQueue } from '../testing/queues'
import { transact } from '../unit-of-work'
import { ALERT_RULE_INPUT } from './alert-fixture'
import { listAlerts } from './alert-log'
import { alertQueue } from './alert-queue'
import { createDueNotifications } from './create-due-notifications'
import { matchCandidates } from './match-candidates'
import { createAlertRule, listUserIdsWithVerifiedPhone } from './rules'
import type { CreateAlertRule } from './schema'
import { sendAlertSms } from './send-sms'
import { sendTestAlert } from './send-test-alert'
import { buildShortLink, resolveShortLinkPath } from './short-link'

afterEach(() => {
  channels.sms = null
  vi.useRealTimers()
})

const PHONE = '+33612345678'

async function aTextRule(data: Partial<CreateAlertRule> = {}, phone: string | null = PHONE) {
  const organizationId = await anOrganization({ name: 'Analytical Engines' })
  const { userId } = await aMember(organizationId, 'owner')
  await db.user.update({ where: { id: userId }, data: { phone, phoneReached: phone !== null } })
  const rule = await createAlertRule(organizationId, { ...ALERT_RULE_INPUT, smsUserIds: [userId], ...data })
  return { organizationId, userId, rule }
}

/** Submits a response through its survey link. @returns the ids of the response and its contact */
async function submitScore(organizationId: string, score: number, why = '') {
  const questions = [
    { id: 'score', type: 'nps', text: 'How likely?', required: true },
    { id: 'why', type: 'text', text: 'Why?', required: false },
  ]
  const { token, contact } = await aSurveyRequest(organizationId, { survey: { questions } })
  const formAnswers = new Map([['score', [String(score)]], ...(why ? [['why', [why]] as const] : [])])
  const submission = await submitResponse(token, formAnswers, 'en')
  if (submission.state !== 'submitted') throw new Error(submission.state)
  await matchCandidates(organizationId)
  return { responseId: submission.response.id, contact }
}

/** Provider stub that returns the outcomes in order and collects the messages. */
function aProvider(...outcomes: MessageOutcome[]): SmsMessage[] {
  const offered: SmsMessage[] = []
  channels.sms = async (message) => {
    offered.push(message)
    return outcomes.shift() ?? { state: 'accepted' }
  }
  return offered
}

const listCaptured = (organizationId: string) =>
  db.capturedMessage.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
const findMessageRow = (organizationId: string) => db.alertMessage.findFirstOrThrow({ where: { organizationId } })
const listLog = async (organizationId: string) =>
  (await listAlerts(organizationId, { page: 1, limit: 10 })).data[0]?.messages ?? []

/** Creates the notification and leaves its text message pending. @returns the id of the message */
async function dispatchSms(organizationId: string, ruleId: string): Promise<string> {
  await createDueNotifications(organizationId, ruleId)
  return (await findMessageRow(organizationId)).id
}

describe('content of alert text messages', () => {
  it('the alert job sends one text message with the score, the comment and a short link', async () => {
    const { organizationId } = await aTextRule()
    const offered = aProvider()
    const { responseId } = await submitScore(organizationId, 2, 'The soup was “cold”…\nand the bread old')
    await runQueue(alertQueue, organizationId)

    const url = buildShortLink('response', responseId)
    const text = `NPS 2/10 from Ada: "The soup was "cold"... and the bread old"\n${url}`
    const statusToken = expect.any(String) as string
    expect(offered).toEqual([{ channel: 'sms', from: 'Analytical Engines', to: PHONE, text, statusToken }])
    expect(url.length).toBe('https://feedback.example.com/r/'.length + 23)
    expect(resolveShortLinkPath(url.split('/r/')[1] ?? '')).toBe(`/responses/${responseId}`)
    const [message] = await listLog(organizationId)
    expect(message).toMatchObject({ channel: 'sms', name: 'Grace Hopper', state: 'sent', attempts: 1, reason: null })
    await runQueue(alertQueue, organizationId)
    expect(offered).toHaveLength(1)
  })

  it('an alert text message is in the recipient’s language, and is captured without an SMS provider', async () => {
    const { organizationId, userId, rule } = await aTextRule()
    await db.user.update({ where: { id: userId }, data: { language: 'fr' } })
    await submitScore(organizationId, 0, 'Très déçue')
    await sendAlertSms(organizationId, await dispatchSms(organizationId, rule.id))
    const [message] = await listCaptured(organizationId)
    expect(message).toMatchObject({ channel: 'sms', recipient: PHONE, sender: 'Analytical Engines', userId })
    expect(message?.text).toMatch(/^Ada : NPS 0\/10, "Très déçue"\nhttps:\/\/feedback\.example\.com\/r\/r/)
    expect(await listLog(organizationId)).toMatchObject([
      { channel: 'sms', state: 'sent', reason: { code: 'captured' } },
    ])
  })

  it('skips an alert text message to a member without a phone number, and logs why', async () => {
    const { organizationId, userId, rule } = await aTextRule({}, null)
    expect(await listUserIdsWithVerifiedPhone(organizationId)).toEqual([])
    await submitScore(organizationId, 0)
    await sendAlertSms(organizationId, await dispatchSms(organizationId, rule.id))
    expect(await listLog(organizationId)).toMatchObject([
      { channel: 'sms', state: 'skipped', reason: { code: 'noPhone' } },
    ])
    await db.user.update({ where: { id: userId }, data: { phone: PHONE } })
    expect(await listUserIdsWithVerifiedPhone(organizationId)).toEqual([userId])
  })

  it('skips an alert text message to a removed member, even if removed after the alert was created', async () => {
    const { organizationId, userId, rule } = await aTextRule()
    const offered = aProvider()
    await submitScore(organizationId, 0)
    const id = await dispatchSms(organizationId, rule.id)
    await db.membership.deleteMany({ where: { userId } })
    await sendAlertSms(organizationId, id)
    await submitScore(organizationId, 0)
    await createDueNotifications(organizationId, rule.id)
    const messages = await db.alertMessage.findMany({ where: { organizationId } })
    expect(messages.map(({ state, reason }) => ({ state, reason }))).toEqual([
      { state: 'skipped', reason: { code: 'notMember', values: {} } },
      { state: 'skipped', reason: { code: 'notMember', values: {} } },
    ])
    expect(offered).toEqual([])
  })
})

describe('sending alert text messages', () => {
  it('sends an alert text message once under concurrent attempts', async () => {
    const { organizationId, rule } = await aTextRule()
    const offered = aProvider()
    await submitScore(organizationId, 0)
    const id = await dispatchSms(organizationId, rule.id)
    await Promise.all([1, 2, 3].map(async () => sendAlertSms(organizationId, id)))
    expect(offered).toHaveLength(1)
  })

  it('does not resend an alert text message whose process crashed, and logs it as interrupted', async () => {
    const { organizationId, rule } = await aTextRule()
    const offered = aProvider()
    await submitScore(organizationId, 0)
    const id = await dispatchSms(organizationId, rule.id)
    const claimedAt = new Date(Date.now() - MESSAGE_CLAIM_MS)
    await db.alertMessage.update({ where: { id }, data: { claimedAt, firstTriedAt: claimedAt, attempts: 1 } })
    await sendAlertSms(organizationId, id)
    expect(offered).toEqual([])
    expect(await listLog(organizationId)).toMatchObject([{ state: 'failed', reason: { code: 'interrupted' } }])
  })

  it('retries an alert text message when the provider is busy, and not when it refuses', async () => {
    const { organizationId, rule } = await aTextRule()
    const offered = aProvider({ state: 'postponed', words: 'busy' }, { state: 'refused', words: 'no such number' })
    await submitScore(organizationId, 0)
    const id = await dispatchSms(organizationId, rule.id)
    await sendAlertSms(organizationId, id)
    expect(await listLog(organizationId)).toMatchObject([
      { state: 'waiting', attempts: 1, reason: { code: 'retrying', values: { words: 'busy' } } },
    ])
    await sendAlertSms(organizationId, id)
    expect(offered).toHaveLength(1)
    await db.alertMessage.update({ where: { id }, data: { nextAttemptAt: new Date(Date.now() - 40_000) } })
    expect(await isOrganizationDueForSweep(alertQueue, organizationId)).toBe(true)
    await runQueue(alertQueue, organizationId)
    expect(offered).toHaveLength(2)
    expect(await listLog(organizationId)).toMatchObject([
      { state: 'failed', attempts: 2, reason: { code: 'refused', values: { words: 'no such number' } } },
    ])
  })

  it('postpones an alert text message to the next day once the quota is used up', async () => {
    const { organizationId, rule } = await aTextRule()
    await db.organization.update({ where: { id: organizationId }, data: { quotaPerDay: 1 } })
    const offered = aProvider()
    for (const score of [0, 1]) await submitScore(organizationId, score)
    await createDueNotifications(organizationId, rule.id)
    const messages = await db.alertMessage.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
    for (const { id } of messages) await sendAlertSms(organizationId, id)
    expect(offered).toHaveLength(1)
    const [, postponed] = await db.alertMessage.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
    expect(postponed).toMatchObject({
      state: 'waiting',
      attempts: 0,
      reason: { code: 'quotaUsed', values: { limit: '1' } },
    })
    expect(postponed?.nextAttemptAt?.toISOString()).toMatch(/T00:00:00\.000Z$/)
  })

  it('sends no alert to a phone number that was confirmed from the Outbox once SMS is configured', async () => {
    const { organizationId, userId, rule } = await aTextRule()
    await db.user.update({ where: { id: userId }, data: { phoneReached: false } })
    expect(await listUserIdsWithVerifiedPhone(organizationId)).toEqual([userId])
    const offered = aProvider()
    expect(await listUserIdsWithVerifiedPhone(organizationId)).toEqual([])
    await submitScore(organizationId, 0)
    await sendAlertSms(organizationId, await dispatchSms(organizationId, rule.id))
    expect(offered).toEqual([])
    expect(await listLog(organizationId)).toMatchObject([{ state: 'skipped', reason: { code: 'noPhone' } }])
  })

  it('does not send the alert text messages of a suspended organization', async () => {
    const { organizationId, rule } = await aTextRule()
    const offered = aProvider()
    await submitScore(organizationId, 0)
    const id = await dispatchSms(organizationId, rule.id)
    await db.organization.update({ where: { id: organizationId }, data: { suspendedAt: new Date() } })
    await sendAlertSms(organizationId, id)
    expect(offered).toEqual([])
    expect(await listLog(organizationId)).toMatchObject([{ state: 'waiting', reason: { code: 'suspended' } }])
  })

  it('the text message of a test alert says that it is a test', async () => {
    const { organizationId, rule } = await aTextRule({ active: false })
    const offered = aProvider()
    await sendTestAlert(organizationId, rule.id)
    await runQueue(alertQueue, organizationId)
    expect(offered[0]?.text).toBe('Test: the alert "Unhappy" reaches you here.\nhttps://feedback.example.com/responses')
  })
})

describe('captured alerts', () => {
  it('deleting a contact deletes the captured emails and text messages that name it, and no others', async () => {
    const { organizationId, userId, rule } = await aTextRule({ pauseMinutes: 15 })
    await db.alertRule.update({ where: { id: rule.id }, data: { userIds: [userId] } })
    const [first, second] = [await submitScore(organizationId, 0), await submitScore(organizationId, 0)]
    const send = async () => {
      await runQueue(alertQueue, organizationId)
      for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
        await sendSystemEmail(id)
    }
    await send()
    expect(await listCaptured(organizationId)).toHaveLength(2)
    await db.$executeRaw`UPDATE alert_rule SET notified_at = notified_at - interval '1 hour' WHERE id = ${rule.id}::uuid`
    const third = await submitScore(organizationId, 0)
    await send()
    expect(await listCaptured(organizationId)).toHaveLength(4)

    const elsewhere = deleteContact(await anOrganization(), first.contact.id)
    await expect(elsewhere).rejects.toMatchObject({ status: 404 })
    expect(await listCaptured(organizationId)).toHaveLength(4)
    await deleteContact(organizationId, second.contact.id)
    const remaining = await listCaptured(organizationId)
    expect(remaining.map(({ namedContactIds }) => namedContactIds)).toEqual([[third.contact.id], [third.contact.id]])
  })

  it('captures no alert that names a contact deleted at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { organizationId, userId, rule } = await aTextRule()
      await db.alertRule.update({ where: { id: rule.id }, data: { userIds: [userId] } })
      const { contact } = await submitScore(organizationId, 0)
      await createDueNotifications(organizationId, rule.id)
      const texts = await db.alertMessage.findMany({ where: { organizationId, kind: 'sms' } })
      const mails = await db.systemEmail.findMany({ where: { organizationId } })
      expect([texts.length, mails.length]).toEqual([1, 1])
      await Promise.all([
        ...mails.map(async (mail) => sendSystemEmail(mail.id)),
        ...texts.map(async (text) => sendAlertSms(organizationId, text.id)),
        deleteContact(organizationId, contact.id),
      ])
      const namingContact = (await listCaptured(organizationId)).filter((message) =>
        /\bAda\b/.test(JSON.stringify(message)),
      )
      expect(namingContact).toEqual([])
    }
  })

  it('removing a phone number deletes the text messages captured for it, and no others', async () => {
    const { organizationId, userId, rule } = await aTextRule()
    const other = await aMember(organizationId, 'member')
    await db.user.update({ where: { id: other.userId }, data: { phone: PHONE } })
    await db.alertRule.update({ where: { id: rule.id }, data: { smsUserIds: [userId, other.userId] } })
    await submitScore(organizationId, 0)
    await runQueue(alertQueue, organizationId)
    expect(await listCaptured(organizationId)).toHaveLength(2)
    await removePhone({ userId })
    expect((await listCaptured(organizationId)).map((message) => message.userId)).toEqual([other.userId])
    await transact(async ({ tx }) => deleteOutboxMessagesToUser(tx, other.userId))
    expect(await listCaptured(organizationId)).toEqual([])
  })
})
