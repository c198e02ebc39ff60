import { now } from '../../clock'
import { SMS_NUMBER } from '../../contacts/phone'
import type { SuppressionReason } from '../../contacts/queries'
import type { Message } from '../../messaging/message'
import { getOutboxChannels } from '../../messaging/outbox'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason, ReasonCodeWithoutValues } from '../../messaging/outcome/schema'
import type { Branch } from '../conditions/constants'
import { type ConditionFacts, doConditionsHold } from '../conditions/do-conditions-hold'
import { findStopReason } from '../rules/find-stop-reason'
import { deferToSendingWindow } from '../rules/sending-window'
import { findEmptySurveyError } from '../validate-steps'
import type { BatchContext } from './batch-context'
import { checkPriority, checkThrottle } from './check-survey-frequency'
import { composeMessage, stepRequiresSurveyLink } from './compose-message'
import {
  findFirstSentSurveyStep,
  findLatestSentSurveyStep,
  findUnmetConditionReason,
  type LoadedStep,
} from './find-next-step'
import type { InMemorySending, RecipientRow } from './in-memory-sending'
import { deferPastQuietHours } from './quiet-hours'
import { deferPastSmsQuietHours } from './sms-quiet-hours'

export type StepDecision =
  | { do: 'complete'; branch: Branch | null }
  | { do: 'skip'; reason: Reason; isContactGone?: true }
  | { do: 'postpone'; until: Date; reason: Reason }
  | { do: 'pause' }
  /** The run ends. */
  | { do: 'stop'; reason: Reason }
  | { do: 'send'; message: Message }

/** A due step that sends no message now. */
type StepObstacle = Exclude<StepDecision, { do: 'send' }>

/** What becomes of a due step. */
export function decideStep(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  step: LoadedStep,
  sendingStepId: string,
): StepDecision {
  const obstacle = findStepObstacle(context, sendingInMemory, step)
  return obstacle ?? { do: 'send', message: composeStep(context, sendingInMemory, step, sendingStepId) }
}

/** All checks of a due step, in the order in which their reasons take precedence. Undefined if it sends its message. */
export function findStepObstacle(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  step: LoadedStep,
): StepObstacle | undefined {
  const { contact, sending } = sendingInMemory
  const rules = context.rules.get(sending.sequenceId ?? '')
  const stopReason = rules && findStopReason(context, sendingInMemory, rules)
  if (stopReason) return { do: 'stop', reason: stopReason }
  if (step.type === 'fork') return { do: 'complete', branch: chooseBranch(context, sendingInMemory, step) }
  if (step.type === 'wait') return checkConditions(context, sendingInMemory, step) ?? { do: 'complete', branch: null }
  if (!contact) return { ...skip(makeReason('contactDeleted')), isContactGone: true }
  return checkConditions(context, sendingInMemory, step) ?? findMessageObstacle(context, sendingInMemory, contact, step)
}

function findMessageObstacle(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  contact: RecipientRow,
  step: LoadedStep,
): StepObstacle | undefined {
  const { surveyId, survey } = findLinkedSurvey(context, sendingInMemory, step)
  const fault =
    findSurveySkipReason(step, survey) ??
    (surveyId === undefined && stepRequiresSurveyLink(step) ? 'nothingToLink' : undefined) ??
    findRecipientSkipReason(context, step, contact)
  if (fault) return skip(makeReason(fault))
  const locationId = sendingInMemory.sending.locationId ?? contact.locationId
  return findBlockingDecision(context, sendingInMemory, step, { locationId, phone: contact.phone })
}

/** The survey that the message of a step links to: its own, or the latest one sent. */
function findLinkedSurvey({ surveys }: BatchContext, { stepRows }: InMemorySending, step: LoadedStep) {
  const surveyId = step.surveyId ?? findLatestSentSurveyStep(stepRows)?.surveyId
  return { surveyId, survey: surveyId === undefined ? null : (surveys.get(surveyId) ?? null) }
}

function composeStep(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  step: LoadedStep,
  sendingStepId: string,
): Message {
  const { stepRows, sending, contact } = sendingInMemory
  if (!contact) throw new Error('a step without a contact sends no message')
  const { surveyId, survey } = findLinkedSurvey(context, sendingInMemory, step)
  const surveyStepId =
    surveyId === undefined ? null : (findFirstSentSurveyStep(stepRows, surveyId)?.id ?? sendingStepId)
  return composeMessage({
    step,
    sendingStepId,
    surveyStepId,
    survey: step.surveyId === null ? null : survey,
    contact,
    organization: context.organization,
    contactProperties: context.contactProperties,
    locationId: sending.locationId ?? contact.locationId,
  })
}

function findBlockingDecision(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  step: LoadedStep,
  { locationId, phone }: { locationId: string | null; phone: string | null },
) {
  if (context.sendingRestriction) return { do: 'pause' as const }
  return (
    checkThrottle(context, sendingInMemory, step) ??
    checkPriority(context, sendingInMemory, step) ??
    checkSendingWindow(context, sendingInMemory, locationId) ??
    (step.type === 'sms' ? checkSmsQuietHours(context, locationId, phone ?? '') : checkQuietHours(context, locationId))
  )
}

function findSurveySkipReason(
  { surveyId }: LoadedStep,
  survey: { status: string; type: string; questions: unknown } | null,
): ReasonCodeWithoutValues | undefined {
  if (surveyId === null) return undefined
  if (survey?.status !== 'active') return 'surveyArchived'
  return findEmptySurveyError(survey) ? 'surveyEmpty' : undefined
}

/** Why a contact gets no message of this type, whatever it says. */
export function findRecipientSkipReason(
  { suppressionsByEmail, smsOptOuts }: Pick<BatchContext, 'suppressionsByEmail' | 'smsOptOuts'>,
  step: Pick<LoadedStep, 'type'>,
  contact: Pick<RecipientRow, 'email' | 'phone' | 'unsubscribed'>,
): ReasonCodeWithoutValues | undefined {
  const reasons = suppressionsByEmail.get(contact.email)
  const refusal = findRefusal(reasons, contact)
  if (refusal) return refusal
  return step.type === 'sms'
    ? findSmsSkipReason(contact.phone ?? '', smsOptOuts, reasons)
    : findEmailSkipReason(reasons)
}

/** Why a person is asked nothing, by whichever channel. @param contact null for an address that no contact has */
export function findRefusal(
  reasons: SuppressionReasons,
  contact: Pick<RecipientRow, 'unsubscribed'> | null,
): ReasonCodeWithoutValues | undefined {
  if (reasons?.has('opted_out')) return 'unsubscribed'
  if (reasons?.has('blocked')) return 'blocked'
  const isUnsubscribed = contact ? contact.unsubscribed : reasons?.has('unsubscribed')
  return isUnsubscribed ? 'unsubscribed' : undefined
}

type SuppressionReasons = ReadonlySet<SuppressionReason> | undefined

function findEmailSkipReason(reasons: SuppressionReasons): ReasonCodeWithoutValues | undefined {
  if (reasons?.has('bounced')) return 'suppressed'
  return reasons?.has('no_email') ? 'emailDeclined' : undefined
}

function findSmsSkipReason(
  phone: string,
  smsOptOuts: BatchContext['smsOptOuts'],
  reasons: SuppressionReasons,
): ReasonCodeWithoutValues | undefined {
  if (!SMS_NUMBER.test(phone)) return 'noPhone'
  if (smsOptOuts.has(phone)) return 'smsOptedOut'
  return reasons?.has('no_sms') ? 'smsDeclined' : undefined
}

function checkConditions(context: BatchContext, sendingInMemory: InMemorySending, step: LoadedStep) {
  const { stepRows, completedResponses } = sendingInMemory
  const reason = findUnmetConditionReason(step.condition, stepRows, completedResponses)
  if (reason) return skip(reason)
  if (step.conditions === null || doConditionsHold(step.conditions, toFacts(context, sendingInMemory))) return undefined
  return skip(makeReason('conditionsNotMet'))
}

function chooseBranch(context: BatchContext, sendingInMemory: InMemorySending, step: LoadedStep): Branch {
  return checkConditions(context, sendingInMemory, step) ? 'no' : 'yes'
}

function toFacts(
  { matchingContacts }: BatchContext,
  { sending, stepRows, completedResponses }: InMemorySending,
): ConditionFacts {
  return { contactId: sending.contactId, matchingContacts, done: stepRows, answers: completedResponses }
}

/** Postpones a message until the days and hours on which its sequence sends. */
function checkSendingWindow(context: BatchContext, { sending }: InMemorySending, locationId: string | null) {
  const rules = context.rules.get(sending.sequenceId ?? '')
  if (!rules) return undefined
  const until = deferToSendingWindow(now(), rules, resolveTimeZone(context, locationId))
  if (until <= now()) return undefined
  return { do: 'postpone' as const, until, reason: makeReason('sendingWindow', { until: until.toISOString() }) }
}

type QuietHoursContext = Pick<BatchContext, 'timeZones'> & {
  organization: Pick<BatchContext['organization'], 'quietHoursStart' | 'quietHoursEnd' | 'timeZone'>
}

/** Postpones a message until the quiet hours are over. */
export function checkQuietHours({ organization, timeZones }: QuietHoursContext, locationId: string | null, at = now()) {
  const { quietHoursStart: start, quietHoursEnd: end } = organization
  if (start === null || end === null) return undefined
  const timeZone = resolveTimeZone({ organization, timeZones }, locationId)
  const until = deferPastQuietHours(at, { start, end, timeZone })
  if (until <= at) return undefined
  return { do: 'postpone' as const, until, reason: makeReason('quietHours', { until: until.toISOString() }) }
}

/**
 * Postpones a text message until it is day where its number belongs. Without an SMS provider it is not sent: then only hours that
 * the organization has set apply.
 */
function checkSmsQuietHours(context: QuietHoursContext, locationId: string | null, phone: string) {
  const { quietHoursStart: start, quietHoursEnd: end } = context.organization
  const window = start === null || end === null ? null : { start, end }
  if (window === null && getOutboxChannels().sms) return undefined
  const fallbackTimeZone = resolveTimeZone(context, locationId)
  const until = deferPastSmsQuietHours(now(), phone, { window, fallbackTimeZone })
  if (until <= now()) return undefined
  return { do: 'postpone' as const, until, reason: makeReason('smsNight', { until: until.toISOString() }) }
}

export function resolveTimeZone({ organization, timeZones }: QuietHoursContext, locationId: string | null): string {
  return (locationId === null ? null : timeZones.get(locationId)) ?? organization.timeZone
}

function skip(reason: Reason) {
  return { do: 'skip' as const, reason }
}
