import type { Prisma } from '../../server/db'
import { reasonFor } from '../../server/outgoing/reasons'
import type { Reason } from '../../server/outgoing/schema'
import { answer } from './answers'
import { DAY_MS, type DemoContact, type DemoLocation, idAt, WEEKS } from './people'
import type { Random } from './random'
import type { Route } from './sequences'

export type History = {
  sendings: Prisma.SendingCreateManyInput[]
  steps: Prisma.SendingStepCreateManyInput[]
  responses: Prisma.ResponseCreateManyInput[]
}

type Scene = {
  random: Random
  organizationId: string
  contacts: DemoContact[]
  places: DemoLocation[]
  staff: { id: string }[]
  end: Date
}

/** What was sent and answered over the twelve weeks before `end`. All of it has ended: nothing waits for a job. */
export function history(scene: Scene, routes: Route[]): History {
  const story: History = { sendings: [], steps: [], responses: [] }
  for (const route of routes) for (let i = 0; i < route.sendings; i += 1) tell(scene, route, story)
  const byTime = (a: { createdAt?: Date | string }, b: { createdAt?: Date | string }) =>
    Number(a.createdAt) - Number(b.createdAt)
  return {
    sendings: story.sendings.sort(byTime),
    steps: story.steps.sort(byTime),
    responses: story.responses.sort(byTime),
  }
}

/** One person's way through one route. */
function tell(scene: Scene, route: Route, story: History): void {
  const { random, organizationId, contacts, end } = scene
  const start = momentOfDay(random, end, route)
  const contact = random.pick(contacts.filter((one) => one.createdAt < start))
  const run: Run = { sendingId: idAt(start), contact, isBounced: random.chance(0.02), answeredAt: null }
  const walked = walk(route, start)
  const surveyed = walked.find(({ step }) => step.type === 'survey')
  if (surveyed && !run.isBounced && random.chance(route.answered)) run.answeredAt = answerTime(random, surveyed.at, end)

  // What bounced is not written to again.
  const lived = run.isBounced ? walked.filter(({ at }) => !surveyed || at <= surveyed.at) : walked
  const steps = lived.map((one) => stepRow(scene, route, run, one))
  const endedAt = steps.at(-1)?.endedAt ?? start
  story.steps.push(...steps)
  story.sendings.push({
    id: run.sendingId,
    organizationId,
    sequenceId: route.sequenceId,
    surveyId: route.sequenceId === null ? route.surveyId : null,
    contactId: contact.id,
    email: contact.email,
    locationId: contact.locationId,
    employeeId: employeeFor(scene, contact),
    status: 'completed',
    anchorAt: start,
    endedAt,
    createdAt: start,
    updatedAt: endedAt,
  })
  const asked = steps.find(({ type }) => type === 'survey')
  if (asked && run.answeredAt) story.responses.push(responseRow(scene, route, run, asked.id, run.answeredAt))
}

/** Who serves this contact; nobody in particular, for some. */
function employeeFor({ contacts, staff }: Scene, contact: DemoContact): string | null {
  return staff[contacts.indexOf(contact) % (staff.length + 1)]?.id ?? null
}

type Run = { sendingId: string; contact: DemoContact; isBounced: boolean; answeredAt: Date | null }

function stepRow({ organizationId }: Scene, route: Route, run: Run, { step, at }: Walked) {
  const id = idAt(at)
  const isSurvey = step.type === 'survey'
  const endedAt = isSurvey && run.answeredAt ? run.answeredAt : new Date(at.getTime() + 2_000)
  return {
    id,
    organizationId,
    sendingId: run.sendingId,
    stepId: step.id ?? run.sendingId,
    position: step.position,
    type: step.type,
    surveyId: isSurvey ? route.surveyId : null,
    ...outcome(step, run),
    ...(isSent(step, run)
      ? { channel: 'email', recipient: run.contact.email, claimedAt: at, sentAt: at, messageId: `<${id}@example.com>` }
      : {}),
    endedAt,
    createdAt: at,
    updatedAt: endedAt,
  }
}

function responseRow(scene: Scene, route: Route, run: Run, sendingStepId: string, answeredAt: Date) {
  const { random, organizationId, places, end } = scene
  const { contact, sendingId } = run
  const language = contact.preferredLanguage ?? 'en'
  const place = places.find(({ id }) => id === contact.locationId)
  // People are slightly happier every week.
  const weeksAgo = (end.getTime() - answeredAt.getTime()) / (7 * DAY_MS)
  const said = answer(random, route.survey, language, (place?.mood ?? 0.5) - 0.03 * weeksAgo)
  return {
    id: idAt(answeredAt),
    organizationId,
    surveyId: route.surveyId,
    contactId: contact.id,
    sendingId,
    sendingStepId,
    sequenceId: route.sequenceId,
    locationId: contact.locationId,
    employeeId: employeeFor(scene, contact),
    status: 'completed',
    language,
    ...said,
    // As submit_response opens them; those of earlier weeks are resolved.
    caseState: said.band === 'negative' ? (weeksAgo < 1 ? 'open' : 'resolved') : null,
    submittedAt: answeredAt,
    createdAt: answeredAt,
    updatedAt: answeredAt,
  }
}

/** Most answer within hours, some the next day; everybody before `end`. */
function answerTime(random: Random, sentAt: Date, end: Date): Date {
  const seconds = random.chance(0.75) ? random.between(120, 6 * 3600) : random.between(6 * 3600, 40 * 3600)
  return new Date(Math.min(sentAt.getTime() + seconds * 1000, end.getTime() - 60_000))
}

/** Between 8 and 18 o'clock UTC, on a day so early that the whole run has ended by now. */
function momentOfDay(random: Random, end: Date, { steps }: Route): Date {
  const runDays = Math.ceil(steps.reduce((sum, step) => sum + step.delay, 0) / 86_400)
  const lastDay = Math.floor(end.getTime() / DAY_MS) - 1 - runDays
  const day = lastDay - random.between(0, WEEKS * 7 - 2 - runDays)
  return new Date(day * DAY_MS + random.between(8 * 3600, 18 * 3600) * 1000)
}

/** A survey sent by itself is one step without an id of its own. */
type Walked = { step: { id?: string; type: string; position: number; condition?: string }; at: Date }

/** When each step was due. */
function walk({ sequenceId, steps }: Route, start: Date): Walked[] {
  let at = start.getTime() + 1_000
  if (sequenceId === null) return [{ step: { type: 'survey', position: 0 }, at: new Date(at) }]
  return steps.map(({ id, type, position, condition, delay }) => {
    at += delay * 1000
    return { step: { id, type, position, condition: condition ?? 'always' }, at: new Date(at) }
  })
}

function isSent({ type, condition }: Walked['step'], { answeredAt }: Run): boolean {
  return type === 'survey' || (type === 'email' && !(condition === 'not_answered' && answeredAt))
}

function outcome(step: Walked['step'], run: Run): { status: string; reason?: Reason } {
  if (!isSent(step, run))
    return { status: 'skipped', reason: reasonFor('conditionNotMet', { condition: 'not_answered' }) }
  if (step.type !== 'survey') return { status: 'sent' }
  if (run.isBounced)
    return { status: 'bounced', reason: reasonFor('refused', { words: '452 4.2.2 The mailbox is full' }) }
  return { status: run.answeredAt ? 'answered' : 'sent' }
}
