import { z } from 'zod'
import { ACTOR_TYPES } from '../../audit/constants'
import { BulkAction } from '../../bulk-actions/schema'
import { ResponseEvent, ResponseReply } from '../../cases/schema'
import { localizableMessage } from '../../messages/localizable-message'
import { Reason } from '../../messaging/outcome/schema'
import { ResponseTableRow } from '../../responses/schema'
import { SendingStatus, SendingStepStatus } from '../../sequences/schema'
import { SENDING_ACTIONS } from '../../sequences/sending-actions/constants'
import { Id, requiredTextSchema, Timestamp } from '../../validation/schema'
import { CONTACT_NOTE_MAX_CHARACTERS, TIMELINE_GROUPS, TIMELINE_SOURCES } from './constants'
import type { TimelinePosition } from './timeline-queries'

const SOURCES: readonly string[] = Object.values(TIMELINE_SOURCES).flat()
const CURSOR_MAX_CHARACTERS = 120

export function encodeTimelineCursor({ at, source, id }: TimelinePosition): string {
  return Buffer.from(`${at.toISOString()} ${source} ${id}`).toString('base64url')
}

const TimelineCursor = z
  .string()
  .max(CURSOR_MAX_CHARACTERS, localizableMessage('request.cursor'))
  .transform((text): TimelinePosition | undefined => {
    const [at = '', source = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
    const isReadable = Timestamp.safeParse(at).success && SOURCES.includes(source) && Id.safeParse(id).success
    return isReadable ? { at: new Date(at), source: source as TimelinePosition['source'], id } : undefined
  })

export const GetContactTimeline = z.object({
  id: Id,
  group: z.enum(TIMELINE_GROUPS).optional(),
  before: TimelineCursor.optional().describe('The `next` of the page before. An unreadable one is ignored.'),
})
export type GetContactTimeline = z.infer<typeof GetContactTimeline>

const Named = z.object({ id: Id, name: z.string() })

/** An import or a bulk action that changed the contact, itself or by being undone. */
const TimelineJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('import'), id: Id, isUndo: z.boolean(), fileName: z.string().nullable() }),
  BulkAction.pick({ id: true, action: true, recordName: true }).extend({
    kind: z.literal('bulkAction'),
    isUndo: z.boolean(),
  }),
])
export type TimelineJob = z.infer<typeof TimelineJob>

/** Who did it; `stranger` is the person themselves. A name is that of the time, or null if it is not known any more. */
const TimelineActor = z.object({
  type: z.enum(ACTOR_TYPES),
  name: z.string().nullable(),
  job: TimelineJob.nullable().describe('Null without one, and once it is not stored any more.'),
})
export type TimelineActor = z.infer<typeof TimelineActor>

const ChangedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.null()])

/** Whether the person wanted it before and after; absent if that did not change. */
const PreferenceChange = z.tuple([z.boolean(), z.boolean()]).optional()

const entry = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), id: Id, at: Timestamp, ...shape })

export const TimelineEntry = z.discriminatedUnion('kind', [
  entry('created', {
    via: z.enum(['api', 'dashboard', 'enrolment', 'import', 'link']).nullable(),
    actor: TimelineActor.nullable(),
  }),
  entry('changed', {
    actor: TimelineActor,
    changes: z
      .array(z.object({ field: z.string(), before: ChangedValue, after: ChangedValue }))
      .describe('Locations and companies by name, empty once deleted; `customFields.plan` is the custom field `plan`.'),
  }),
  entry('optedOut', {
    actor: TimelineActor.nullable().describe('Null if it is not known.'),
    isComplaint: z.literal(true).exactOptional().describe('The person marked a message as spam.'),
  }),
  entry('optedIn', { actor: TimelineActor }),
  entry('preferencesChanged', {
    actor: TimelineActor,
    fewerSurveys: PreferenceChange,
    noEmail: PreferenceChange,
    noSms: PreferenceChange,
  }),
  entry('smsOptedOut', { actor: TimelineActor, phone: z.string() }),
  entry('smsOptedIn', { actor: TimelineActor, phone: z.string() }),
  entry('smsReceived', { actor: TimelineActor, phone: z.string(), text: z.string() }),
  entry('sendingAction', {
    actor: TimelineActor,
    action: z.enum(SENDING_ACTIONS),
    sendingId: Id,
    sequenceId: Id.nullable(),
    name: z.string().nullable().describe('Of the sequence, or of the survey that was sent alone, at that time.'),
  }),
  entry('bounced', {
    actor: TimelineActor,
    words: z.string().exactOptional().describe('What the mail server or provider said, if it is known.'),
  }),
  entry('merged', { actor: TimelineActor, name: z.string(), email: z.string() }),
  entry('enrolled', {
    sequenceId: Id.nullable(),
    name: z
      .string()
      .nullable()
      .describe('Of the sequence, or of the survey that was sent alone; null once it is deleted.'),
    status: SendingStatus,
    reason: Reason.nullable(),
  }),
  entry('message', {
    sendingId: Id,
    sequenceId: Id.nullable(),
    type: z.enum(['survey', 'email', 'sms']),
    channel: z.enum(['email', 'sms']).nullable(),
    recipient: z.string().nullable(),
    surveyName: z.string().nullable(),
    status: SendingStepStatus,
    reason: Reason.nullable(),
  }),
  entry('answered', {
    response: ResponseTableRow.omit({ contact: true, case: true, marks: true }),
    consents: z.array(z.string()).describe('The wordings that were agreed to.'),
  }),
  entry('case', { responseId: Id, event: ResponseEvent }),
  entry('reply', { responseId: Id, reply: ResponseReply }),
  entry('review', { rating: z.number().int(), text: z.string(), source: z.string(), location: Named.nullable() }),
  entry('note', {
    text: z.string(),
    authorId: Id,
    authorName: z.string(),
    responseId: Id.nullable().describe('Of a note on a response.'),
  }),
])
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** An entry without its time; parsed with it. */
export type TimelineEntryWithoutTime = { kind: TimelineEntry['kind']; id: string } & Record<string, unknown>

export const ContactTimeline = z.object({
  entries: z.array(TimelineEntry).describe('Newest first.'),
  next: z.string().nullable().describe('The cursor of earlier entries.'),
})
export type ContactTimeline = z.infer<typeof ContactTimeline>

export const AddContactNote = z.object({ id: Id, text: requiredTextSchema(CONTACT_NOTE_MAX_CHARACTERS) })
export type AddContactNote = z.infer<typeof AddContactNote>
