import { DAY_MS, HOUR_MS, now } from '../../clock'
import { makeReason } from '../../messaging/outcome/reasons'
import type { UpcomingSurvey } from '../rules/queries'
import type { BatchContext } from './batch-context'
import { isReminder, type LoadedStep } from './find-next-step'
import type { InMemorySending } from './in-memory-sending'
import { chooseThrottle, findTooSoonReason } from './throttle'

/** Skips a survey that comes too soon after another one, or after the same one. Reminders are sent. */
export function checkThrottle(context: BatchContext, sendingInMemory: InMemorySending, step: LoadedStep) {
  const { surveyId } = step
  if (surveyId === null || isReminder(step, sendingInMemory.stepRows)) return undefined
  const cooldownDays = context.surveys.get(surveyId)?.cooldownDays ?? null
  const throttle = findThrottle(context, sendingInMemory)
  const times = listTimesSurveyed(context, sendingInMemory)
  const reason = findTooSoonReason(times, { throttle, survey: { id: surveyId, cooldownDays } })
  return reason ? { do: 'skip' as const, reason } : undefined
}

function findThrottle({ organization, suppressionsByEmail }: BatchContext, { contact }: InMemorySending) {
  return chooseThrottle(organization.throttleDays, suppressionsByEmail.get(contact?.email ?? ''))
}

/** A survey that gives way looks again so long after the other one was expected, and waits no longer for one that is overdue for longer. */
const GIVES_WAY_MS = HOUR_MS
const OVERDUE_MS = 6 * HOUR_MS

/** Waits for a survey of a higher priority, which the contact is to get within the time in which they get only one. */
export function checkPriority(context: BatchContext, sendingInMemory: InMemorySending, step: LoadedStep) {
  const { sending, stepRows } = sendingInMemory
  const throttle = findThrottle(context, sendingInMemory)
  if (step.surveyId === null || throttle === null || isReminder(step, stepRows)) return undefined
  const priority = context.surveys.get(step.surveyId)?.priority ?? 0
  const before = now().getTime() + throttle.days * DAY_MS
  const other = context.upcomingSurveys.find(
    (one) =>
      one.contactId === sending.contactId &&
      isStillAhead(context, one) &&
      one.sendingId !== sending.id &&
      one.priority > priority &&
      one.at.getTime() < before,
  )
  if (!other) return undefined
  const until = new Date(Math.max(other.at.getTime(), now().getTime()) + GIVES_WAY_MS)
  return {
    do: 'postpone' as const,
    until,
    reason: makeReason('givesWay', { until: until.toISOString(), survey: other.name }),
  }
}

/** Whether a survey may still be sent: not by a sending of the batch that has ended, or has sent or skipped it. */
function isStillAhead({ sendingsInMemory }: BatchContext, { sendingId, surveyId, at }: UpcomingSurvey): boolean {
  if (at.getTime() < now().getTime() - OVERDUE_MS) return false
  const sendingInMemory = sendingsInMemory.find(({ sending }) => sending.id === sendingId)
  if (!sendingInMemory) return true
  const { sending, stepRows } = sendingInMemory
  return sending.endedAt === null && !stepRows.some((row) => row.surveyId === surveyId && row.endedAt !== null)
}

/** When the contact was sent surveys over all sequences, or answered one without being sent it. */
function listTimesSurveyed({ sendingsInMemory, lastSurveyedAt }: BatchContext, { sending }: InMemorySending) {
  const times: (readonly [string, Date])[] = [...(lastSurveyedAt.get(sending.contactId) ?? [])]
  for (const sendingInMemory of sendingsInMemory) {
    if (sendingInMemory.sending.contactId !== sending.contactId) continue
    for (const { surveyId, sentAt, claimedAt, endedAt, status } of sendingInMemory.stepRows) {
      if (surveyId === null) continue
      if (sentAt !== null && status !== 'bounced') times.push([surveyId, sentAt])
      if (claimedAt !== null && endedAt === null) times.push([surveyId, sentAt ?? claimedAt])
    }
  }
  return times
}
