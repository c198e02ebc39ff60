import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { deleteContact } from '../contacts/delete-contact'
import { loadSuppressions } from '../contacts/suppression'
import { getContactTimeline } from '../contacts/timeline/contact-timeline'
import { db } from '../db'
import { updateSenderProfile } from '../sender-profile/sender-profile'
import { useMailbox } from '../testing/environment'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aSigningSubscription } from '../testing/factories/webhooks'
import { runSendingsAndReadState } from '../testing/sendings'
import { MESSAGE_EVENT_KINDS } from './constants'
import { decideStepState, type StateEvent } from './decide-step-state'
import { aMessageEvent, anOrganizationWithSentStep, aSentStep, readUsage } from './message-event-fixture'
import { recordMessageEvent } from './record-message-event'
import { ReportedMessageEvent } from './schema'

const mailbox = await useMailbox()

const WORDS = '550 5.1.1 User unknown'
const stepOf = async (id: string) => db.sendingStep.findUniqueOrThrow({ where: { id } })
const listSuppressionReasons = async (organizationId: string, email: string) =>
  [...((await loadSuppressions(db, organizationId, [email])).get(email) ?? [])].sort()
const listDeliveries = async (organizationId: string) =>
  (await db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })).map(({ kind, body }) => ({
    kind,
    body: (JSON.parse(body) as object[])[0],
  }))

describe('an event of a provider', () => {
  it('a hard bounce fails the step, suppresses the address, counts, and tells subscribers and the timeline why', async () => {
    const { organizationId, step, contact, sending } = await anOrganizationWithSentStep()
    await aSigningSubscription(organizationId, ['contact.bounced', 'sending.failed'])
    const event = aMessageEvent('bounced', { code: '5.1.1', words: `550 5.1.1\r\n User\u0000 unknown` })
    expect(await recordMessageEvent(organizationId, step.id, event)).toEqual({
      result: 'recorded',
      previousStatus: 'sent',
    })
    expect(await stepOf(step.id)).toMatchObject({
      status: 'bounced',
      reason: { code: 'refused', values: { words: WORDS } },
    })
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ bouncedAt: expect.any(Date) })
    expect(await listSuppressionReasons(organizationId, contact.email)).toEqual(['bounced'])
    expect(await readUsage(organizationId)).toEqual({ accepted: 0, bounced: 1, complained: 0 })
    const { entries } = await getContactTimeline(organizationId, { id: contact.id })
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'bounced', words: WORDS }))
    const about = { contactId: contact.id, email: contact.email, sendingId: sending.id, words: WORDS }
    expect(await listDeliveries(organizationId)).toEqual([
      { kind: 'contact.bounced', body: expect.objectContaining({ event: 'contact.bounced', code: '5.1.1', ...about }) },
      {
        kind: 'sending.failed',
        body: expect.objectContaining({ event: 'sending.failed', status: 'bounced', reason: 'refused', ...about }),
      },
    ])
  })

  it('a soft bounce fails the step and does not suppress the address', async () => {
    const { organizationId, step, contact } = await anOrganizationWithSentStep()
    await recordMessageEvent(organizationId, step.id, aMessageEvent('bounced', { bounceType: 'soft' }))
    expect(await stepOf(step.id)).toMatchObject({ status: 'bounced' })
    expect(await listSuppressionReasons(organizationId, contact.email)).toEqual([])
    expect(await readUsage(organizationId)).toEqual({ accepted: 0, bounced: 1, complained: 0 })
  })

  it('a complaint is an opt-out that the timeline tells apart, and counts once for a message', async () => {
    const { organizationId, step, contact } = await anOrganizationWithSentStep()
    await recordMessageEvent(organizationId, step.id, aMessageEvent('complained'))
    await recordMessageEvent(organizationId, step.id, aMessageEvent('complained', { dedupeKey: 'again' }))
    expect(await stepOf(step.id)).toMatchObject({ status: 'delivered' })
    expect(await listSuppressionReasons(organizationId, contact.email)).toEqual(['opted_out'])
    expect(await readUsage(organizationId)).toEqual({ accepted: 1, bounced: 0, complained: 1 })
    const { entries } = await getContactTimeline(organizationId, { id: contact.id })
    expect(entries.filter(({ kind }) => kind === 'optedOut')).toMatchObject([{ isComplaint: true }])
  })

  it('an event that is repeated, even at the same time, has its effects once', async () => {
    const { organizationId, step } = await anOrganizationWithSentStep()
    await aSigningSubscription(organizationId, ['contact.bounced', 'sending.failed'])
    const results = await Promise.all(
      Array.from({ length: 4 }, () => recordMessageEvent(organizationId, step.id, aMessageEvent('bounced'))),
    )
    expect(results.map(({ result }) => result).sort()).toEqual(['recorded', 'repeated', 'repeated', 'repeated'])
    expect(await readUsage(organizationId)).toEqual({ accepted: 0, bounced: 1, complained: 0 })
    expect(await listDeliveries(organizationId)).toHaveLength(2)
  })

  it('has no effect on another organization’s message, an unsent message or another channel', async () => {
    const { organizationId, step } = await anOrganizationWithSentStep()
    const unsent = await aSentStep(organizationId, { status: 'failed', sentAt: null })
    const unknown = { result: 'unknown', previousStatus: null }
    const event = aMessageEvent('bounced')
    expect(await recordMessageEvent(await anOrganization(), step.id, event)).toEqual(unknown)
    expect(await recordMessageEvent(organizationId, uuidv7(), event)).toEqual(unknown)
    expect(await recordMessageEvent(organizationId, unsent.step.id, event)).toEqual(unknown)
    expect(await recordMessageEvent(organizationId, step.id, { ...event, channel: 'sms' })).toEqual(unknown)
    expect(await db.messageEvent.count({ where: { organizationId } })).toBe(0)
    expect(await stepOf(step.id)).toMatchObject({ status: 'sent' })
  })

  it('stores at most 20 events of one kind for a message', async () => {
    const { organizationId, step } = await anOrganizationWithSentStep()
    for (let n = 0; n < 25; n += 1)
      await recordMessageEvent(organizationId, step.id, aMessageEvent('opened', { dedupeKey: `${n}` }))
    expect(await db.messageEvent.count({ where: { organizationId } })).toBe(20)
  })

  it('of an opening or a click is stored only if the organization tracks them', async () => {
    const { organizationId, step } = await anOrganizationWithSentStep()
    await updateSenderProfile(organizationId, { tracksOpensAndClicks: false })
    for (const kind of ['opened', 'clicked'] as const)
      expect(await recordMessageEvent(organizationId, step.id, aMessageEvent(kind))).toMatchObject({
        result: 'untracked',
      })
    expect(await db.messageEvent.count({ where: { organizationId } })).toBe(0)
    expect(await stepOf(step.id)).toMatchObject({ status: 'sent' })
    await updateSenderProfile(organizationId, { tracksOpensAndClicks: true })
    await recordMessageEvent(organizationId, step.id, aMessageEvent('opened'))
    expect(await stepOf(step.id)).toMatchObject({ status: 'opened' })
  })

  it('that arrives before the mail server’s reply is applied with it', async () => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
    const sending = await aSending(organizationId, sequence.id)
    let release = () => {}
    mailbox.fault({ at: 'data', after: new Promise<void>((resolve) => void (release = resolve)) })
    const running = runSendingsAndReadState(organizationId, sending.id)
    const step = await vi.waitFor(async () => db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } }))
    expect(step).toMatchObject({ status: 'scheduled', endedAt: null })
    expect(await recordMessageEvent(organizationId, step.id, aMessageEvent('bounced'))).toMatchObject({
      result: 'recorded',
    })
    expect(await stepOf(step.id)).toMatchObject({ status: 'scheduled' })
    release()
    await running
    expect(await stepOf(step.id)).toMatchObject({ status: 'bounced', reason: { code: 'refused' } })
    expect(await readUsage(organizationId)).toMatchObject({ accepted: 0, bounced: 1 })
  })

  it('a refusal of a message whose outcome was unknown tells subscribers that it failed, once', async () => {
    const reason = { code: 'unconfirmed', values: {} }
    const { organizationId, step } = await anOrganizationWithSentStep({ status: 'failed', reason })
    await aSigningSubscription(organizationId, ['sending.failed'])
    await recordMessageEvent(organizationId, step.id, aMessageEvent('rejected', { words: 'Virus' }))
    await recordMessageEvent(organizationId, step.id, aMessageEvent('rejected', { dedupeKey: 'again' }))
    expect(await listDeliveries(organizationId)).toEqual([
      {
        kind: 'sending.failed',
        body: expect.objectContaining({ status: 'failed', reason: 'refused', words: 'Virus' }) as object,
      },
    ])
  })

  it('loses its words when the contact is deleted', async () => {
    const { organizationId, step, contact } = await anOrganizationWithSentStep()
    await recordMessageEvent(organizationId, step.id, aMessageEvent('bounced', { words: contact.email }))
    await deleteContact(organizationId, contact.id)
    expect(await db.messageEvent.findFirst({ where: { organizationId } })).toMatchObject({
      words: null,
      kind: 'bounced',
    })
    expect(await stepOf(step.id)).toMatchObject({ reason: { code: 'refused', values: { words: '' } } })
  })

  it('about a message to a contact who was deleted meanwhile is stored without its words', async () => {
    const { organizationId, step, contact } = await anOrganizationWithSentStep()
    await deleteContact(organizationId, contact.id)
    const words = `550 5.1.1 <${contact.email}>: User unknown`
    await recordMessageEvent(organizationId, step.id, aMessageEvent('bounced', { code: '5.1.1', words }))
    expect(await db.messageEvent.findFirst({ where: { organizationId } })).toMatchObject({ words: null, code: '5.1.1' })
    expect(await stepOf(step.id)).toMatchObject({
      status: 'bounced',
      reason: { code: 'refused', values: { words: '5.1.1' } },
    })
  })
})

describe('a random stream of events', () => {
  it('doubled and in any order, results in the rows of a model', async () => {
    const kinds = fc.constantFrom(...MESSAGE_EVENT_KINDS)
    const streams = fc.array(
      fc.record({ kind: kinds, isHard: fc.boolean(), isMachine: fc.boolean(), key: fc.nat(5), second: fc.nat(9) }),
      { minLength: 1, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(streams, async (stream) => {
        const { organizationId, step, contact } = await anOrganizationWithSentStep()
        await aSigningSubscription(organizationId, ['contact.bounced', 'sending.failed'])
        const events = stream.map(({ kind, isHard, isMachine, key, second }) =>
          aMessageEvent(kind, {
            isMachine,
            bounceType: kind === 'bounced' ? (isHard ? 'hard' : 'soft') : null,
            dedupeKey: `${key}`,
            words: `Words ${key}`,
            occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
          }),
        )
        for (const event of events) await recordMessageEvent(organizationId, step.id, event)
        const unique = [...new Map(events.toReversed().map((event) => [event.dedupeKey, event])).values()]
        const has = (kind: string) => unique.some((event) => event.kind === kind)
        const model = decideStepState(
          { status: 'sent', reason: null },
          unique.map((event): StateEvent => ReportedMessageEvent.parse(event)),
        )
        expect(await stepOf(step.id)).toMatchObject(model)
        const isBounced = model.status === 'bounced'
        const isGone = unique.some(({ bounceType }) => bounceType === 'hard')
        const hasOptedOut = has('complained') || has('unsubscribed')
        expect(await listSuppressionReasons(organizationId, contact.email)).toEqual([
          ...(isGone ? ['bounced'] : []),
          ...(hasOptedOut ? ['opted_out'] : []),
        ])
        expect(await readUsage(organizationId)).toEqual({
          accepted: isBounced || model.status === 'failed' ? 0 : 1,
          bounced: isBounced ? 1 : 0,
          complained: has('complained') ? 1 : 0,
        })
        expect(await db.messageEvent.count({ where: { organizationId } })).toBe(unique.length)
        const request = await db.surveyRequest.findFirst({ where: { organizationId } })
        expect(request?.deliveredAt != null).toBe(!isBounced && model.status !== 'failed')
        const failures = (await listDeliveries(organizationId)).map(({ kind }) => kind)
        expect(failures.filter((kind) => kind === 'contact.bounced')).toHaveLength(isGone ? 1 : 0)
      }),
      { numRuns: 12 },
    )
  }, 300_000)
})
