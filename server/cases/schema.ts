import { z } from 'zod'
import { Id, Name, RequiredText, Timestamp } from '../fields/schema'
import { sentence } from '../messages/sentence'
import {
  ASSIGNEE_FILTERS,
  CASE_FILTERS,
  CASE_STATES,
  CHANGED_AT_MOST,
  EVENT_KINDS,
  NOTE_MAX_CHARACTERS,
  TAG_MAX_CHARACTERS,
} from './vocabulary'

export const CaseState = z.enum(CASE_STATES)
export type CaseState = z.infer<typeof CaseState>

export const CaseFilter = z.enum(CASE_FILTERS)
export const AssigneeFilter = z.union([z.enum(ASSIGNEE_FILTERS), Id])
export type AssigneeFilter = z.infer<typeof AssigneeFilter>

/** A day of the organization's clock. */
const Day = z.iso.date(sentence('value.date'))

/** What is done about a response; all null while nobody has taken it up. */
export const ResponseCase = z.object({
  state: CaseState.nullable(),
  assigneeId: Id.nullable(),
  dueOn: Day.nullable(),
})
export type ResponseCase = z.infer<typeof ResponseCase>

/** As a page shows it. */
export const ShownCase = ResponseCase.extend({ assigneeName: z.string().nullable() })
export type ShownCase = z.infer<typeof ShownCase>

/** What is absent stays as it is. To assign a response, or to say when it is due, opens its case. */
const CaseChanges = z.object({
  state: CaseState.exactOptional(),
  assigneeId: Id.nullable().exactOptional(),
  dueOn: Day.nullable().exactOptional(),
})
export type CaseChanges = z.infer<typeof CaseChanges>

export const SetCase = CaseChanges.extend({ id: Id, asRead: ResponseCase.partial().exactOptional() })
export type SetCase = z.infer<typeof SetCase>

/** One thing done with several responses; one that is gone is passed over. */
export const ChangeMany = CaseChanges.extend({
  ids: z.array(Id).min(1).max(CHANGED_AT_MOST),
  addTagId: Id.exactOptional(),
})
export type ChangeMany = z.infer<typeof ChangeMany>

export const ResponseTag = z.object({ id: Id, name: z.string() })
export type ResponseTag = z.infer<typeof ResponseTag>

const TagName = Name(TAG_MAX_CHARACTERS).min(1, sentence('value.missing'))
export const CreateTag = z.object({ name: TagName })
export const RenameTag = z.object({ id: Id, name: TagName })

/** Which tags a response gets, and which it loses: what somebody else gave it meanwhile stays. */
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
  value: z.string().nullable().describe('A name as it was then, or a day.'),
  createdAt: Timestamp,
})
export type ResponseEvent = z.infer<typeof ResponseEvent>

/** The newest of each first. */
export const Timeline = z.object({ notes: z.array(ResponseNote), events: z.array(ResponseEvent) })
export type Timeline = z.infer<typeof Timeline>
