import { DAY_MS, HOUR_MS, now } from '../../clock'
import { makeReason } from '../../messaging/outcome/reasons'
import type { UpcomingSurvey } from '../rules/queries'
import type { BatchContext } from './batch-context'
import { isReminder, type LoadedStep } from './find-next-step'
import type { InMemorySending } from './in-memory-sending'
import { chooseThrottle, makeThrottledReason } from './throttle'

/** Skips a survey that comes too soon after another one, or after the same one. Reminders are sent. */
export function checkThrottle(context: BatchContext, sendingInMemory: InMemorySending, step: LoadedStep) {
  const { surveyId } = step
  if (surveyId === null || isReminder(step, sendingInMemory.stepRows)) return undefined
  const throttle = findThrottle(context, sendingInMemory)
  const last = throttle && findLastSurveyedAt(context, sendingInMemory, throttle.days)
  if (last) return { do: 'skip' as const, reason: makeThrottledReason(last, throttle) }
  const days = context.surveys.get(surveyId)?.cooldownDays ?? null
  const lastOfSurvey = days === null ? null : findLastSurveyedAt(context, sendingInMemory, days, surveyId)
  return days !== null && lastOfSurvey
    ? { do: 'skip' as const, reason: makeThrottledReason(lastOfSurvey, { days, code: 'coolDown' }) }
    : undefined
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

/** When the contact was last sent a survey, or this one, within these days, over all sequences. */
function findLastSurveyedAt(
  { sendingsInMemory, lastSurveyedAt }: BatchContext,
  { sending }: InMemorySending,
  days: number,
  only?: string,
) {
  const since = now().getTime() - days * DAY_MS
  const times = [...(lastSurveyedAt.get(sending.contactId) ?? [])].flatMap(([surveyId, at]) =>
    only === undefined || surveyId === only ? at.getTime() : [],
  )
  for (const sendingInMemory of sendingsInMemory) {
    if (sendingInMemory.sending.contactId !== sending.contactId) continue
    for (const { surveyId, sentAt, claimedAt, endedAt, status } of sendingInMemory.stepRows) {
      if (surveyId === null || (only !== undefined && surveyId !== only)) continue
      if (sentAt !== null && status !== 'bounced') times.push(sentAt.getTime())
      if (claimedAt !== null && endedAt === null) times.push((sentAt ?? claimedAt).getTime())
    }
  }
  const last = Math.max(0, ...times)
  return last > since ? new Date(last) : null
}
