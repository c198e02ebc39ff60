import { DAY_MS, now } from '../../clock'
import type { Message } from '../../messaging/message'
import { reasonFor } from '../../outgoing/reasons'
import type { PlainReasonCode, Reason } from '../../outgoing/schema'
import { faultOfQuestions } from '../step-rules'
import type { BatchContext } from './batch-context'
import { type Composition, composeMessage, showsLink } from './compose-message'
import { lastAskedAt } from './contact-throttle'
import { firstSending, isReminder, latestSurvey, type Step, unmetCondition } from './next-step'
import { afterQuietHours } from './quiet-hours'
import type { ContactRow, SendingDraft } from './sending-draft'

export type Decision =
  | { do: 'complete' }
  | { do: 'skip'; reason: Reason; isContactGone?: true }
  | { do: 'postpone'; until: Date; reason: Reason }
  | { do: 'hold' }
  | { do: 'send'; message: Message; surveyId: string | null }

/** All checks of a due step, in the order in which their reasons take precedence. */
export function decideStep(context: BatchContext, person: SendingDraft, step: Step, sendingStepId: string): Decision {
  if (step.type === 'wait') return unmet(person, step) ?? { do: 'complete' }
  if (!person.contact) return { ...skip(reasonFor('contactDeleted')), isContactGone: true }
  return unmet(person, step) ?? decideMessage(context, person, person.contact, step, sendingStepId)
}

function decideMessage(
  context: BatchContext,
  person: SendingDraft,
  contact: ContactRow,
  step: Step,
  sendingStepId: string,
): Decision {
  const { done, sending } = person
  const locationId = sending.locationId ?? contact.locationId
  const linked = step.surveyId ?? latestSurvey(done)?.surveyId
  const survey = linked === undefined ? null : (context.surveys.get(linked) ?? null)
  const fault =
    surveyFault(step, survey) ??
    (linked === undefined && showsLink(step) ? 'nothingToLink' : undefined) ??
    recipientFault(context, step, contact)
  if (fault) return skip(reasonFor(fault))

  const obstacle = obstacleNow(context, person, step, locationId)
  if (obstacle) return obstacle

  const surveyStepId = linked === undefined ? null : (firstSending(done, linked)?.id ?? sendingStepId)
  const given: Composition = {
    step,
    sendingStepId,
    surveyStepId,
    survey: step.surveyId === null ? null : survey,
    contact,
    organization: context.organization,
    locationId,
  }
  return { do: 'send', message: composeMessage(given), surveyId: step.surveyId }
}

function obstacleNow(
  context: BatchContext,
  person: SendingDraft,
  step: Step,
  locationId: string | null,
): Decision | undefined {
  return context.hold ? { do: 'hold' } : (throttled(context, person, step) ?? quietHours(context, locationId))
}

function surveyFault(
  { surveyId }: Step,
  survey: { status: string; type: string; questions: unknown } | null,
): PlainReasonCode | undefined {
  if (surveyId === null) return undefined
  if (survey?.status !== 'active') return 'surveyArchived'
  return faultOfQuestions(survey) ? 'surveyEmpty' : undefined
}

function recipientFault({ suppressed }: BatchContext, step: Step, contact: ContactRow): PlainReasonCode | undefined {
  const reasons = suppressed.get(contact.email)
  if (contact.unsubscribed || reasons?.has('opted_out')) return 'unsubscribed'
  if (reasons?.has('bounced') && step.type !== 'sms') return 'suppressed'
  return step.type === 'sms' && !/^\+\d{6,15}$/.test(contact.phone ?? '') ? 'noPhone' : undefined
}

function unmet({ done, answers }: SendingDraft, step: Step) {
  const reason = unmetCondition(step.condition, done, answers)
  return reason && skip(reason)
}

/** Skips a survey that comes too soon instead of postponing it: later it would be about something long past. */
function throttled(context: BatchContext, person: SendingDraft, step: Step) {
  const { throttleDays: days } = context.organization
  if (days === null || step.surveyId === null || isReminder(step, person.done)) return undefined
  const last = lastAskedAt(context, person, days)
  if (!last) return undefined
  const until = new Date(last.getTime() + days * DAY_MS)
  return skip(reasonFor('throttled', { until: until.toISOString(), since: last.toISOString() }))
}

function quietHours({ organization, timeZones }: BatchContext, locationId: string | null) {
  const { quietHoursStart: start, quietHoursEnd: end } = organization
  if (start === null || end === null) return undefined
  const timeZone = (locationId === null ? null : timeZones.get(locationId)) ?? organization.timeZone
  const until = afterQuietHours(now(), { start, end, timeZone })
  if (until <= now()) return undefined
  return { do: 'postpone' as const, until, reason: reasonFor('quietHours', { until: until.toISOString() }) }
}

function skip(reason: Reason) {
  return { do: 'skip' as const, reason }
}
