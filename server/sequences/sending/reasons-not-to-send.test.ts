import { describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { addSuppression, optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { verifyToken } from '../../encryption'
import { castReason } from '../../messaging/outcome/reasons'
import type { ReasonCode } from '../../messaging/outcome/schema'
import { useMailbox } from '../../testing/environment'
import { aContact, aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { ageSending, aSending, aSequence } from '../../testing/factories/sequences'
import { runSendingsAndReadState } from '../../testing/sendings'
import { createSendingFactory, readSending, readSendingSteps, type SendingFixture } from './sending-fixture'
import { findSurveyTokenByShortCode } from './survey-short-link'

const mailbox = await useMailbox()
const aSendingOfNewSequence = createSendingFactory(mailbox)

describe('reasons not to send', () => {
  it.each<[string, (run: SendingFixture) => Promise<unknown>, ReasonCode]>([
    ['unsubscribed', (r) => optOut(r.organizationId, r.contact.id, r.contact.email), 'unsubscribed'],
    [
      'unsubscribed by the organization',
      (r) => db.contact.update({ where: { id: r.contact.id }, data: { unsubscribed: true } }),
      'unsubscribed',
    ],
    ['suppressed', (r) => addSuppression(db, r.organizationId, r.contact.email, 'bounced'), 'suppressed'],
    [
      'survey archived',
      (r) => db.survey.updateMany({ where: { organizationId: r.organizationId }, data: { status: 'archived' } }),
      'surveyArchived',
    ],
  ])('skips the survey step with a reason and completes the run: %s', async (_, arrange, code) => {
    const run = await aSendingOfNewSequence([{ type: 'survey' }])
    await arrange(run)
    expect(await run.run()).toEqual({ state: 'ended' })
    expect(run.mails()).toEqual([])
    expect(await readSendingSteps(run.sending.id)).toMatchObject([{ status: 'skipped', reason: { code } }])
    expect(await readSending(run.sending.id)).toMatchObject({ status: 'completed' })
  })

  it('cancels a run when its contact is deleted', async () => {
    const { contact, sending, run } = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'survey', delay: 60 }])
    await db.contact.delete({ where: { id: contact.id } })
    expect(await run()).toEqual({ state: 'ended' })
    expect(await readSending(sending.id)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'contactDeleted' },
    })
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'skipped' }])
  })

  it('skips an SMS without a phone number, and captures it in the Outbox without a provider', async () => {
    const without = await aSendingOfNewSequence([{ type: 'sms', body: 'Hello' }], {}, { phone: 'ext. 12' })
    await without.run()
    expect(await readSendingSteps(without.sending.id)).toMatchObject([
      { status: 'skipped', reason: { code: 'noPhone' } },
    ])

    const survey = await aSurvey(without.organizationId)
    const sequence = await aSequence(without.organizationId, [
      { type: 'sms', surveyId: survey.id, body: { en: 'Hi {{firstName|you}}', fr: 'Bonjour {{firstName}}' } },
    ])
    const contact = await aContact(without.organizationId, { phone: '+33612345678', preferredLanguage: 'fr' })
    const sending = await aSending(without.organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    await runSendingsAndReadState(without.organizationId, sending.id)
    const [step] = await readSendingSteps(sending.id)
    expect(step).toMatchObject({
      status: 'captured',
      sentAt: null,
      channel: 'sms',
      recipient: '+33612345678',
      surveyId: survey.id,
    })
    const [captured] = await db.capturedMessage.findMany({ where: { organizationId: without.organizationId } })
    expect(captured).toMatchObject({ channel: 'sms', recipient: '+33612345678', html: null })
    expect(captured?.text).toMatch(/^Bonjour Ada\nhttps:\/\/feedback\.example\.com\/t\//)
    const token = await findSurveyTokenByShortCode(captured?.text.split('/t/')[1] ?? '')
    expect(verifyToken('survey', token ?? '')).toBe(step?.id)
  })
})

describe('throttle', () => {
  it('sends a contact one survey per throttle period across concurrent sequences, but exempts reminders', async () => {
    const { organizationId, contact, sending, run, mails } = await aSendingOfNewSequence(
      [{ type: 'survey' }, { type: 'survey', condition: 'not_answered' }],
      { throttleDays: 30 },
    )
    const other = await aSequence(organizationId)
    const second = await aSending(organizationId, other.id, { contactId: contact.id, email: contact.email })
    await Promise.all([run(), runSendingsAndReadState(organizationId, second.id)])
    const rows = [...(await readSendingSteps(sending.id)), ...(await readSendingSteps(second.id))]
    const throttled = rows.filter(({ reason }) => castReason(reason)?.code === 'throttled')
    expect(throttled).toHaveLength(1)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z$/)
    expect(throttled[0]?.reason).toEqual({ code: 'throttled', values: { until: time, since: time } })
    // The run that was not throttled also sent its reminder.
    expect(mails().length).toBe(throttled[0]?.sendingId === second.id ? 2 : 1)

    await ageSending(sending.id, 31 * 86_400)
    await ageSending(second.id, 31 * 86_400)
    const third = await aSending(organizationId, other.id, { contactId: contact.id, email: contact.email })
    await runSendingsAndReadState(organizationId, third.id)
    expect(await readSendingSteps(third.id)).toMatchObject([{ status: 'sent' }])
  })
})

describe('quiet hours', () => {
  it('delays a message during the quiet hours of the location’s time zone, with the reason', async () => {
    // Quiet hours that exclude the current time in UTC; further down, ones that include it in the location's zone.
    const organizationId = await anOrganization({ timeZone: 'UTC', ...quietAround('UTC', false) })
    const location = await aLocation(organizationId, { timeZone: 'Asia/Kolkata' })
    const contact = await aContact(organizationId)
    const sequence = await aSequence(organizationId)
    const recipient = { contactId: contact.id, email: contact.email }
    const unaffected = await aSending(organizationId, sequence.id, recipient)
    expect(await runSendingsAndReadState(organizationId, unaffected.id)).toEqual({ state: 'ended' })

    await db.organization.update({ where: { id: organizationId }, data: quietAround('Asia/Kolkata', true) })
    const delayed = await aSending(organizationId, sequence.id, { ...recipient, locationId: location.id })
    const state = await runSendingsAndReadState(organizationId, delayed.id)
    expect(state.state).toBe('waiting')
    expect(await readSendingSteps(delayed.id)).toMatchObject([
      { status: 'scheduled', reason: { code: 'quietHours' }, dueAt: expect.any(Date) },
    ])
    expect(mailbox.to(contact.email)).toHaveLength(1)

    await db.organization.update({
      where: { id: organizationId },
      data: { quietHoursStart: null, quietHoursEnd: null },
    })
    await ageSending(delayed.id, 2 * 3600)
    expect(await runSendingsAndReadState(organizationId, delayed.id)).toEqual({ state: 'ended' })
    expect(mailbox.to(contact.email)).toHaveLength(2)
  })
})

function quietAround(timeZone: string, isQuietNow: boolean): { quietHoursStart: number; quietHoursEnd: number } {
  const localTime = new Date(now().toLocaleString('en-US', { timeZone }))
  const minute = localTime.getHours() * 60 + localTime.getMinutes()
  const from = (minutes: number) => (minute + minutes + 1440) % 1440
  return isQuietNow
    ? { quietHoursStart: from(-60), quietHoursEnd: from(60) }
    : { quietHoursStart: from(120), quietHoursEnd: from(180) }
}
