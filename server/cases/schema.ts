import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Reason } from '../messaging/outcome/schema'
import { Day, Id, Language, requiredTextSchema, singleLineTextSchema, Timestamp } from '../validation/schema'
import {
  ASSIGNEE_FILTERS,
  CASE_FILTERS,
  CASE_STATES,
  CHANGED_TAGS_MAX,
  NOTE_MAX_CHARACTERS,
  REPLY_OBSTACLES,
  REPLY_SUBJECT_MAX_CHARACTERS,
  RESPONSE_EVENT_KINDS,
  RESPONSE_REPLY_MAX_CHARACTERS,
  RESPONSE_REPLY_STATES,
  RESPONSE_TAG_MAX_CHARACTERS,
} from './constants'

export const CaseState = z.enum(CASE_STATES)

export const CaseFilter = z.enum(CASE_FILTERS)
export const AssigneeFilter = z.union([z.enum(ASSIGNEE_FILTERS), Id])
export type AssigneeFilter = z.infer<typeof AssigneeFilter>

export const ResponseCase = z.object({
  state: CaseState.nullable(),
  assigneeId: Id.nullable(),
  dueOn: Day.nullable(),
})
export type ResponseCase = z.infer<typeof ResponseCase>

export const CaseWithAssignee = ResponseCase.extend({ assigneeName: z.string().nullable() })
export type CaseWithAssignee = z.infer<typeof CaseWithAssignee>

/** Absent fields stay unchanged. Assigning a response or setting a due date opens its case. */
export const CaseChanges = z.object({
  state: CaseState.exactOptional(),
  assigneeId: Id.nullable().exactOptional(),
  dueOn: Day.nullable().exactOptional(),
})
export type CaseChanges = z.infer<typeof CaseChanges>

export const UpdateCase = CaseChanges.extend({ id: Id, asRead: ResponseCase.partial().exactOptional() })
export type UpdateCase = z.infer<typeof UpdateCase>

export const ResponseTag = z.object({ id: Id, name: z.string() })
export type ResponseTag = z.infer<typeof ResponseTag>

const TagName = singleLineTextSchema(RESPONSE_TAG_MAX_CHARACTERS).min(1, localizableMessage('value.missing'))
export const CreateResponseTag = z.object({ name: TagName })
export const RenameResponseTag = z.object({ id: Id, name: TagName })

export const ChangeTagsOfResponse = z.object({
  id: Id,
  add: z.array(Id).max(CHANGED_TAGS_MAX).default([]),
  remove: z.array(Id).max(CHANGED_TAGS_MAX).default([]),
})
export type ChangeTagsOfResponse = z.infer<typeof ChangeTagsOfResponse>

export const AddNote = z.object({ id: Id, text: requiredTextSchema(NOTE_MAX_CHARACTERS) })

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
  kind: z.enum(RESPONSE_EVENT_KINDS),
  actorName: z.string().nullable().describe('Null for the service itself.'),
  value: z.string().nullable().describe('A name as it was then, a day, or the id of a reply.'),
  createdAt: Timestamp,
})
export type ResponseEvent = z.infer<typeof ResponseEvent>

const WITHOUT_CONTROL_CHARACTERS = /^[^\p{Cc}]*$/u

export const WriteReply = z.object({
  id: Id,
  draftId: Id,
  subject: singleLineTextSchema(REPLY_SUBJECT_MAX_CHARACTERS).min(1, localizableMessage('value.missing')),
  text: requiredTextSchema(RESPONSE_REPLY_MAX_CHARACTERS)
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .refine(
      (text) => WITHOUT_CONTROL_CHARACTERS.test(text.replace(/[\n\t]/g, '')),
      localizableMessage('value.notText'),
    ),
})
export type WriteReply = z.infer<typeof WriteReply>

export const ResponseReply = z.object({
  id: Id,
  authorId: Id,
  authorName: z.string().describe('As they were called then.'),
  subject: z.string().describe('Empty, like the text and the recipient, once the contact was deleted.'),
  text: z.string(),
  recipient: z.string(),
  status: z.enum(RESPONSE_REPLY_STATES),
  reason: Reason.nullable().describe('Why it failed, waits or is kept.'),
  mayRetry: z.boolean().describe('It certainly did not arrive.'),
  createdAt: Timestamp,
})
export type ResponseReply = z.infer<typeof ResponseReply>

export const ReplyForm = z.object({
  obstacle: z.enum(REPLY_OBSTACLES).nullable(),
  recipientEmail: z.string().nullable().describe('Where it goes; null without a contact, and once it was deleted.'),
  replyToEmail: z.string().describe("The writer's own address."),
  subject: z.string(),
  language: Language,
  isUnsubscribed: z.boolean(),
  isCaptured: z.boolean().describe('No mail server is configured: it is kept in the Outbox.'),
  values: z
    .record(z.string(), z.string())
    .describe('By placeholder of a template, contact properties included; empty if not known.'),
})
export type ReplyForm = z.infer<typeof ReplyForm>

export const Timeline = z.object({
  notes: z.array(ResponseNote),
  replies: z.array(ResponseReply),
  events: z.array(ResponseEvent),
})
export type Timeline = z.infer<typeof Timeline>
