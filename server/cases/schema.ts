import { z } from 'zod'
import { Day, Id, Language, Name, RequiredText, Timestamp } from '../fields/schema'
import { sentence } from '../messages/error-message'
import { Reason } from '../messaging/outcome/schema'
import { TEMPLATE_NAMES } from '../reply-templates/vocabulary'
import {
  ASSIGNEE_FILTERS,
  CASE_FILTERS,
  CASE_STATES,
  CHANGED_AT_MOST,
  EVENT_KINDS,
  NOTE_MAX_CHARACTERS,
  REPLY_MAX_CHARACTERS,
  REPLY_OBSTACLES,
  REPLY_STATES,
  SUBJECT_MAX_CHARACTERS,
  TAG_MAX_CHARACTERS,
} from './vocabulary'

export const CaseState = z.enum(CASE_STATES)
export type CaseState = z.infer<typeof CaseState>

export const CaseFilter = z.enum(CASE_FILTERS)
export const AssigneeFilter = z.union([z.enum(ASSIGNEE_FILTERS), Id])
export type AssigneeFilter = z.infer<typeof AssigneeFilter>

export const ResponseCase = z.object({
  state: CaseState.nullable(),
  assigneeId: Id.nullable(),
  dueOn: Day.nullable(),
})
export type ResponseCase = z.infer<typeof ResponseCase>

export const ShownCase = ResponseCase.extend({ assigneeName: z.string().nullable() })
export type ShownCase = z.infer<typeof ShownCase>

/** Absent fields stay unchanged. Assigning a response or setting a due date opens its case. */
const CaseChanges = z.object({
  state: CaseState.exactOptional(),
  assigneeId: Id.nullable().exactOptional(),
  dueOn: Day.nullable().exactOptional(),
})
export type CaseChanges = z.infer<typeof CaseChanges>

export const SetCase = CaseChanges.extend({ id: Id, asRead: ResponseCase.partial().exactOptional() })
export type SetCase = z.infer<typeof SetCase>

export const ChangeMany = CaseChanges.extend({
  ids: z.array(Id).min(1).max(CHANGED_AT_MOST),
  addTagId: Id.exactOptional(),
})
export type ChangeMany = z.infer<typeof ChangeMany>

export const ChangedCase = z.object({ id: Id, before: ResponseCase, after: ResponseCase })
export type ChangedCase = z.infer<typeof ChangedCase>

export const GivenTag = z.object({ tagId: Id, bulkActionId: Id, ids: z.array(Id).min(1).max(CHANGED_AT_MOST) })
export type GivenTag = z.infer<typeof GivenTag>

/** @property cases input to undo the update, like `tagged` @property tagged null if no response got the tag */
export const ChangedMany = z.object({
  changed: z.number().int(),
  cases: z.array(ChangedCase),
  tagged: GivenTag.nullable(),
})
export type ChangedMany = z.infer<typeof ChangedMany>

export const TakeBackMany = z.object({ cases: z.array(ChangedCase).max(CHANGED_AT_MOST), tagged: GivenTag.nullable() })
export type TakeBackMany = z.infer<typeof TakeBackMany>

export const ResponseTag = z.object({ id: Id, name: z.string() })
export type ResponseTag = z.infer<typeof ResponseTag>

const TagName = Name(TAG_MAX_CHARACTERS).min(1, sentence('value.missing'))
export const CreateTag = z.object({ name: TagName })
export const RenameTag = z.object({ id: Id, name: TagName })

export const SetTags = z.object({
  id: Id,
  add: z.array(Id).max(CHANGED_AT_MOST).default([]),
  remove: z.array(Id).max(CHANGED_AT_MOST).default([]),
})
export type SetTags = z.infer<typeof SetTags>

export const AddNote = z.object({ id: Id, text: RequiredText(NOTE_MAX_CHARACTERS) })

export const ResponseNote = z.object({
  id: Id,
  authorId: Id,
  authorName: z.string().describe('As they were called then.'),
  text: z.string(),
  createdAt: Timestamp,
})
export type ResponseNote = z.infer<typeof ResponseNote>

export const ResponseEvent = z.object({
  id: Id,
  kind: z.enum(EVENT_KINDS),
  actorName: z.string().nullable().describe('Null for the service itself.'),
  value: z.string().nullable().describe('A name as it was then, a day, or the id of a reply.'),
  createdAt: Timestamp,
})
export type ResponseEvent = z.infer<typeof ResponseEvent>

const WITHOUT_CONTROL_CHARACTERS = /^[^\p{Cc}]*$/u

export const WriteReply = z.object({
  id: Id,
  draftId: Id,
  subject: Name(SUBJECT_MAX_CHARACTERS).min(1, sentence('value.missing')),
  text: RequiredText(REPLY_MAX_CHARACTERS)
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .refine((text) => WITHOUT_CONTROL_CHARACTERS.test(text.replace(/[\n\t]/g, '')), sentence('value.notText')),
})
export type WriteReply = z.infer<typeof WriteReply>

export const ResponseReply = z.object({
  id: Id,
  authorId: Id,
  authorName: z.string().describe('As they were called then.'),
  subject: z.string().describe('Empty, like the text and the recipient, once the contact was deleted.'),
  text: z.string(),
  recipient: z.string(),
  status: z.enum(REPLY_STATES),
  reason: Reason.nullable().describe('Why it failed, waits or is kept.'),
  mayRetry: z.boolean().describe('It certainly did not arrive.'),
  createdAt: Timestamp,
})
export type ResponseReply = z.infer<typeof ResponseReply>

const ReplyObstacle = z.enum(REPLY_OBSTACLES)
export type ReplyObstacle = z.infer<typeof ReplyObstacle>

export const ReplyForm = z.object({
  obstacle: ReplyObstacle.nullable(),
  address: z.string().nullable().describe('Where it goes; null once the contact was deleted.'),
  answersTo: z.string().describe("The writer's own address."),
  subject: z.string(),
  language: Language,
  isUnsubscribed: z.boolean(),
  isCaptured: z.boolean().describe('No mail server is configured: it is kept in the Outbox.'),
  values: z.record(z.enum(TEMPLATE_NAMES.response), z.string()).describe('What a template names; empty if not known.'),
})
export type ReplyForm = z.infer<typeof ReplyForm>

export const Timeline = z.object({
  notes: z.array(ResponseNote),
  replies: z.array(ResponseReply),
  events: z.array(ResponseEvent),
})
export type Timeline = z.infer<typeof Timeline>
