import { describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { db } from '../../db'
import { verifyToken } from '../../encryption'
import { useMailbox } from '../../testing/environment'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { ageSending, aResponseToStep, aSending, aSequence } from '../../testing/factories/sequences'
import { runSendingsAndReadState } from '../../testing/sendings'
import { setSequenceStatus } from '../sequences'
import { createSendingFactory, readSending, readSendingSteps } from './sending-fixture'

const mailbox = await useMailbox()
const aSendingOfNewSequence = createSendingFactory(mailbox)

describe('the sending queue', () => {
  it('waits for the delay of a survey step, sends the survey once, and ends the run', async () => {
    const { contact, sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey', delay: 60 }])
    const first = await run()
    expect(first).toEqual({ state: 'waiting', until: new Date(sending.anchorAt.getTime() + 60_000) })
    expect(await readSending(sending.id)).toMatchObject({ status: 'running', dueAt: expect.any(Date) })
    expect(mails()).toEqual([])

    await ageSending(sending.id, 60)
    expect(await run()).toEqual({ state: 'ended' })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await readSending(sending.id)).toMatchObject({ status: 'completed', dueAt: null, endedAt: expect.any(Date) })
    expect(await readSendingSteps(sending.id)).toMatchObject([
      { type: 'survey', status: 'sent', channel: 'email', recipient: contact.email, reason: null },
    ])
  })

  it('counts the delay of a step from the end of the previous step', async () => {
    const { sending, run } = await aSendingOfNewSequence([
      { type: 'wait', delay: 10 },
      { type: 'wait', delay: 20 },
    ])
    await ageSending(sending.id, 15)
    const state = await run()
    const { anchorAt } = await readSending(sending.id)
    expect(anchorAt.getTime()).toBeGreaterThan(sending.anchorAt.getTime())
    expect(state).toEqual({ state: 'waiting', until: new Date(anchorAt.getTime() + 20_000) })
  })

  it('executes each step of a run once when many workers run it concurrently', async () => {
    const { sending, run, mails } = await aSendingOfNewSequence([
      { type: 'wait' },
      { type: 'survey' },
      { type: 'wait' },
    ])
    const states = await Promise.all(Array.from({ length: 6 }, run))
    expect(states).toContainEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect((await readSendingSteps(sending.id)).map(({ status }) => status)).toEqual(['completed', 'sent', 'completed'])
  })

  it('executes the steps of a sequence as they are when due, after inserts, edits, moves and removals', async () => {
    const { organizationId, sequence, sending, run } = await aSendingOfNewSequence([
      { type: 'wait', delay: 1 },
      { type: 'wait', delay: 1000 },
      { type: 'wait', delay: 2000 },
    ])
    await ageSending(sending.id, 2)
    await run()
    const [first, second, third] = sequence.steps
    await db.sequenceStep.delete({ where: { id: second?.id ?? '' } })
    await db.sequenceStep.update({ where: { id: first?.id ?? '' }, data: { position: 1 } })
    await db.sequenceStep.update({ where: { id: third?.id ?? '' }, data: { position: 2, delay: 5 } })
    await db.sequenceStep.create({ data: { organizationId, sequenceId: sequence.id, position: 0, type: 'wait' } })
    await ageSending(sending.id, 5)
    // As saving in the builder does (apply-sequence-changes.ts).
    await db.sending.update({ where: { id: sending.id }, data: { dueAt: now() } })
    expect(await run()).toEqual({ state: 'ended' })
    expect((await readSendingSteps(sending.id)).map(({ stepId }) => stepId)).toEqual([first?.id, third?.id])
  })

  it('parks a run while its sequence is paused, and continues it when the sequence is resumed', async () => {
    const { organizationId, sequence, sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey' }])
    await setSequenceStatus(organizationId, { id: sequence.id, status: 'paused' })
    expect(await run()).toEqual({ state: 'paused' })
    expect(await readSending(sending.id)).toMatchObject({ status: 'queued', dueAt: null })
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
    expect(await runSendingsAndReadState(organizationId, id)).toEqual({ state: 'ended' })
    expect(await runSendingsAndReadState(organizationId, id)).toEqual({ state: 'ended' })
    expect(mailbox.to(contact.email)).toHaveLength(1)
    expect(await readSendingSteps(id)).toMatchObject([{ stepId: id, surveyId: survey.id, status: 'sent' }])
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
    const { contact, sending, run } = await aSendingOfNewSequence([
      { type: 'survey' },
      { type: 'wait', delay: 5 },
      ...steps,
    ])
    await run()
    const [surveyStep] = await readSendingSteps(sending.id)
    if (answer && surveyStep) await aResponseToStep(surveyStep, contact.id, answer)
    await ageSending(sending.id, 5)
    expect(await run()).toEqual({ state: 'ended' })
    const rows = await readSendingSteps(sending.id)
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
    await runSendingsAndReadState(organizationId, sending.id)
    const links = mailbox.to(contact.email).map(({ mail }) => /\/s\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '')
    expect(links).toHaveLength(3)
    expect(new Set(links).size).toBe(1)
    const rows = await readSendingSteps(sending.id)
    expect(verifyToken('survey', links[0] ?? '')).toBe(rows[0]?.id)
  })
})

describe('step webhooks', () => {
  it('queues one webhook delivery per ended step with a webhook, whether sent or skipped', async () => {
    const hookUrl = 'https://receiver.example.com/steps'
    const { organizationId, contact, sequence, sending, run } = await aSendingOfNewSequence([
      { type: 'survey', webhookUrl: hookUrl },
      { type: 'wait', condition: 'answered', webhookUrl: hookUrl },
      { type: 'wait' },
    ])
    const { subscribeStepUrl } = await import('../../webhooks/subscriptions/step-subscriptions')
    const { transact } = await import('../../unit-of-work')
    await transact((work) => subscribeStepUrl(work, organizationId, hookUrl))
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
