import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS, now } from '../../clock'
import { optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { createSegment } from '../../segments/segments'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponseToStep, aSending, aSequence } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { saveSequence } from '../sequences'
import { SequenceRules } from './schema'

const text = { type: 'email', subject: 'Hello', body: 'Hello' }
/** A Monday. */
const MONDAY = '2026-12-07T10:00:00Z'
const travelTo = (at: string | number) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })

let organizationId: string

beforeEach(async () => {
  organizationId = await anOrganization({ timeZone: 'UTC' })
})
afterEach(() => vi.useRealTimers())

async function enrol(sequenceId: string, data: Parameters<typeof aContact>[1] = {}) {
  const contact = await aContact(organizationId, data)
  const sending = await aSending(organizationId, sequenceId, { contactId: contact.id, email: contact.email })
  return { contact, sending }
}
const readSteps = (sendingId: string) =>
  db.sendingStep.findMany({ where: { organizationId, sendingId }, orderBy: { createdAt: 'asc' } })
const readSending = (id: string) => db.sending.findFirstOrThrow({ where: { organizationId, id } })

describe('a sequence stops', () => {
  const steps = [{ type: 'survey' }, { ...text, delay: 3600 }]

  async function runWithEvent(
    rules: object,
    happen: (run: Awaited<ReturnType<typeof enrol>> & { stepId: string }) => unknown,
    contactData: Parameters<typeof aContact>[1] = {},
  ) {
    travelTo(MONDAY)
    const sequence = await aSequence(organizationId, steps, rules)
    const run = await enrol(sequence.id, contactData)
    await runSendings(organizationId)
    const [first] = await readSteps(run.sending.id)
    await happen({ ...run, stepId: first?.id ?? '' })
    travelTo(Date.parse(MONDAY) + HOUR_MS)
    await runSendings(organizationId)
    const { status, reason } = await readSending(run.sending.id)
    return { status, reason, messages: await db.capturedMessage.count({ where: { organizationId } }) }
  }

  const stopped = (code: string, values = {}) => ({ status: 'cancelled', reason: { code, values }, messages: 1 })
  const answer = async ({ sending, contact }: Awaited<ReturnType<typeof enrol>>) => {
    const [step] = await readSteps(sending.id)
    if (step) await aResponseToStep(step, contact.id, { npsScore: 9 })
  }

  it('when the contact has answered', async () => {
    expect(await runWithEvent({ stopsOnAnswer: true }, answer)).toEqual(stopped('hasAnswered'))
    expect(await runWithEvent({}, answer)).toMatchObject({ status: 'completed' })
  })

  it('when the contact has unsubscribed', async () => {
    const unsubscribe = ({ contact }: Awaited<ReturnType<typeof enrol>>) =>
      optOut(organizationId, contact.id, contact.email)
    expect(await runWithEvent({ stopsOnOptOut: true }, unsubscribe)).toEqual(stopped('unsubscribed'))
    expect(await runWithEvent({}, unsubscribe)).toMatchObject({ status: 'completed' })
  })

  it('when the contact has a tag', async () => {
    const tag = ({ contact }: Awaited<ReturnType<typeof enrol>>) =>
      db.contact.update({ where: { id: contact.id }, data: { tags: ['done'] } })
    expect(await runWithEvent({ stopTag: 'done' }, tag)).toEqual(stopped('stopTag', { tag: 'done' }))
  })

  it('when the contact is outside a segment', async () => {
    const { id } = await createSegment(organizationId, { name: 'Trial', filter: { tag: 'trial' } })
    const leave = ({ contact }: Awaited<ReturnType<typeof enrol>>) =>
      db.contact.update({ where: { id: contact.id }, data: { tags: [] } })
    expect(await runWithEvent({ stopOutsideSegmentId: id }, leave, { tags: ['trial'] })).toEqual(stopped('leftSegment'))
  })

  it('after its last day, in the time zone of the organization', async () => {
    travelTo('2026-12-07T22:30:00Z')
    organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
    const sequence = await aSequence(organizationId, [{ type: 'survey' }], { lastDay: new Date('2026-12-07') })
    const [first, second] = [await enrol(sequence.id), await enrol(sequence.id)]
    await db.sending.update({ where: { id: second.sending.id }, data: { dueAt: new Date('2026-12-07T23:00:00Z') } })
    await runSendings(organizationId)
    travelTo('2026-12-07T23:00:00Z')
    await runSendings(organizationId)
    expect(await readSending(first.sending.id)).toMatchObject({ status: 'completed' })
    expect(await readSending(second.sending.id)).toMatchObject({ status: 'cancelled', reason: { code: 'lastDay' } })
  })
})

describe('the sending window', () => {
  it('lets messages leave within it', async () => {
    travelTo(MONDAY)
    const sequence = await aSequence(organizationId, [text], { sendDays: [1], sendFrom: 540, sendUntil: 1080 })
    const { sending } = await enrol(sequence.id)
    await runSendings(organizationId)
    expect(await readSteps(sending.id)).toMatchObject([{ status: 'captured' }])
  })

  it.each([
    ['before its hours', '2026-12-07T07:00:00Z', { sendFrom: 540, sendUntil: 1080 }, '2026-12-07T09:00:00.000Z'],
    ['at their end', '2026-12-07T18:00:00Z', { sendFrom: 540, sendUntil: 1080 }, '2026-12-08T09:00:00.000Z'],
    ['on another day', '2026-12-07T10:00:00Z', { sendDays: [3, 5] }, '2026-12-09T00:00:00.000Z'],
    ['over the weekend', '2026-12-05T10:00:00Z', { sendDays: [1, 2], sendFrom: 600 }, '2026-12-07T10:00:00.000Z'],
  ])('makes them wait %s', async (_, at, rules, until) => {
    travelTo(at)
    const sequence = await aSequence(organizationId, [text], rules)
    const { sending } = await enrol(sequence.id)
    await runSendings(organizationId)
    const [step] = await readSteps(sending.id)
    expect(step).toMatchObject({ status: 'scheduled', reason: { code: 'sendingWindow', values: { until } } })
    expect((await readSending(sending.id)).dueAt?.toISOString()).toBe(until)
    travelTo(until)
    await runSendings(organizationId)
    expect(await readSteps(sending.id)).toMatchObject([{ status: 'captured' }])
  })
})

describe('the daily cap', () => {
  const countByDay = async () => {
    const messages = await db.capturedMessage.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
    return messages.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))
  }

  it('gives everyone a place on the first day that has one, and lets them leave then', async () => {
    travelTo('2026-12-04T10:00:00Z')
    const sequence = await aSequence(organizationId, [text], { dailyCap: 2, sendDays: [1, 2, 3, 4, 5], sendFrom: 480 })
    for (let count = 0; count < 5; count += 1) await enrol(sequence.id)
    await Promise.all([runSendings(organizationId), runSendings(organizationId)])
    const places = await db.sequenceMessageDay.findMany({ where: { organizationId }, orderBy: { day: 'asc' } })
    expect(places.map(({ day, messages }) => [day.toISOString().slice(0, 10), messages])).toEqual([
      ['2026-12-04', 2],
      ['2026-12-07', 2],
      ['2026-12-08', 1],
    ])
    const waiting = await db.sending.findMany({ where: { organizationId, endedAt: null }, orderBy: { dueAt: 'asc' } })
    expect(waiting.map(({ dueAt }) => dueAt?.toISOString())).toEqual([
      '2026-12-07T08:00:00.000Z',
      '2026-12-07T08:00:00.000Z',
      '2026-12-08T08:00:00.000Z',
    ])
    // Another look at the waiting ones, as after a change of the sequence, gives them no second place.
    await db.sending.updateMany({ where: { organizationId, endedAt: null }, data: { dueAt: now() } })
    await runSendings(organizationId)
    for (const day of ['2026-12-07T08:00:00Z', '2026-12-08T08:00:00Z']) {
      travelTo(day)
      await runSendings(organizationId)
    }
    expect(await countByDay()).toHaveLength(5)
    expect(await db.sequenceMessageDay.aggregate({ where: { organizationId }, _sum: { messages: true } })).toEqual({
      _sum: { messages: 5 },
    })
  })
})

describe('of two surveys', () => {
  it('a contact gets the same one again only after its cool-down, reminders aside', async () => {
    travelTo(MONDAY)
    const survey = await aSurvey(organizationId, { cooldownDays: 30 })
    const again = { type: 'survey', surveyId: survey.id }
    const sequence = await aSequence(organizationId, [again, { ...again, condition: 'not_answered' }])
    const { contact, sending } = await enrol(sequence.id)
    await db.organization.update({ where: { id: organizationId }, data: { throttleDays: null } })
    await markAsSent(sending.id)
    const other = await aSurvey(organizationId)
    const sendTo = async (surveyId: string) => {
      const one = await db.sending.create({
        data: { organizationId, surveyId, contactId: contact.id, email: contact.email, anchorAt: now(), dueAt: now() },
      })
      await runSendings(organizationId)
      return (await readSteps(one.id))[0]
    }
    expect(await sendTo(other.id)).toMatchObject({ status: 'captured' })
    expect(await sendTo(survey.id)).toMatchObject({
      status: 'skipped',
      reason: { code: 'coolDown', values: { until: new Date(Date.parse(MONDAY) + 30 * DAY_MS).toISOString() } },
    })
    travelTo(Date.parse(MONDAY) + 30 * DAY_MS)
    expect(await sendTo(survey.id)).toMatchObject({ status: 'captured' })
  })

  /** Captured messages do not count as sent: makes the first step one that was sent. */
  async function markAsSent(sendingId: string) {
    await runSendings(organizationId)
    const [first, reminder] = await readSteps(sendingId)
    expect([first?.status, reminder?.status]).toEqual(['captured', 'captured'])
    await db.sendingStep.updateMany({
      where: { organizationId, sendingId },
      data: { status: 'sent', sentAt: now(), capturedAt: null },
    })
  }

  it('the one with the lower priority waits for the other, and is left out once that was sent', async () => {
    travelTo(MONDAY)
    await db.organization.update({ where: { id: organizationId }, data: { throttleDays: 7 } })
    const [low, high] = [
      await aSurvey(organizationId, { priority: 0 }),
      await aSurvey(organizationId, { priority: 1, name: 'After the ticket' }),
    ]
    const lowSequence = await aSequence(organizationId, [{ type: 'survey', surveyId: low.id }])
    const highSequence = await aSequence(organizationId, [text, { type: 'survey', surveyId: high.id, delay: 3600 }])
    const { contact, sending } = await enrol(highSequence.id)
    const lower = await aSending(organizationId, lowSequence.id, { contactId: contact.id, email: contact.email })
    await runSendings(organizationId)
    const until = new Date(Date.parse(MONDAY) + 2 * HOUR_MS)
    expect(await readSteps(lower.id)).toMatchObject([
      {
        status: 'scheduled',
        reason: { code: 'givesWay', values: { survey: 'After the ticket', until: until.toISOString() } },
      },
    ])
    travelTo(Date.parse(MONDAY) + HOUR_MS)
    await runSendings(organizationId)
    const sent = (await readSteps(sending.id))[1]
    expect(sent).toMatchObject({ status: 'captured', surveyId: high.id })
    await db.sendingStep.update({ where: { id: sent?.id ?? '' }, data: { status: 'sent', sentAt: now() } })
    travelTo(until.getTime())
    await runSendings(organizationId)
    expect(await readSteps(lower.id)).toMatchObject([{ status: 'skipped', reason: { code: 'throttled' } }])
  })

  it('the one with the lower priority is sent if the other is not, after all', async () => {
    travelTo(MONDAY)
    await db.organization.update({ where: { id: organizationId }, data: { throttleDays: 7 } })
    const [low, high] = [await aSurvey(organizationId, { priority: -1 }), await aSurvey(organizationId)]
    const lowSequence = await aSequence(organizationId, [{ type: 'survey', surveyId: low.id }])
    const highSequence = await aSequence(organizationId, [{ type: 'survey', surveyId: high.id, delay: 86_400 }])
    const { contact, sending } = await enrol(highSequence.id)
    await db.sending.update({ where: { id: sending.id }, data: { dueAt: new Date(now().getTime() + DAY_MS) } })
    const lower = await aSending(organizationId, lowSequence.id, { contactId: contact.id, email: contact.email })
    await runSendings(organizationId)
    expect(await readSteps(lower.id)).toMatchObject([{ status: 'scheduled', reason: { code: 'givesWay' } }])
    await db.sending.update({ where: { id: sending.id }, data: { status: 'cancelled', endedAt: now(), dueAt: null } })
    travelTo(Date.parse(MONDAY) + DAY_MS + HOUR_MS)
    await runSendings(organizationId)
    expect(await readSteps(lower.id)).toMatchObject([{ status: 'captured' }])
  })
})

it('saves and reads the rules, and refuses a segment of another organization', async () => {
  const rules = SequenceRules.parse({ stopTag: 'done', lastDay: '2026-12-31', sendDays: [5, 1, 1], dailyCap: 10 })
  const saved = await saveSequence(organizationId, { name: 'Rules', description: '', rules, steps: [] })
  expect(saved.rules).toEqual({ ...rules, sendDays: [1, 5] })
  const kept = await saveSequence(organizationId, { id: saved.id, name: 'Same', description: '', steps: [] })
  expect(kept.rules).toEqual(saved.rules)
  const other = await createSegment(await anOrganization(), { name: 'VIP', filter: { tag: 'vip' } })
  const foreign = { ...rules, stopOutsideSegmentId: other.id }
  await expect(
    saveSequence(organizationId, { name: 'Rules', description: '', rules: foreign, steps: [] }),
  ).rejects.toMatchObject({ fields: { 'rules.stopOutsideSegmentId': expect.anything() } })
  expect(SequenceRules.safeParse({ sendFrom: 600, sendUntil: 600 }).success).toBe(false)
})
