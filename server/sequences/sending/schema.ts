import { z } from 'zod'
import { changeFeedFields, checkChangeFeedInput } from '../../change-feed/schema'
import { Reason } from '../../messaging/outcome/schema'
import { Id, PageQuery, QueryBoolean, Timestamp } from '../../validation/schema'
import { SendingStatus, SendingStepStatus, SequenceStatus, StepCondition, StepType } from '../schema'

/** What a contact would get now; a reason says why not. */
export const ContactReachability = z.object({
  email: Reason.nullable(),
  sms: Reason.nullable(),
  survey: Reason.nullable().describe('Why a survey would not be sent right now, if nothing else speaks against it.'),
  wantsFewerSurveys: z.boolean().describe('The person asked for at most one survey in 90 days.'),
  optedOutAt: Timestamp.nullable().describe('When the person opted out themselves.'),
  smsOptedOutAt: Timestamp.nullable().describe('When the person answered STOP to a text message.'),
  unsubscription: z
    .object({ at: Timestamp, by: z.string().nullable() })
    .nullable()
    .describe('By the organization, if it is known.'),
  bouncedAt: Timestamp.nullable(),
  lastSurveyedAt: Timestamp.nullable(),
  lastAnsweredAt: Timestamp.nullable(),
})
export type ContactReachability = z.infer<typeof ContactReachability>

export const ListSendings = PageQuery.extend({
  contact_id: Id.exactOptional().describe('Sendings to this contact.'),
  sequence_id: Id.exactOptional().describe('Sendings of this sequence.'),
  survey_id: Id.exactOptional().describe(
    'Sendings of this survey by `POST /surveys/{id}/send`. For surveys that a sequence sends, filter by `sequence_id`.',
  ),
  status: SendingStatus.exactOptional().describe('Sendings with this status.'),
  paused: QueryBoolean.exactOptional().describe('`true` for sendings that are paused, `false` for the others.'),
})
export type ListSendings = z.infer<typeof ListSendings>

/** A page of sendings, or their changes. */
export const ListSendingsOrChanges = ListSendings.extend(changeFeedFields('sending')).superRefine(checkChangeFeedInput)

const Channel = z.enum(['email', 'sms'])

const sendingFields = {
  id: Id,
  sequenceId: Id.nullable().describe('Null for a survey sent without a sequence.'),
  surveyId: Id.nullable().describe('The survey of `POST /surveys/{id}/send`. Null for a sequence.'),
  contactId: Id,
  email: z.string().describe('The address at enrolment. Empty once the contact was deleted.'),
  locationId: Id.nullable().describe('The location that responses are about.'),
  employeeId: Id.nullable().describe('The employee that responses are about.'),
  status: SendingStatus.describe(
    '`queued`, then `running` while steps are ahead; `completed` after the last step, whether messages left, failed or were ' +
      'skipped; `cancelled` with a reason.',
  ),
}

const sendingTimes = {
  dueAt: Timestamp.nullable().describe(
    'When the next step is due. Null if none is, or if it or its sequence is paused.',
  ),
  pausedAt: Timestamp.nullable().describe(
    'Since when it is paused: nothing leaves until it is resumed. Null if it is not.',
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp.describe('Of the last change of the sending or of one of its steps.'),
  endedAt: Timestamp.nullable(),
}

export const SendingTableRow = z.object({
  ...sendingFields,
  contactName: z.string().nullable().describe('Null when the contact was deleted.'),
  reason: Reason.nullable(),
  lastStep: z
    .object({ type: StepType, position: z.number().int(), status: SendingStepStatus, reason: Reason.nullable() })
    .nullable(),
  ...sendingTimes,
})
export type SendingTableRow = z.infer<typeof SendingTableRow>

export const TimelineStep = z.object({
  stepId: Id,
  position: z.number().int(),
  type: StepType,
  status: SendingStepStatus,
  reason: Reason.nullable(),
  condition: StepCondition.nullable().describe('Null when the step has left the sequence.'),
  delay: z.number().int().nullable(),
  survey: z.object({ id: Id, name: z.string() }).nullable(),
  channel: Channel.nullable(),
  recipient: z.string().nullable(),
  dueAt: Timestamp.nullable(),
  sentAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  response: z
    .object({
      id: Id,
      status: z.enum(['partial', 'completed']),
      counts: z.boolean(),
      rating: z.number().int().nullable(),
      band: z.enum(['positive', 'neutral', 'negative']).nullable(),
    })
    .nullable(),
})
export type TimelineStep = z.infer<typeof TimelineStep>

export const SendingDetail = SendingTableRow.omit({ lastStep: true }).extend({
  sequence: z.object({ id: Id, name: z.string(), status: SequenceStatus }).nullable(),
  locationName: z.string().nullable(),
  employeeName: z.string().nullable(),
  steps: z.array(TimelineStep),
})
export type SendingDetail = z.infer<typeof SendingDetail>

/** A reason as the REST API tells it. */
export const SendingReason = z
  .object({
    code: Reason.shape.code,
    message: z.string().describe('In English, for people. It may change: programs rely on `code`.'),
  })
  .meta({ id: 'SendingReason' })
export type SendingReason = z.infer<typeof SendingReason>

const sendingReason = SendingReason.nullable().describe('Why it was cancelled.')
const stepStatus = SendingStepStatus.describe(
  '`upcoming` and `scheduled` are ahead, with a reason if something delays the message. `captured`: no provider is set up, ' +
    'so the message is kept in the Outbox. `skipped`, `failed` and `bounced` have a reason. `completed`: a wait is over.',
)

export const SendingListItem = z
  .object({
    ...sendingFields,
    reason: sendingReason,
    lastStep: z
      .object({ type: StepType, status: stepStatus, reason: SendingReason.nullable() })
      .nullable()
      .describe('The last step that something was decided about. Null before the first.'),
    ...sendingTimes,
  })
  .meta({ id: 'SendingListItem' })
export type SendingListItem = z.infer<typeof SendingListItem>

export const SendingStep = z
  .object({
    stepId: Id.describe('The step of the sequence; the id of the sending for a survey sent without one.'),
    type: StepType,
    channel: Channel.nullable().describe('Null while nothing has been sent, and for a wait.'),
    status: stepStatus,
    reason: SendingReason.nullable().describe('Why nothing left, or not yet; or what became of the message.'),
    surveyId: Id.nullable(),
    recipient: z
      .string()
      .nullable()
      .describe('The address or number that the message went to. Null once the contact was deleted.'),
    dueAt: Timestamp.nullable().describe('Of a step that is ahead, once it is known.'),
    sentAt: Timestamp.nullable().describe('When the message left, or may have left.'),
    endedAt: Timestamp.nullable(),
    responseId: Id.nullable().describe('The response to the survey, also one that was not submitted yet.'),
  })
  .meta({ id: 'SendingStep' })
export type SendingStep = z.infer<typeof SendingStep>

export const Sending = z
  .object({
    ...sendingFields,
    reason: sendingReason,
    steps: z.array(SendingStep).describe('Those that are over, then those that are ahead, in order.'),
    ...sendingTimes,
  })
  .meta({ id: 'Sending' })
export type Sending = z.infer<typeof Sending>
