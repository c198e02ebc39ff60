import { DAY_MS } from '../../server/clock'
import type { Prisma } from '../../server/db'
import { makeReason } from '../../server/messaging/outcome/reasons'
import type { Reason } from '../../server/messaging/outcome/schema'
import { toUtcDay } from '../../server/organizations/daily-message-usage'
import { generateAnswersWithScores } from './answers'
import { createUuidAt, type DemoContact, type DemoLocation, HISTORY_WEEKS } from './contacts-and-master-data'
import type { SeededRandom } from './seeded-random'
import type { SendingPlan } from './sequences'

export type SendingHistory = {
  sendings: Prisma.SendingCreateManyInput[]
  steps: Prisma.SendingStepCreateManyInput[]
  responses: Prisma.ResponseCreateManyInput[]
}

type DemoData = {
  random: SeededRandom
  organizationId: string
  contacts: DemoContact[]
  places: DemoLocation[]
  staff: { id: string }[]
  end: Date
}

/** Sendings and responses of the twelve weeks before `end`. All of them have ended, so no job is due. */
export function buildSendingHistory(data: DemoData, routes: SendingPlan[]): SendingHistory {
  const rows: SendingHistory = { sendings: [], steps: [], responses: [] }
  for (const route of routes) for (let i = 0; i < route.sendingCount; i += 1) addSending(data, route, rows)
  const byTime = (a: { createdAt?: Date | string }, b: { createdAt?: Date | string }) =>
    Number(a.createdAt) - Number(b.createdAt)
  return {
    sendings: rows.sendings.sort(byTime),
    steps: rows.steps.sort(byTime),
    responses: rows.responses.sort(byTime),
  }
}

/** The counters of the days before `end` on which a message was sent. */
export function countDailyUsage(
  organizationId: string,
  { steps }: SendingHistory,
  end: Date,
): Prisma.DailyUsageCreateManyInput[] {
  const days = new Map<string, { accepted: number; bounced: number }>()
  for (const { claimedAt, status } of steps) {
    if (!claimedAt) continue
    const day = toUtcDay(new Date(claimedAt))
    const counts = days.get(day) ?? { accepted: 0, bounced: 0 }
    counts[status === 'bounced' ? 'bounced' : 'accepted'] += 1
    days.set(day, counts)
  }
  days.delete(toUtcDay(end))
  return [...days].map(([day, counts]) => ({
    organizationId,
    day: new Date(day),
    used: counts.accepted + counts.bounced,
    ...counts,
  }))
}

function addSending(data: DemoData, route: SendingPlan, rows: SendingHistory): void {
  const { random, organizationId, contacts, end } = data
  const start = momentOfDay(random, end, route)
  const contact = random.pick(contacts.filter((one) => one.createdAt < start))
  const sending: DemoSending = {
    sendingId: createUuidAt(start),
    contact,
    isBounced: random.chance(0.02),
    obstacle: null,
    answeredAt: null,
  }
  const scheduled = scheduleSteps(route, start)
  const surveyStep = scheduled.find(({ step }) => step.type === 'survey')
  if (surveyStep && !sending.isBounced) sending.obstacle = chooseObstacle(random, contact, surveyStep.at)
  if (surveyStep && !sending.isBounced && !sending.obstacle && random.chance(route.responseRate))
    sending.answeredAt = answerTime(random, surveyStep.at, end)

  // A bounced address gets no further message.
  const executed = sending.isBounced ? scheduled.filter(({ at }) => !surveyStep || at <= surveyStep.at) : scheduled
  const steps = executed.map((one) => stepRow(data, route, sending, one))
  const endedAt = steps.at(-1)?.endedAt ?? start
  rows.steps.push(...steps)
  rows.sendings.push({
    id: sending.sendingId,
    organizationId,
    sequenceId: route.sequenceId,
    surveyId: route.sequenceId === null ? route.surveyId : null,
    contactId: contact.id,
    email: contact.email,
    locationId: contact.locationId,
    employeeId: employeeFor(data, contact),
    contactOrganizationId: contact.contactOrganizationId ?? null,
    status: 'completed',
    anchorAt: start,
    endedAt,
    createdAt: start,
    updatedAt: endedAt,
  })
  const surveyRow = steps.find(({ type }) => type === 'survey')
  if (surveyRow && sending.answeredAt)
    rows.responses.push(responseRow(data, route, sending, surveyRow.id, sending.answeredAt))
}

function employeeFor({ contacts, staff }: DemoData, contact: DemoContact): string | null {
  return staff[contacts.indexOf(contact) % (staff.length + 1)]?.id ?? null
}

/** @property obstacle why the survey failed or was skipped */
type DemoSending = {
  sendingId: string
  contact: DemoContact
  isBounced: boolean
  obstacle: { status: 'skipped' | 'failed'; reason: Reason } | null
  answeredAt: Date | null
}

function chooseObstacle(random: SeededRandom, contact: DemoContact, at: Date): DemoSending['obstacle'] {
  if (contact.unsubscribed) return { status: 'skipped', reason: makeReason('unsubscribed') }
  const draw = random.between(0, 99)
  if (draw < 5) {
    const since = new Date(at.getTime() - 9 * DAY_MS)
    const until = new Date(since.getTime() + 30 * DAY_MS)
    const values = { since: since.toISOString(), until: until.toISOString() }
    return { status: 'skipped', reason: makeReason('throttled', values) }
  }
  if (draw < 6) return { status: 'failed', reason: makeReason('givenUp', { words: '451 4.7.1 Try again later' }) }
  return null
}

function stepRow({ organizationId }: DemoData, route: SendingPlan, sending: DemoSending, { step, at }: ScheduledStep) {
  const id = createUuidAt(at)
  const isSurvey = step.type === 'survey'
  const endedAt = isSurvey && sending.answeredAt ? sending.answeredAt : new Date(at.getTime() + 2_000)
  return {
    id,
    organizationId,
    sendingId: sending.sendingId,
    stepId: step.id ?? sending.sendingId,
    position: step.position,
    type: step.type,
    surveyId: isSurvey && !sending.obstacle ? route.surveyId : null,
    ...stepOutcome(step, sending),
    ...(isSent(step, sending)
      ? {
          channel: 'email',
          recipient: sending.contact.email,
          claimedAt: at,
          sentAt: at,
          messageId: `<${id}@example.com>`,
        }
      : {}),
    endedAt,
    createdAt: at,
    updatedAt: endedAt,
  }
}

function responseRow(
  data: DemoData,
  route: SendingPlan,
  sending: DemoSending,
  sendingStepId: string,
  answeredAt: Date,
) {
  const { random, organizationId, places, end } = data
  const { contact, sendingId } = sending
  const language = contact.preferredLanguage ?? 'en'
  const place = places.find(({ id }) => id === contact.locationId)
  // People are slightly happier every week.
  const weeksAgo = (end.getTime() - answeredAt.getTime()) / (7 * DAY_MS)
  const answers = generateAnswersWithScores(random, route.survey, language, (place?.mood ?? 0.5) - 0.03 * weeksAgo)
  return {
    id: createUuidAt(answeredAt),
    organizationId,
    surveyId: route.surveyId,
    contactId: contact.id,
    sendingId,
    sendingStepId,
    sequenceId: route.sequenceId,
    locationId: contact.locationId,
    employeeId: employeeFor(data, contact),
    contactOrganizationId: contact.contactOrganizationId ?? null,
    status: 'completed',
    surveyVersion: 1,
    language,
    ...answers,
    // The function submit_response opens them; cases of earlier weeks are resolved.
    caseState: answers.band === 'negative' ? (weeksAgo < 1 ? 'open' : 'resolved') : null,
    submittedAt: answeredAt,
    secondsToComplete: 20 + (Math.floor(answeredAt.getTime() / 1000) % 100),
    createdAt: answeredAt,
    updatedAt: answeredAt,
  }
}

function answerTime(random: SeededRandom, sentAt: Date, end: Date): Date {
  const seconds = random.chance(0.75) ? random.between(120, 6 * 3600) : random.between(6 * 3600, 40 * 3600)
  return new Date(Math.min(sentAt.getTime() + seconds * 1000, end.getTime() - 60_000))
}

/** Between 8 and 18 o'clock UTC, early enough for the whole sending to end before `end`. */
function momentOfDay(random: SeededRandom, end: Date, { steps }: SendingPlan): Date {
  const runDays = Math.ceil(steps.reduce((sum, step) => sum + step.delay, 0) / 86_400)
  const lastDay = Math.floor(end.getTime() / DAY_MS) - 1 - runDays
  const day = lastDay - random.between(0, HISTORY_WEEKS * 7 - 2 - runDays)
  return new Date(day * DAY_MS + random.between(8 * 3600, 18 * 3600) * 1000)
}

type ScheduledStep = { step: { id?: string; type: string; position: number; condition?: string }; at: Date }

function scheduleSteps({ sequenceId, steps }: SendingPlan, start: Date): ScheduledStep[] {
  let at = start.getTime() + 1_000
  if (sequenceId === null) return [{ step: { type: 'survey', position: 0 }, at: new Date(at) }]
  return steps.map(({ id, type, position, condition, delay }) => {
    at += delay * 1000
    return { step: { id, type, position, condition: condition ?? 'always' }, at: new Date(at) }
  })
}

function isSent({ type, condition }: ScheduledStep['step'], { answeredAt, obstacle }: DemoSending): boolean {
  if (type === 'survey') return obstacle === null
  return type === 'email' && !(condition === 'not_answered' && (answeredAt || obstacle))
}

function stepOutcome(step: ScheduledStep['step'], sending: DemoSending): { status: string; reason?: Reason } {
  if (step.type === 'survey' && sending.obstacle) return sending.obstacle
  if (!isSent(step, sending))
    return { status: 'skipped', reason: makeReason('conditionNotMet', { condition: 'not_answered' }) }
  if (step.type !== 'survey') return { status: 'sent' }
  if (sending.isBounced)
    return { status: 'bounced', reason: makeReason('refused', { words: '452 4.2.2 The mailbox is full' }) }
  return { status: sending.answeredAt ? 'answered' : 'sent' }
}
