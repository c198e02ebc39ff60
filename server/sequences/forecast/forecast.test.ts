import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS, now } from '../../clock'
import { db } from '../../db'
import { castReason } from '../../messaging/outcome/reasons'
import { useMailbox } from '../../testing/environment'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { pickByTestLength } from '../../testing/test-length'
import { forecastEntry, forecastJourney } from './forecast-entry'
import { loadEntryContext } from './load-forecast-context'
import { type Journey, simulateJourneys } from './simulate'
import { listUpcoming } from './upcoming'

await useMailbox()

/** A Monday. */
const START = Date.parse('2026-12-07T10:00:00Z')
const travelTo = (at: number) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })

afterEach(() => vi.useRealTimers())

type Outcome = { stepId: string; status: string; reason: string | null; branch: string | null; at: number }

const byTime = (one: Outcome, other: Outcome) => one.at - other.at || one.stepId.localeCompare(other.stepId)

/** What a forecast says in the end about each step. */
function listForecastOutcomes({ events }: Journey): Outcome[] {
  return events
    .filter(({ status }) => status !== 'waiting')
    .map(({ stepId, status, reason, branch, at }) => ({
      stepId,
      status,
      reason: reason?.code ?? null,
      branch,
      at: at.getTime(),
    }))
    .toSorted(byTime)
}

/** What became of each step of a contact. */
async function listOutcomes(organizationId: string, contactId: string): Promise<Outcome[]> {
  const rows = await db.sendingStep.findMany({
    where: { organizationId, sending: { contactId }, endedAt: { not: null } },
  })
  return rows
    .map(({ stepId, status, reason, branch, endedAt }) => {
      const isSent = status === 'sent' || status === 'captured'
      const at = endedAt?.getTime() ?? 0
      return {
        stepId,
        status: isSent ? 'sent' : status,
        reason: isSent ? null : (castReason(reason)?.code ?? null),
        branch,
        at,
      }
    })
    .toSorted(byTime)
}

/** Lets time pass from one due time to the next. */
async function liveThrough(organizationId: string, until: number): Promise<void> {
  for (;;) {
    await runSendings(organizationId)
    const next = await db.sending.findFirst({
      where: { organizationId, endedAt: null, dueAt: { not: null } },
      orderBy: { dueAt: 'asc' },
    })
    if (!next?.dueAt || next.dueAt.getTime() > until) return
    travelTo(Math.max(next.dueAt.getTime(), Date.now()))
  }
}

const tag = fc.constantFrom('vip', 'new')
const conditions = fc.oneof(
  fc.constant(null),
  fc.record({
    match: fc.constantFrom('all', 'any'),
    items: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('tag'), tag, is: fc.boolean() }),
        fc.record({ type: fc.constant('language'), language: fc.constantFrom('en', 'fr'), is: fc.boolean() }),
        fc.record({ type: fc.constant('survey'), outcome: fc.constantFrom('answered', 'not_answered') }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
)
const delay = fc.constantFrom(0, 3600, 30 * 3600, 3 * 86_400)
const message = fc.record({
  type: fc.constantFrom('survey', 'email', 'sms', 'wait'),
  delay,
  conditions,
  condition: fc.constantFrom('always', 'always', 'not_answered', 'answered'),
})
const part = fc.oneof(
  { weight: 3, arbitrary: message.map((step) => [step]) },
  {
    weight: 1,
    arbitrary: fc.tuple(conditions, delay, message, message).map(([who, wait, yes, no]) => [
      {
        type: 'fork',
        delay: wait,
        conditions: who ?? { match: 'all', items: [{ type: 'tag', tag: 'vip', is: true }] },
      },
      { ...yes, branch: 'yes' },
      { ...no, branch: 'no' },
    ]),
  },
)
const world = fc.record({
  throttleDays: fc.constantFrom(null, 2, 7),
  quietHours: fc.constantFrom(null, [1320, 480], [540, 700]),
  cooldownDays: fc.constantFrom(null, 5),
  sequences: fc.tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(part, { minLength: 1, maxLength: 2 })),
  rules: fc.record({
    stopTag: fc.constantFrom(null, null, 'new'),
    lastDay: fc.constantFrom(null, null, new Date('2026-12-10')),
    sendDays: fc.constantFrom<number[]>([], [1, 2, 3, 4, 5], [6, 7]),
    sendFrom: fc.constantFrom(null, 600),
    sendUntil: fc.constantFrom(null, 1080),
  }),
  people: fc.array(
    fc.record({
      tags: fc.uniqueArray(tag),
      preferredLanguage: fc.constantFrom('en', 'fr', null),
      unsubscribed: fc.constantFrom(false, false, true),
      phone: fc.constantFrom(null, '+33612345678'),
      isInOther: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const TEXTS = { email: { subject: 'Hello', body: 'Hello' }, sms: { body: 'Hello' }, survey: {}, wait: {}, fork: {} }

describe('a forecast', () => {
  it('says of each person and step what happens then, and when', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ quietHours, throttleDays, cooldownDays, sequences, rules, people }) => {
        travelTo(START)
        const organizationId = await anOrganization({
          timeZone: 'Europe/Paris',
          throttleDays,
          ...(quietHours ? { quietHoursStart: quietHours[0] ?? 0, quietHoursEnd: quietHours[1] ?? 0 } : {}),
        })
        const surveys = [await aSurvey(organizationId, { cooldownDays }), await aSurvey(organizationId)]
        const toSteps = (parts: (typeof sequences)[number]) =>
          parts.flat().map(({ conditions: some, ...step }, index) => ({
            ...step,
            ...TEXTS[step.type as keyof typeof TEXTS],
            ...(some ? { conditions: some } : {}),
            ...(step.type === 'survey' ? { surveyId: surveys[index % 2]?.id ?? '' } : {}),
          }))
        const sequence = await aSequence(organizationId, toSteps(sequences[0]), rules)
        const other = await aSequence(organizationId, toSteps(sequences[1]))
        const contacts = []
        for (const { isInOther, ...data } of people) {
          const contact = await aContact(organizationId, data)
          contacts.push(contact)
          if (isInOther) await aSending(organizationId, other.id, { contactId: contact.id, email: contact.email })
        }
        const until = START + 40 * DAY_MS
        const context = await loadEntryContext(
          organizationId,
          sequence.id,
          contacts.map(({ id }) => id),
        )
        const journeys = simulateJourneys(context, new Date(until))
        const expected = contacts.map(({ id }) =>
          journeys
            .filter(({ sending }) => sending.sending.contactId === id)
            .flatMap((journey) => listForecastOutcomes(journey))
            .toSorted(byTime),
        )
        for (const { id: contactId, email } of contacts)
          await aSending(organizationId, sequence.id, { contactId, email })
        await liveThrough(organizationId, until)
        const actual = []
        for (const { id } of contacts) actual.push(await listOutcomes(organizationId, id))
        expect(actual).toEqual(expected)
      }),
      { numRuns: pickByTestLength(7, 200), endOnFailure: true },
    )
  })

  it('says on which day how many messages leave under a daily cap', async () => {
    travelTo(START)
    const organizationId = await anOrganization({ timeZone: 'UTC' })
    const sequence = await aSequence(organizationId, [{ type: 'email', ...TEXTS.email }], {
      dailyCap: 2,
      sendDays: [1, 3],
    })
    const contacts = []
    for (let count = 0; count < 5; count += 1) contacts.push(await aContact(organizationId))
    const outlook = await forecastEntry(organizationId, { id: sequence.id })
    expect(outlook).toMatchObject({ contacts: 5, people: 5, steps: [{ people: 5, skipped: [] }], ended: [] })
    expect(outlook.steps[0]?.until).toBe('2026-12-14T00:00:00.000Z')
    for (const { id: contactId, email } of contacts) await aSending(organizationId, sequence.id, { contactId, email })
    await runSendings(organizationId)
    const upcoming = await listUpcoming(organizationId)
    expect(upcoming.days.map(({ day, sent }) => [day, sent[0]?.people])).toEqual([
      ['2026-12-09', 2],
      ['2026-12-14', 1],
    ])
    await liveThrough(organizationId, START + 20 * DAY_MS)
    const steps = await db.sendingStep.findMany({ where: { organizationId }, orderBy: { endedAt: 'asc' } })
    expect(steps.map(({ endedAt }) => endedAt?.toISOString().slice(0, 10))).toEqual([
      '2026-12-07',
      '2026-12-07',
      '2026-12-09',
      '2026-12-09',
      '2026-12-14',
    ])
  })

  it('of a draft tells a contact’s decisions with their reasons, and writes nothing', async () => {
    travelTo(START)
    const organizationId = await anOrganization({ timeZone: 'UTC', quietHoursStart: 540, quietHoursEnd: 720 })
    const sequence = await aSequence(
      organizationId,
      [
        { type: 'survey' },
        { type: 'sms', ...TEXTS.sms, delay: 3600 },
        { type: 'email', ...TEXTS.email, delay: 86_400, condition: 'answered' },
      ],
      { status: 'draft' },
    )
    const contact = await aContact(organizationId, { phone: null })
    const { events, end } = await forecastJourney(organizationId, { id: sequence.id, contactId: contact.id })
    const noon = '2026-12-07T12:00:00.000Z'
    expect(events).toMatchObject([
      { position: 0, status: 'waiting', reason: { code: 'quietHours' }, until: noon, surveyName: 'How likely' },
      { position: 0, status: 'sent', at: noon, reason: null },
      {
        position: 1,
        status: 'skipped',
        at: new Date(Date.parse(noon) + HOUR_MS).toISOString(),
        reason: { code: 'noPhone' },
      },
      { position: 2, status: 'skipped', reason: { code: 'conditionNotMet' } },
    ])
    expect(end).toMatchObject({ reason: null })
    expect(await db.sending.count({ where: { organizationId } })).toBe(0)
    expect(now().getTime()).toBe(START)
  })

  it('ends for a message that can never leave, because its hours are quiet ones', async () => {
    travelTo(START)
    const organizationId = await anOrganization({ timeZone: 'UTC', quietHoursStart: 480, quietHoursEnd: 720 })
    const hours = { sendFrom: 540, sendUntil: 600 }
    const sequence = await aSequence(organizationId, [{ type: 'email', ...TEXTS.email }], hours)
    const contact = await aContact(organizationId)
    const { events } = await forecastJourney(organizationId, { id: sequence.id, contactId: contact.id })
    expect(events).toHaveLength(200)
    expect(events.every(({ status }) => status === 'waiting')).toBe(true)
  })

  it('lists what is due within 14 days and what will not leave, with reasons', async () => {
    travelTo(START)
    const organizationId = await anOrganization({ timeZone: 'UTC' })
    const sequence = await aSequence(organizationId, [
      { type: 'email', ...TEXTS.email, delay: 86_400 },
      { type: 'sms', ...TEXTS.sms, delay: 2 * 86_400 },
      { type: 'email', ...TEXTS.email, delay: 30 * 86_400 },
    ])
    for (const unsubscribed of [false, true]) {
      const { id: contactId, email } = await aContact(organizationId, { unsubscribed, phone: '+33612345678' })
      await aSending(organizationId, sequence.id, { contactId, email, dueAt: new Date(START + DAY_MS) })
    }
    const upcoming = await listUpcoming(organizationId)
    expect(upcoming).toMatchObject({ people: 2, examined: 2 })
    const skipped = [{ reason: { code: 'unsubscribed' }, people: 1 }]
    expect(upcoming.days).toMatchObject([
      { day: '2026-12-08', sent: [{ sequenceName: 'After the visit', position: 0, people: 1 }], skipped },
      { day: '2026-12-10', sent: [{ position: 1, people: 1 }], skipped },
    ])
  })
})
