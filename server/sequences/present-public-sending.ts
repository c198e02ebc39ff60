import { toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { describeReason } from '../messaging/outcome/describe-reason'
import type { Reason } from '../messaging/outcome/schema'
import type {
  Sending,
  SendingDetail,
  SendingListItem,
  SendingReason,
  SendingStep,
  SendingTableRow,
  TimelineStep,
} from './sending/schema'

/* Sendings as the REST API shows them: with English reasons, and without what only pages need. */

export function presentPublicListItem({
  contactName: _contactName,
  reason,
  lastStep,
  ...row
}: SendingTableRow): SendingListItem {
  return {
    ...row,
    reason: presentReason(reason),
    lastStep: lastStep && { type: lastStep.type, status: lastStep.status, reason: presentReason(lastStep.reason) },
  }
}

export function presentPublicSending({
  contactName: _contactName,
  sequence: _sequence,
  locationName: _locationName,
  employeeName: _employeeName,
  reason,
  steps,
  ...sending
}: SendingDetail): Sending {
  return { ...sending, reason: presentReason(reason), steps: steps.map(presentPublicStep) }
}

function presentPublicStep(step: TimelineStep): SendingStep {
  const { stepId, type, channel, status, recipient, dueAt, sentAt, endedAt } = step
  return {
    stepId,
    type,
    channel,
    status,
    reason: presentReason(step.reason),
    surveyId: step.survey?.id ?? null,
    recipient,
    dueAt,
    sentAt,
    endedAt,
    responseId: step.response?.id ?? null,
  }
}

const timeFormat = new Intl.DateTimeFormat(toLanguageTag('en'), {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

function presentReason(reason: Reason | null): SendingReason | null {
  if (reason === null) return null
  const formatTime = (time: string) => `${timeFormat.format(new Date(time))} UTC`
  return { code: reason.code, message: describeReason(getTranslator('en', 'sequences'), reason, formatTime) }
}
