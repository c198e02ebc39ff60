import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { ValidationError } from '../errors'
import { toSentence } from '../messages/sentence'
import { toWords } from '../messages/to-words'
import { getOverview } from '../overview/overview'
import { submitResponse } from '../responses/submit'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence, timePasses } from '../testing/factories/sequences'
import { runSending } from '../testing/sendings'
import { transact } from '../unit-of-work'
import { retainStepWebhook } from '../webhooks/subscriptions/step-subscriptions'
import { SaveSequence } from './schema'
import { applyRevisions } from './sending/apply-revisions'
import { getSequenceWarnings } from './sending/pause-unsendable'
import { getSending } from './sendings'
import { deleteSequence, getSequence, saveSequence, setSequenceStatus } from './sequences'

/** Parses the input with the schema first, as the API does. */
const save = (organizationId: string, given: unknown) => saveSequence(organizationId, SaveSequence.parse(given))
const detailsOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ValidationError ? Object.keys(error.details ?? {}) : error),
  )
const statusOf = (id: string) => db.sending.findUniqueOrThrow({ where: { id } })

describe('saveSequence', () => {
  it('preserves the ids of remaining steps in their new order when a sequence is saved', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const first = await save(organizationId, {
      name: 'Visit',
      steps: [
        { type: 'wait', delay: 60 },
        { type: 'survey', surveyId: survey.id },
        { type: 'email', subject: 'Thanks', body: 'Thank you' },
      ],
    })
    const [wait, ask, thank] = first.steps
    const second = await save(organizationId, {
      id: first.id,
      name: 'Visit, again',
      steps: [
        { ...thank, delay: 30 },
        { type: 'wait', delay: 5 },
        { ...ask, condition: 'always' },
      ],
    })
    expect(second.steps.map(({ id }) => id)).toEqual([thank?.id, expect.any(String), ask?.id])
    expect(second.steps[1]?.id).not.toBe(wait?.id)
    expect(second.steps[0]).toMatchObject({ delay: 30, subject: 'Thanks' })
    expect(await getSequence(organizationId, first.id)).toEqual(second)
  })

  it('refuses foreign or archived surveys and invalid delays in a sequence, naming the step', async () => {
    const organizationId = await anOrganization()
    const foreign = await aSurvey(await anOrganization())
    const archived = await aSurvey(organizationId, { status: 'archived' })
    const steps = [foreign, archived].map(({ id }) => ({ type: 'survey', surveyId: id }))
    expect(await detailsOf(save(organizationId, { name: 'A', steps }))).toEqual([
      'steps.0.surveyId',
      'steps.1.surveyId',
    ])
    const wrong = SaveSequence.safeParse({
      name: 'A',
      steps: [{ type: 'wait', delay: 31_536_001 }, { type: 'wait', delay: 0.5 }, { type: 'email' }, { type: 'sms' }],
    })
    expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'steps.0.delay',
      'steps.1.delay',
      'steps.2.subject',
      'steps.2.body',
      'steps.3.body',
    ])
  })

  it('refuses to save a sequence of another organization', async () => {
    const { id } = await save(await anOrganization(), { name: 'A', steps: [] })
    await expect(save(await anOrganization(), { id, name: 'B', steps: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('refuses a text message of more than four segments, in any language', async () => {
    const organizationId = await anOrganization()
    const saved = (body: unknown) => detailsOf(save(organizationId, { name: 'A', steps: [{ type: 'sms', body }] }))
    await save(organizationId, { name: 'A', steps: [{ type: 'sms', body: 'a'.repeat(612) }] })
    expect(await saved('a'.repeat(613))).toEqual(['steps.0.body'])
    expect(await saved({ en: 'Short', fr: 'ж'.repeat(269) })).toEqual(['steps.0.body'])
  })

  it('subscribes a step webhook while a step uses it, and reactivates it with each save', async () => {
    const organizationId = await anOrganization()
    const subscriptions = () => db.webhookSubscription.findMany({ where: { organizationId } })
    const step = { type: 'wait', webhookUrl: 'https://receiver.example.com/steps' }
    const sequence = await save(organizationId, { name: 'A', steps: [step, step] })
    expect(await subscriptions()).toMatchObject([{ hookUrl: step.webhookUrl, ownerKeyId: null, active: true }])

    await db.webhookSubscription.updateMany({ where: { organizationId }, data: { active: false } })
    const again = await save(organizationId, { ...sequence, steps: sequence.steps.slice(0, 1) })
    expect(await subscriptions()).toMatchObject([{ active: true }])

    await save(organizationId, { ...again, steps: [{ ...again.steps[0], webhookUrl: null }] })
    expect(await subscriptions()).toEqual([])
    expect(
      await detailsOf(save(organizationId, { name: 'B', steps: [{ type: 'wait', webhookUrl: 'http://a.example' }] })),
    ).toEqual(['steps.0.webhookUrl'])
  })
})

describe('unsendable texts', () => {
  const email = (subject: unknown, body: unknown) => ({ type: 'email', subject, body })
  const faults = (steps: unknown) => {
    const { error } = SaveSequence.safeParse({ name: 'A', steps })
    return Object.fromEntries(
      error?.issues.map(({ path, message }) => [path.join('.'), toWords('en', toSentence(message))]) ?? [],
    )
  }

  it('refuses unsendable step texts by field, with a message that says what to write', () => {
    const id = '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57'
    expect(
      faults([
        email('Dear {{firstName}}, hello', 'Dear {{firstName|friend}}, {{nope}} {{surveyLink}}'),
        email({ en: 'Hello', fr: '{{firstName}}' }, 'Please: {{surveyLink}}'),
        { type: 'sms', body: '{{surveyLink}}' },
        { type: 'survey', surveyId: id, body: { en: 'Hi {{firstName}}', fr: 'Cher {{firstName}}, merci' } },
        email('Reminder', 'Please: {{surveyLink}}'),
        { type: 'sms', body: '{{surveyLink}}' },
      ]),
    ).toEqual({
      'steps.0.subject': 'Without a name, this reads “Dear , hello”. Add a fallback: {{firstName|there}}.',
      'steps.0.body': expect.stringContaining('{{nope}} is not a placeholder.'),
      'steps.1.subject.fr': expect.stringMatching(
        /^This is empty for contacts without a name.*\{\{firstName\|there\}\}/,
      ),
      'steps.1.body': '{{surveyLink}} has no survey to link to: none is sent before this step.',
      'steps.2.body': '{{surveyLink}} has no survey to link to: none is sent before this step.',
      'steps.3.body.fr': expect.stringContaining('“Cher , merci”'),
    })
    expect(faults([{ type: 'sms', surveyId: id, body: '{{surveyLink}}' }])).toEqual({})
    expect(faults([{ type: 'wait', subject: '{{nope}}', body: '{{nope}}' }])).toEqual({})
  })

  it('refuses to activate a sequence with unsendable texts, and lists them as warnings beforehand', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(
      organizationId,
      [{ type: 'wait' }, { type: 'email', subject: 'Hello', body: { en: 'Dear {{firstName}}, bye', fr: 'Bonjour' } }],
      { status: 'draft' },
    )
    expect(await getSequenceWarnings(organizationId, id)).toEqual({
      pauseReason: null,
      texts: [
        {
          step: 1,
          field: 'body',
          language: 'en',
          fault: {
            code: 'needsFallback',
            values: { placeholder: '{{firstName}}', name: 'firstName', reads: 'Dear , bye' },
          },
        },
      ],
    })
    expect(await detailsOf(setSequenceStatus(organizationId, { id, status: 'active' }))).toEqual(['steps.1.body.en'])
    await expect(getSequenceWarnings(await anOrganization(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('pauses a sequence with unsendable texts before sending, and continues its runs once fixed and resumed', async () => {
    const organizationId = await anOrganization()
    const { id, ...sequence } = await aSequence(organizationId, [
      { type: 'wait' },
      { type: 'email', subject: 'Hello', body: 'Thank you' },
      { type: 'email', subject: 'Hello', body: 'Dear {{firstName}}, {{nope}} bye' },
    ])
    const sending = await aSending(organizationId, id)
    const messages = () => db.capturedMessage.findMany({ where: { organizationId } })
    // The run that finds the invalid text pauses the sequence; the next one parks the sending.
    await runSending(organizationId, sending.id)
    expect(await runSending(organizationId, sending.id)).toEqual({ state: 'parked' })
    expect(await messages()).toEqual([])
    expect(await statusOf(sending.id)).toMatchObject({ status: 'running', dueAt: null, endedAt: null })
    expect(await db.sequence.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'paused',
      pauseReason: 'texts',
    })
    expect(await detailsOf(setSequenceStatus(organizationId, { id, status: 'active' }))).toEqual(['steps.2.body'])

    const held = await getSequence(organizationId, id)
    const [wait, first, second] = held.steps
    await save(organizationId, { ...held, steps: [wait, first, { ...second, body: 'Dear {{firstName|friend}}, bye' }] })
    expect(await getSequenceWarnings(organizationId, id)).toEqual({ pauseReason: 'texts', texts: [] })
    await setSequenceStatus(organizationId, { id, status: 'active' })
    expect(await getSequenceWarnings(organizationId, id)).toEqual({ pauseReason: null, texts: [] })
    expect(sequence.steps.map(({ id: stepId }) => stepId)).toEqual(held.steps.map((step) => step.id))
    expect(await runSending(organizationId, sending.id)).toEqual({ state: 'ended' })
    expect(await messages()).toHaveLength(2)
  })

  it('does not pause a sequence with unsendable texts while none of its messages is due', async () => {
    const organizationId = await anOrganization()
    const broken = { type: 'email', subject: 'Hello', body: '{{nope}}', delay: 60 }
    const { id } = await aSequence(organizationId, [{ type: 'wait' }, broken])
    const sending = await aSending(organizationId, id)
    expect(await runSending(organizationId, sending.id)).toMatchObject({ state: 'waiting' })
    expect((await getSequence(organizationId, id)).status).toBe('active')
  })

  it('skips an email with a survey link when no survey was sent to the contact', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId, [
      { type: 'survey', condition: 'answered' },
      { type: 'email', subject: 'Hello', body: 'Please: {{surveyLink}}' },
    ])
    const sending = await aSending(organizationId, id)
    expect(await runSending(organizationId, sending.id)).toEqual({ state: 'ended' })
    const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
    expect(steps).toMatchObject([
      { status: 'skipped', reason: { code: 'conditionNotMet', values: { condition: 'answered' } } },
      { status: 'skipped', reason: { code: 'nothingToLink' } },
    ])
    expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
  })
})

describe('captured messages', () => {
  it('records a captured message as captured instead of sent, and accepts the response to its link', async () => {
    const organizationId = await anOrganization({ throttleDays: 30 })
    const hookUrl = 'https://receiver.example.com/steps'
    await transact((work) => retainStepWebhook(work, organizationId, hookUrl))
    const survey = await aSurvey(organizationId)
    const { id } = await aSequence(organizationId, [
      { type: 'survey', surveyId: survey.id, webhookUrl: hookUrl },
      { type: 'survey', surveyId: survey.id, condition: 'not_answered' },
      { type: 'email', subject: 'Thanks', body: 'Thank you', condition: 'answered', delay: 60 },
    ])
    const sending = await aSending(organizationId, id)
    await runSending(organizationId, sending.id)
    const [first, reminder] = (await getSending(organizationId, sending.id)).steps
    expect([first, reminder]).toMatchObject([
      { status: 'captured', sentAt: null, reason: { code: 'captured' } },
      { status: 'captured', sentAt: null, reason: { code: 'captured', values: { channel: 'email' } } },
    ])
    const [delivery] = await db.webhookDelivery.findMany({ where: { organizationId, kind: 'step.completed' } })
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ status: 'captured' })
    const { rate } = await getOverview(organizationId, { days: 30 })
    expect(rate.current).toEqual({ delivered: 0, answered: 0, share: null, captured: 1 })

    // Nothing was sent, so the throttle does not apply.
    const other = await aSequence(organizationId)
    const second = await aSending(organizationId, other.id, { contactId: sending.contactId, email: sending.email })
    await runSending(organizationId, second.id)
    expect(await getSending(organizationId, second.id)).toMatchObject({ steps: [{ status: 'captured' }] })

    const [newest] = await db.capturedMessage.findMany({
      where: { organizationId, contactId: sending.contactId },
      orderBy: { createdAt: 'asc' },
    })
    const token = /\/s\/([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? ''
    const given = new Map([['nps', ['9']]])
    expect(await submitResponse(token, given, 'en')).toMatchObject({ state: 'submitted', isNew: true })
    expect(await db.sendingStep.findFirst({ where: { sendingId: sending.id, position: 0 } })).toMatchObject({
      status: 'answered',
      sentAt: null,
      capturedAt: expect.any(Date),
    })
    expect((await getOverview(organizationId, { days: 30 })).rate.current).toMatchObject({ delivered: 0, answered: 0 })
    await timePasses(sending.id, 60)
    await runSending(organizationId, sending.id)
    expect((await getSending(organizationId, sending.id)).steps.at(-1)).toMatchObject({
      type: 'email',
      status: 'captured',
    })
  })
})

describe('sequence status', () => {
  it('refuses to activate a sequence without messages, or with a survey without questions', async () => {
    const organizationId = await anOrganization()
    const empty = await aSurvey(organizationId, { type: 'custom' })
    const nothing = await save(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 1 }] })
    expect(await detailsOf(setSequenceStatus(organizationId, { id: nothing.id, status: 'active' }))).toEqual(['steps'])
    const asks = { name: 'B', status: 'active', steps: [{ type: 'survey', surveyId: empty.id }] }
    expect(await detailsOf(save(organizationId, asks))).toEqual(['steps.0.surveyId'])
    expect(await db.sequence.count({ where: { organizationId } })).toBe(1)
  })

  it('makes only the parked runs of a sequence due when it is resumed', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const { id } = await save(organizationId, { name: 'A', steps: [{ type: 'survey', surveyId: survey.id }] })
    await setSequenceStatus(organizationId, { id, status: 'paused' })
    const parked = await aSending(organizationId, id, { status: 'running', dueAt: null })
    const later = new Date(Date.now() + 3_600_000)
    const waiting = await aSending(organizationId, id, { status: 'running', dueAt: later })
    await setSequenceStatus(organizationId, { id, status: 'active' })
    await applyRevisions(organizationId)
    expect((await statusOf(parked.id)).dueAt).not.toBeNull()
    expect((await statusOf(waiting.id)).dueAt).toEqual(later)
  })

  it('cancels open runs with the reason when a sequence is archived or deleted, but not completed ones', async () => {
    const organizationId = await anOrganization()
    const { id } = await save(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 60 }] })
    const running = await aSending(organizationId, id, { status: 'running' })
    const done = await aSending(organizationId, id, { status: 'completed', dueAt: null, endedAt: new Date() })
    await setSequenceStatus(organizationId, { id, status: 'archived' })
    expect(await statusOf(running.id)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'sequenceArchived' },
      dueAt: null,
    })
    expect(await statusOf(done.id)).toMatchObject({ status: 'completed' })
    const queued = await aSending(organizationId, id)
    await deleteSequence(organizationId, id)
    expect(await statusOf(queued.id)).toMatchObject({ status: 'cancelled', reason: { code: 'sequenceDeleted' } })
    await expect(getSequence(organizationId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('makes waiting runs due again when the delays of a sequence change, but not when it is renamed', async () => {
    const organizationId = await anOrganization()
    const sequence = await save(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 86_400 }] })
    const later = new Date(Date.now() + 86_400_000)
    const waiting = await aSending(organizationId, sequence.id, { status: 'running', dueAt: later })
    await save(organizationId, { ...sequence, name: 'Renamed' })
    expect((await statusOf(waiting.id)).dueAt).toEqual(later)
    await save(organizationId, { ...sequence, steps: [{ ...sequence.steps[0], delay: 60 }] })
    await applyRevisions(organizationId)
    expect((await statusOf(waiting.id)).dueAt?.getTime()).toBeLessThanOrEqual(Date.now())
  })
})
