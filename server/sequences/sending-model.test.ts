import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { castReason } from '../messaging/outcome/reasons'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponseToStep, aSending } from '../testing/factories/sequences'
import { runSendings } from '../testing/sendings'
import { pickByTestLength } from '../testing/test-length'
import { loadOpenContext } from './forecast/load-forecast-context'
import { simulateJourneys } from './forecast/simulate'
import { ModelJourney, type ModelOutcome, type ModelStep } from './journey-model-fixture'
import type { SequenceDetail } from './schema'
import { actOnSending } from './sending-actions/act-on-listed-sendings'
import { parseAndSaveSequence } from './sequence-fixture'

await useMailbox()
afterEach(() => vi.useRealTimers())

const START = Date.parse('2026-12-07T10:00:00Z')
const HORIZON_MS = 60 * DAY_MS
const travelTo = (at: number) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })

const tagName = fc.constantFrom('vip', 'new')
const tags = fc.oneof(
  fc.constant(null),
  fc.record({
    match: fc.constantFrom('all' as const, 'any' as const),
    items: fc.array(fc.record({ tag: tagName, is: fc.boolean() }), { minLength: 1, maxLength: 2 }),
  }),
)
const delay = fc.constantFrom(0, 1, 30, 72)
const plainStep = fc.record({
  delay,
  type: fc.constantFrom('survey' as const, 'survey' as const, 'email' as const, 'wait' as const),
  surveyIndex: fc.constantFrom(0, 1),
  condition: fc.constantFrom('always' as const, 'always' as const, 'answered' as const, 'not_answered' as const),
  tags,
  branch: fc.constant(null),
})
const fork = fc
  .tuple(
    fc.record({ match: fc.constant('all' as const), items: fc.tuple(fc.record({ tag: tagName, is: fc.boolean() })) }),
    delay,
    plainStep,
    plainStep,
  )
  .map(([who, wait, yes, no]): ModelStep[] => [
    { delay: wait, type: 'fork', surveyIndex: 0, condition: 'always', tags: who, branch: null },
    { ...yes, branch: 'yes' },
    { ...no, branch: 'no' },
  ])
const steps = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: plainStep.map((step): ModelStep[] => [step]) }, { weight: 1, arbitrary: fork }),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
  .map((parts) => parts.flat())
  // Others cannot be activated.
  .filter((list) => list.some(({ type }) => type === 'survey' || type === 'email'))
const event = fc.record({
  /** Hours after the event before; minutes of their own keep events and steps apart. */
  after: fc.constantFrom(0, 1, 20, 50),
  person: fc.nat(1),
  does: fc.oneof(
    fc.constantFrom('answer' as const, 'optOut' as const, 'pause' as const, 'resume' as const),
    fc.record({ tag: tagName, has: fc.boolean() }),
    fc.record({ delays: fc.array(delay, { minLength: 8, maxLength: 8 }), moves: fc.boolean() }),
  ),
})
const world = fc.record({
  steps,
  rules: fc.record({
    stopsOnAnswer: fc.constantFrom(false, false, true),
    stopsOnOptOut: fc.boolean(),
    stopTag: fc.constantFrom(null, null, 'new'),
  }),
  tagged: fc.tuple(fc.uniqueArray(tagName, { maxLength: 1 }), fc.uniqueArray(tagName, { maxLength: 1 })),
  events: fc.array(event, { maxLength: 8 }),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

const NO_RULES = { stopsOnAnswer: false, stopsOnOptOut: false, stopTag: null }
const first = { delay: 0, type: 'survey', surveyIndex: 0, condition: 'always', tags: null, branch: null } as const
const later = { ...first, type: 'email', delay: 72 } as const
const DELAYS = [1, 30, 1, 30, 1, 30, 1, 30] as const

/** What matters most, in every run: the same things happen to the first of two people, and nothing to the second. */
const EXAMPLES: World[] = (
  [
    ['pause', 'resume'],
    ['answer', 'optOut'],
    [{ delays: [...DELAYS], moves: false }, 'answer'],
    [{ delays: [...DELAYS], moves: true }, 'answer'],
    [
      { tag: 'new', has: true },
      { tag: 'new', has: false },
    ],
  ] satisfies World['events'][number]['does'][][]
).flatMap((happenings) =>
  [NO_RULES, { stopsOnAnswer: true, stopsOnOptOut: true, stopTag: 'new' as const }].map((rules) => ({
    steps: [first, later, { ...later, condition: 'not_answered' as const }, { ...later, type: 'wait' as const }],
    rules,
    tagged: [[], ['vip' as const]] satisfies World['tagged'],
    events: happenings.map((does) => ({ after: 20 as const, person: 0, does })),
  })),
)

it('whatever happens on the way, each step comes out as a plain model says, and as a forecast says before', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (one) => {
      const life = await begin(one)
      await life.liveThrough(START)
      let at = START
      for (const [index, { after, person, does }] of one.events.entries()) {
        at += after * HOUR_MS + (index + 1) * MINUTE_MS
        await life.liveThrough(at)
        await life.act(at, person, does)
        await life.liveThrough(at)
      }
      const forecast = await life.forecast(at + HORIZON_MS)
      const seen = await life.readOutcomes()
      await life.liveThrough(at + HORIZON_MS)
      const outcomes = await life.readOutcomes()
      expect(outcomes).toEqual(life.readModel())
      expect(outcomes.map(({ steps: rows }, index) => rows.slice(seen[index]?.steps.length))).toEqual(forecast)
    }),
    { numRuns: pickByTestLength(5, 500), endOnFailure: true, examples: EXAMPLES.map((one) => [one]) },
  )
})

/** The same two people in the database and in the model. */
async function begin({ steps: modelSteps, rules, tagged }: World) {
  travelTo(START)
  const organizationId = await anOrganization({ timeZone: 'UTC' })
  const surveys = [await aSurvey(organizationId), await aSurvey(organizationId)]
  const toInput = (step: ModelStep, id?: string) => ({
    ...(id === undefined ? {} : { id }),
    type: step.type,
    delay: step.delay * 3600,
    condition: step.condition,
    ...(step.branch === null ? {} : { branch: step.branch }),
    ...(step.tags === null
      ? {}
      : { conditions: { match: step.tags.match, items: step.tags.items.map((item) => ({ type: 'tag', ...item })) } }),
    ...(step.type === 'survey' ? { surveyId: surveys[step.surveyIndex]?.id } : {}),
    ...(step.type === 'email' ? { subject: 'Hello', body: 'Hello' } : {}),
  })
  let sequence: SequenceDetail = await parseAndSaveSequence(organizationId, {
    name: 'Model',
    status: 'active',
    rules,
    steps: modelSteps.map((step) => toInput(step)),
  })
  const stepIds = sequence.steps.map(({ id }) => id)
  let current = modelSteps
  const people: { contact: { id: string }; sendingId: string; journey: ModelJourney }[] = []
  for (const own of tagged) {
    const contact = await aContact(organizationId, { tags: own })
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    const journey = new ModelJourney(modelSteps, rules, START)
    for (const tag of own) journey.tags.add(tag)
    people.push({ contact, sendingId: sending.id, journey })
  }
  const run = async (at: number) => {
    await runSendings(organizationId)
    for (const { journey } of people) journey.run(at)
  }

  async function liveThrough(until: number): Promise<void> {
    for (;;) {
      await run(Date.now())
      const next = await db.sending.findFirst({
        where: { organizationId, endedAt: null, dueAt: { not: null } },
        orderBy: { dueAt: 'asc' },
      })
      const due = Math.min(
        next?.dueAt?.getTime() ?? Infinity,
        ...people.map(({ journey }) => journey.dueAt ?? Infinity),
      )
      if (due > until) break
      travelTo(Math.max(due, Date.now()))
    }
    travelTo(until)
  }

  async function act(at: number, person: number, does: World['events'][number]['does']): Promise<void> {
    const someone = people[person]
    if (!someone) throw new Error('two people')
    const { contact, sendingId, journey } = someone
    if (does === 'answer') {
      const survey = surveys[journey.answer() ?? -1]
      if (!survey) return
      const step = await db.sendingStep.findFirstOrThrow({
        where: { organizationId, sendingId, surveyId: survey.id, sentAt: { not: null } },
        orderBy: { sentAt: 'asc' },
      })
      await aResponseToStep(step, contact.id, { band: 'positive' })
    } else if (does === 'optOut') {
      journey.isOptedOut = true
      await db.contact.update({ where: { id: contact.id }, data: { unsubscribed: true } })
    } else if (does === 'pause' || does === 'resume') {
      if (journey.ended) return
      await actOnSending(organizationId, sendingId, { type: does })
      if (does === 'pause') journey.pause(at)
      else journey.resume(at)
    } else if ('tag' in does) {
      if (does.has) journey.tags.add(does.tag)
      else journey.tags.delete(does.tag)
      await db.contact.update({ where: { id: contact.id }, data: { tags: [...journey.tags] } })
    } else {
      current = current.map((step, index) => ({ ...step, delay: does.delays[index % 8] ?? 0 }))
      sequence = await parseAndSaveSequence(organizationId, {
        id: sequence.id,
        name: 'Model',
        steps: current.map((step, index) => toInput(step, stepIds[index])),
        rules,
        peopleUnderWay: does.moves ? 'move' : 'stay',
      })
      if (does.moves) for (const { journey: own } of people) own.follow(current)
    }
  }

  async function readOutcomes() {
    const read = []
    for (const { sendingId } of people) {
      const sending = await db.sending.findUniqueOrThrow({ where: { id: sendingId }, include: { steps: true } })
      const rows = sending.steps.flatMap(({ stepId, status, reason, branch, endedAt }): ModelOutcome[] =>
        endedAt === null
          ? []
          : [
              {
                step: stepIds.indexOf(stepId),
                status,
                reason: status === 'skipped' ? (castReason(reason)?.code ?? null) : null,
                branch,
                at: endedAt.getTime(),
              },
            ],
      )
      const ended = { status: sending.status, reason: castReason(sending.reason)?.code ?? null }
      read.push({
        steps: rows.toSorted((a, b) => a.step - b.step),
        ended: sending.endedAt === null ? null : ended,
      })
    }
    return read
  }

  async function forecast(until: number) {
    const open = await db.sending.findMany({ where: { organizationId, endedAt: null, dueAt: { not: null } } })
    if (open.length === 0) return people.map(() => [])
    const journeys = simulateJourneys(await loadOpenContext(organizationId, open), new Date(until))
    return people.map(({ sendingId }) =>
      (journeys.find(({ sending }) => sending.sending.id === sendingId)?.events ?? [])
        .filter(({ status }) => status !== 'waiting')
        .map(({ stepId, status, reason, branch, at }) => ({
          step: stepIds.indexOf(stepId),
          status,
          reason: status === 'skipped' ? (reason?.code ?? null) : null,
          branch,
          at: at.getTime(),
        }))
        .toSorted((a, b) => a.step - b.step),
    )
  }

  const readModel = () => people.map(({ journey }) => ({ steps: journey.outcomes, ended: journey.ended }))
  return { liveThrough, act, forecast, readOutcomes, readModel }
}
