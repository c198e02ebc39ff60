import { describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { optOut, suppress } from '../../contacts/suppression'
import { db } from '../../db'
import { readToken } from '../../encryption'
import { readReason } from '../../outgoing/reasons'
import type { ReasonCode } from '../../outgoing/schema'
import { CLAIM_MS } from '../../outgoing/settle'
import { useMailbox } from '../../testing/environment'
import { aContact, aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { anAnswer, aSending, aSequence, timePasses } from '../../testing/factories/sequences'
import { runSending } from '../../testing/sendings'
import { setSequenceStatus } from '../sequences'
import { runBatch } from './run-batch'

const mailbox = await useMailbox()

const stepsOf = (sendingId: string) =>
  db.sendingStep.findMany({ where: { sendingId }, orderBy: [{ endedAt: 'asc' }, { position: 'asc' }] })
const sendingOf = (id: string) => db.sending.findUniqueOrThrow({ where: { id } })

async function aRun(
  steps: Parameters<typeof aSequence>[1],
  organization: Parameters<typeof anOrganization>[0] = {},
  contactData: Parameters<typeof aContact>[1] = {},
) {
  const organizationId = await anOrganization(organization)
  const contact = await aContact(organizationId, contactData)
  const sequence = await aSequence(organizationId, steps)
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  const run = () => runSending(organizationId, sending.id)
  return { organizationId, contact, sequence, sending, run, mails: () => mailbox.to(contact.email) }
}

describe('the sending queue', () => {
  it('waits for the delay of a survey step, sends the survey once, and ends the run', async () => {
    const { contact, sending, run, mails } = await aRun([{ type: 'survey', delay: 60 }])
    const first = await run()
    expect(first).toEqual({ state: 'waiting', until: new Date(sending.anchorAt.getTime() + 60_000) })
    expect(await sendingOf(sending.id)).toMatchObject({ status: 'running', dueAt: expect.any(Date) })
    expect(mails()).toEqual([])

    await timePasses(sending.id, 60)
    expect(await run()).toEqual({ state: 'ended' })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await sendingOf(sending.id)).toMatchObject({ status: 'completed', dueAt: null, endedAt: expect.any(Date) })
    expect(await stepsOf(sending.id)).toMatchObject([
      { type: 'survey', status: 'sent', channel: 'email', recipient: contact.email, reason: null },
    ])
  })

  it('counts the delay of a step from the end of the previous step', async () => {
    const { sending, run } = await aRun([
      { type: 'wait', delay: 10 },
      { type: 'wait', delay: 20 },
    ])
    await timePasses(sending.id, 15)
    const state = await run()
    const { anchorAt } = await sendingOf(sending.id)
    expect(anchorAt.getTime()).toBeGreaterThan(sending.anchorAt.getTime())
    expect(state).toEqual({ state: 'waiting', until: new Date(anchorAt.getTime() + 20_000) })
  })

  it('executes each step of a run once when many workers run it concurrently', async () => {
    const { sending, run, mails } = await aRun([{ type: 'wait' }, { type: 'survey' }, { type: 'wait' }])
    const states = await Promise.all(Array.from({ length: 6 }, run))
    expect(states).toContainEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect((await stepsOf(sending.id)).map(({ status }) => status)).toEqual(['completed', 'sent', 'completed'])
  })

  it('executes the steps of a sequence as they are when due, after inserts, edits, moves and removals', async () => {
    const { organizationId, sequence, sending, run } = await aRun([
      { type: 'wait', delay: 1 },
      { type: 'wait', delay: 1000 },
      { type: 'wait', delay: 2000 },
    ])
    await timePasses(sending.id, 2)
    await run()
    const [first, second, third] = sequence.steps
    await db.sequenceStep.delete({ where: { id: second?.id ?? '' } })
    await db.sequenceStep.update({ where: { id: first?.id ?? '' }, data: { position: 1 } })
    await db.sequenceStep.update({ where: { id: third?.id ?? '' }, data: { position: 2, delay: 5 } })
    await db.sequenceStep.create({ data: { organizationId, sequenceId: sequence.id, position: 0, type: 'wait' } })
    await timePasses(sending.id, 5)
    // As saving in the builder does (apply-revisions.ts).
    await db.sending.update({ where: { id: sending.id }, data: { dueAt: now() } })
    expect(await run()).toEqual({ state: 'ended' })
    expect((await stepsOf(sending.id)).map(({ stepId }) => stepId)).toEqual([first?.id, third?.id])
  })

  it('parks a run while its sequence is paused, and continues it when the sequence is resumed', async () => {
    const { organizationId, sequence, sending, run, mails } = await aRun([{ type: 'survey' }])
    await setSequenceStatus(organizationId, { id: sequence.id, status: 'paused' })
    expect(await run()).toEqual({ state: 'parked' })
    expect(await sendingOf(sending.id)).toMatchObject({ status: 'queued', dueAt: null })
    await setSequenceStatus(organizationId, { id: sequence.id, status: 'active' })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
  })

  it('sends a survey without a sequence', async () => {
    const organizationId = await anOrganization()
    const contact = await aContact(organizationId)
    const survey = await aSurvey(organizationId)
    const { id } = await db.sending.create({
      data: {
        organizationId,
        surveyId: survey.id,
        contactId: contact.id,
        email: contact.email,
        anchorAt: now(),
        dueAt: now(),
      },
    })
    expect(await runSending(organizationId, id)).toEqual({ state: 'ended' })
    expect(await runSending(organizationId, id)).toEqual({ state: 'ended' })
    expect(mailbox.to(contact.email)).toHaveLength(1)
    expect(await stepsOf(id)).toMatchObject([{ stepId: id, surveyId: survey.id, status: 'sent' }])
  })
})

describe('exactly-once delivery', () => {
  it('fails a message as interrupted when its process died after the claim, and never sends it again', async () => {
    const { organizationId, sending, run, mails } = await aRun([{ type: 'survey' }, { type: 'wait' }])
    const { outgoing } = await runBatch(organizationId, [], { places: 1, only: sending.id })
    expect(outgoing).toHaveLength(1)
    // The process dies here.
    const waits = await run()
    expect(waits).toEqual({ state: 'waiting', until: expect.any(Date) })
    await timePasses(sending.id, CLAIM_MS / 1000)
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toEqual([])
    expect(await stepsOf(sending.id)).toMatchObject([
      { status: 'failed', reason: { code: 'interrupted' } },
      { status: 'completed' },
    ])
  })

  it('ignores the outcome of a message that is reported after its claim expired', async () => {
    const { organizationId, sending, run } = await aRun([{ type: 'survey' }])
    const { outgoing } = await runBatch(organizationId, [], { places: 1, only: sending.id })
    await timePasses(sending.id, CLAIM_MS / 1000)
    await run()
    const reported = outgoing.map(({ claim }) => ({ claim, outcome: { state: 'accepted' as const } }))
    expect(reported).toHaveLength(1)
    await runBatch(organizationId, reported, { places: 0 })
    expect(await stepsOf(sending.id)).toMatchObject([{ status: 'failed' }])
  })

  it('does not repeat a message when the server took its text and broke the connection', async () => {
    const { sending, run, mails } = await aRun([{ type: 'survey' }])
    mailbox.fault({ at: 'data', drop: true, keep: true })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await stepsOf(sending.id)).toMatchObject([{ status: 'failed', reason: { code: 'unconfirmed' } }])
  })

  it('retries a message with growing pauses after temporary refusals by the mail server', async () => {
    const { sending, run, mails } = await aRun([{ type: 'survey' }])
    mailbox.fault({ at: 'rcpt', code: 451, text: 'Greylisted, come back later' })
    const first = await run()
    expect(first.state).toBe('waiting')
    expect(await stepsOf(sending.id)).toMatchObject([
      {
        status: 'scheduled',
        claimedAt: null,
        reason: { code: 'retrying', values: { words: expect.stringContaining('451 Greylisted') } },
      },
    ])
    expect(pauseOf(first)).toBeCloseTo(60, 0)
    expect(await run()).toEqual(first)

    mailbox.fault({ at: 'data', code: 452, text: 'Disk full' })
    await timePasses(sending.id, 600)
    expect(pauseOf(await run())).toBeCloseTo(600, -1)

    await timePasses(sending.id, 605)
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await stepsOf(sending.id)).toMatchObject([{ status: 'sent', reason: null }])
  })

  it('retries a message when the mail server takes no connection, and gives up after a day', async () => {
    const { sending, run, mails } = await aRun([{ type: 'survey' }])
    mailbox.disconnect()
    mailbox.fault({ at: 'connect', code: 421, text: 'Too busy' })
    expect((await run()).state).toBe('waiting')
    await timePasses(sending.id, 86_400)
    mailbox.fault({ at: 'connect', code: 421, text: 'Too busy' })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toEqual([])
    expect(await stepsOf(sending.id)).toMatchObject([{ status: 'failed', reason: { code: 'givenUp' } }])
  })

  it('opens a new mail connection at once when the reused one is closed', async () => {
    const first = await aRun([{ type: 'survey' }])
    await first.run()
    mailbox.disconnect()
    const second = await aRun([{ type: 'survey' }])
    expect(await second.run()).toEqual({ state: 'ended' })
    expect(second.mails()).toHaveLength(1)
  })

  it('does not retry a permanent refusal, and suppresses the address only if the mailbox does not exist', async () => {
    const gone = await aRun([{ type: 'survey' }])
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 No such user' })
    expect(await gone.run()).toEqual({ state: 'ended' })
    expect(await stepsOf(gone.sending.id)).toMatchObject([
      { status: 'bounced', reason: { code: 'refused', values: { words: '550 5.1.1 No such user' } } },
    ])
    const next = await aSending(gone.organizationId, gone.sequence.id, {
      contactId: gone.contact.id,
      email: gone.contact.email,
    })
    await runSending(gone.organizationId, next.id)
    expect(await stepsOf(next.id)).toMatchObject([{ status: 'skipped', reason: { code: 'suppressed' } }])

    const spam = await aRun([{ type: 'survey' }])
    mailbox.fault({ at: 'data', code: 554, text: '5.7.1 Looks like spam' })
    await spam.run()
    expect(await stepsOf(spam.sending.id)).toMatchObject([
      { status: 'failed', reason: { code: 'refused', values: { words: '554 5.7.1 Looks like spam' } } },
    ])
    expect(await db.suppression.count({ where: { organizationId: spam.organizationId } })).toBe(0)
  })
})

describe('reasons not to send', () => {
  it.each<[string, (run: Awaited<ReturnType<typeof aRun>>) => Promise<unknown>, ReasonCode]>([
    ['unsubscribed', (r) => optOut(r.organizationId, r.contact.id, r.contact.email), 'unsubscribed'],
    [
      'unsubscribed by the organization',
      (r) => db.contact.update({ where: { id: r.contact.id }, data: { unsubscribed: true } }),
      'unsubscribed',
    ],
    ['suppressed', (r) => suppress(db, r.organizationId, r.contact.email, 'bounced'), 'suppressed'],
    [
      'survey archived',
      (r) => db.survey.updateMany({ where: { organizationId: r.organizationId }, data: { status: 'archived' } }),
      'surveyArchived',
    ],
  ])('skips the survey step with a reason and completes the run: %s', async (_, arrange, code) => {
    const run = await aRun([{ type: 'survey' }])
    await arrange(run)
    expect(await run.run()).toEqual({ state: 'ended' })
    expect(run.mails()).toEqual([])
    expect(await stepsOf(run.sending.id)).toMatchObject([{ status: 'skipped', reason: { code } }])
    expect(await sendingOf(run.sending.id)).toMatchObject({ status: 'completed' })
  })

  it('cancels a run when its contact is deleted', async () => {
    const { contact, sending, run } = await aRun([{ type: 'survey' }, { type: 'survey', delay: 60 }])
    await db.contact.delete({ where: { id: contact.id } })
    expect(await run()).toEqual({ state: 'ended' })
    expect(await sendingOf(sending.id)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'contactDeleted' },
    })
    expect(await stepsOf(sending.id)).toMatchObject([{ status: 'skipped' }])
  })

  it('skips an SMS without a phone number, and captures it in the Outbox without a provider', async () => {
    const without = await aRun([{ type: 'sms', body: 'Hello' }], {}, { phone: 'ext. 12' })
    await without.run()
    expect(await stepsOf(without.sending.id)).toMatchObject([{ status: 'skipped', reason: { code: 'noPhone' } }])

    const survey = await aSurvey(without.organizationId)
    const sequence = await aSequence(without.organizationId, [
      { type: 'sms', surveyId: survey.id, body: { en: 'Hi {{firstName|you}}', fr: 'Bonjour {{firstName}}' } },
    ])
    const contact = await aContact(without.organizationId, { phone: '+33612345678', preferredLanguage: 'fr' })
    const sending = await aSending(without.organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    await runSending(without.organizationId, sending.id)
    const [step] = await stepsOf(sending.id)
    expect(step).toMatchObject({
      status: 'captured',
      sentAt: null,
      channel: 'sms',
      recipient: '+33612345678',
      surveyId: survey.id,
    })
    const [kept] = await db.capturedMessage.findMany({ where: { organizationId: without.organizationId } })
    expect(kept).toMatchObject({ channel: 'sms', recipient: '+33612345678', html: null })
    expect(kept?.text).toMatch(/^Bonjour Ada\nhttps:\/\/feedback\.example\.com\/s\//)
    expect(readToken('survey', kept?.text.split('/s/')[1] ?? '')).toBe(step?.id)
  })
})

describe('throttle', () => {
  it('sends a contact one survey per throttle period across concurrent sequences, but exempts reminders', async () => {
    const { organizationId, contact, sending, run, mails } = await aRun(
      [{ type: 'survey' }, { type: 'survey', condition: 'not_answered' }],
      { throttleDays: 30 },
    )
    const other = await aSequence(organizationId)
    const second = await aSending(organizationId, other.id, { contactId: contact.id, email: contact.email })
    await Promise.all([run(), runSending(organizationId, second.id)])
    const rows = [...(await stepsOf(sending.id)), ...(await stepsOf(second.id))]
    const throttled = rows.filter(({ reason }) => readReason(reason)?.code === 'throttled')
    expect(throttled).toHaveLength(1)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z$/)
    expect(throttled[0]?.reason).toEqual({ code: 'throttled', values: { until: time, since: time } })
    // The run that was not throttled also sent its reminder.
    expect(mails().length).toBe(throttled[0]?.sendingId === second.id ? 2 : 1)

    await timePasses(sending.id, 31 * 86_400)
    await timePasses(second.id, 31 * 86_400)
    const third = await aSending(organizationId, other.id, { contactId: contact.id, email: contact.email })
    await runSending(organizationId, third.id)
    expect(await stepsOf(third.id)).toMatchObject([{ status: 'sent' }])
  })
})

describe('quiet hours', () => {
  it('delays a message during the quiet hours of the location’s time zone, with the reason', async () => {
    // Quiet hours that exclude the current time in UTC; further down, ones that include it in the location's zone.
    const organizationId = await anOrganization({ timeZone: 'UTC', ...quietAround('UTC', false) })
    const location = await aLocation(organizationId, { timeZone: 'Asia/Kolkata' })
    const contact = await aContact(organizationId)
    const sequence = await aSequence(organizationId)
    const given = { contactId: contact.id, email: contact.email }
    const free = await aSending(organizationId, sequence.id, given)
    expect(await runSending(organizationId, free.id)).toEqual({ state: 'ended' })

    await db.organization.update({ where: { id: organizationId }, data: quietAround('Asia/Kolkata', true) })
    const held = await aSending(organizationId, sequence.id, { ...given, locationId: location.id })
    const state = await runSending(organizationId, held.id)
    expect(state.state).toBe('waiting')
    expect(await stepsOf(held.id)).toMatchObject([
      { status: 'scheduled', reason: { code: 'quietHours' }, dueAt: expect.any(Date) },
    ])
    expect(mailbox.to(contact.email)).toHaveLength(1)

    await db.organization.update({
      where: { id: organizationId },
      data: { quietHoursStart: null, quietHoursEnd: null },
    })
    await timePasses(held.id, 2 * 3600)
    expect(await runSending(organizationId, held.id)).toEqual({ state: 'ended' })
    expect(mailbox.to(contact.email)).toHaveLength(2)
  })
})

describe('conditions', () => {
  const steps = (['not_answered', 'answered', 'positive', 'neutral', 'negative'] as const).map((condition) => ({
    type: 'wait',
    condition,
  }))

  it.each([
    ['nothing', null, ['not_answered']],
    ['9', { npsScore: 9, rating: 9, band: 'positive' }, ['answered', 'positive']],
    ['7', { npsScore: 7, rating: 7, band: 'neutral' }, ['answered', 'neutral']],
    ['3', { npsScore: 3, rating: 3, band: 'negative', isDetractor: true }, ['answered', 'negative']],
  ])('after an answer of %s, executes only the steps whose condition is met', async (_, answer, expected) => {
    const { contact, sending, run } = await aRun([{ type: 'survey' }, { type: 'wait', delay: 5 }, ...steps])
    await run()
    const [asked] = await stepsOf(sending.id)
    if (answer && asked) await anAnswer(asked, contact.id, answer)
    await timePasses(sending.id, 5)
    expect(await run()).toEqual({ state: 'ended' })
    const rows = await stepsOf(sending.id)
    const met = rows
      .slice(2)
      .flatMap(({ status, position }) => (status === 'completed' ? (steps[position - 2] ?? []) : []))
    expect(met.map(({ condition }) => condition)).toEqual(expected)
    const skipped = rows.filter(({ status }) => status === 'skipped')
    for (const { reason } of skipped) expect(reason).toMatchObject({ code: 'conditionNotMet' })
  })

  it('repeats the survey link of the first message in its reminders', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const contact = await aContact(organizationId)
    const sequence = await aSequence(organizationId, [
      { type: 'survey', surveyId: survey.id },
      { type: 'survey', surveyId: survey.id, condition: 'not_answered' },
      { type: 'email', subject: 'Last call', body: 'Please: {{surveyLink}}', condition: 'not_answered' },
    ])
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    await runSending(organizationId, sending.id)
    const links = mailbox.to(contact.email).map(({ mail }) => /\/s\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '')
    expect(links).toHaveLength(3)
    expect(new Set(links).size).toBe(1)
    const rows = await stepsOf(sending.id)
    expect(readToken('survey', links[0] ?? '')).toBe(rows[0]?.id)
  })
})

describe('step webhooks', () => {
  it('queues one webhook delivery per ended step with a webhook, whether sent or skipped', async () => {
    const hookUrl = 'https://receiver.example.com/steps'
    const { organizationId, contact, sequence, sending, run } = await aRun([
      { type: 'survey', webhookUrl: hookUrl },
      { type: 'wait', condition: 'answered', webhookUrl: hookUrl },
      { type: 'wait' },
    ])
    const { retainStepWebhook } = await import('../../webhooks/subscriptions/step-subscriptions')
    const { transact } = await import('../../unit-of-work')
    await transact((work) => retainStepWebhook(work, organizationId, hookUrl))
    await run()
    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
    const [survey] = sequence.steps
    expect(deliveries.map(({ kind, body }) => [kind, JSON.parse(body)])).toEqual([
      [
        'step.completed',
        {
          event: 'step.completed',
          occurredAt: expect.stringMatching(/Z$/),
          sequenceId: sequence.id,
          stepId: survey?.id,
          stepType: 'survey',
          sendingId: sending.id,
          contactId: contact.id,
          email: contact.email,
          status: 'sent',
          surveyId: survey?.surveyId,
        },
      ],
      ['step.completed', expect.objectContaining({ stepType: 'wait', status: 'skipped' })],
    ])
  })
})

function quietAround(timeZone: string, isQuietNow: boolean): { quietHoursStart: number; quietHoursEnd: number } {
  const wall = new Date(now().toLocaleString('en-US', { timeZone }))
  const minute = wall.getHours() * 60 + wall.getMinutes()
  const from = (minutes: number) => (minute + minutes + 1440) % 1440
  return isQuietNow
    ? { quietHoursStart: from(-60), quietHoursEnd: from(60) }
    : { quietHoursStart: from(120), quietHoursEnd: from(180) }
}

/** In seconds from now. */
function pauseOf(state: Awaited<ReturnType<typeof runSending>>): number {
  return state.state === 'waiting' ? Math.round((state.until.getTime() - Date.now()) / 1000) : 0
}
