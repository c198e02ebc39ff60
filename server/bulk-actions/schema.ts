import { z } from 'zod'
import { CONTACT_JOB_STATUSES } from '../contact-jobs/constants'
import { CONTACT_TAGS_MAX, CustomFields, ListContacts } from '../contacts/schema'
import { localizableMessage } from '../messages/localizable-message'
import { Id, Language, PageQuery, requiredTextSchema, Timestamp } from '../validation/schema'
import { SELECTED_IDS_MAX, SKIP_REASONS, UNDO_OUTCOMES } from './constants'

/** Contacts that are listed, or all that match the filters of the list. */
export const ContactSelection = z.union([
  z.object({
    ids: z
      .array(Id)
      .min(1)
      .max(SELECTED_IDS_MAX, localizableMessage('bulk.manyIds', { maximum: SELECTED_IDS_MAX })),
  }),
  z.object({ filter: ListContacts.omit({ page: true, limit: true }) }),
])
export type ContactSelection = z.infer<typeof ContactSelection>

const tags = z.array(requiredTextSchema(50)).min(1).max(CONTACT_TAGS_MAX)
const subject = { locationId: Id.nullable().default(null), employeeId: Id.nullable().default(null) }

const variant = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape })

/** What any member may do. */
export const MemberBulkActionInput = z.discriminatedUnion('type', [
  variant('addTags', { tags }),
  variant('removeTags', { tags }),
  variant('setLocation', { locationId: Id.nullable() }),
  variant('setCompany', { companyId: Id.nullable() }),
  variant('setProperty', {
    customFields: CustomFields.refine(
      (fields) => Object.keys(fields).length === 1,
      localizableMessage('bulk.oneField'),
    ),
  }),
  variant('setLanguage', { language: Language.nullable() }),
  variant('unsubscribe', {}),
  variant('enrol', { sequenceId: Id, ...subject }),
  variant('sendSurvey', { surveyId: Id, ...subject }),
  variant('delete', {}),
])
export type MemberBulkActionInput = z.infer<typeof MemberBulkActionInput>

const BulkActionParameters = z.union([MemberBulkActionInput, variant('erase', {})])
export type BulkActionParameters = z.infer<typeof BulkActionParameters>

export const StartBulkAction = z.object({ action: MemberBulkActionInput, selection: ContactSelection })

export const EraseContacts = z.object({ selection: ContactSelection })

export const PreviewBulkAction = z.object({
  selection: ContactSelection,
  sequenceId: Id.exactOptional(),
  surveyId: Id.exactOptional(),
})
export type PreviewBulkAction = z.infer<typeof PreviewBulkAction>

const SkippedContacts = z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.number().int() }))

/** `skipped` are those that the sequence or survey would not be sent to. */
export const BulkActionPreview = z.object({
  total: z.number().int(),
  unsubscribed: z.number().int(),
  skipped: SkippedContacts,
})
export type BulkActionPreview = z.infer<typeof BulkActionPreview>

export const BulkAction = z.object({
  id: Id,
  action: BulkActionParameters,
  recordName: z.string().nullable().describe('Name of the location, company, sequence or survey at the start.'),
  status: z.enum(CONTACT_JOB_STATUSES),
  isWaiting: z.boolean().describe('Until fewer messages are queued.'),
  total: z.number().int(),
  processed: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  skipped: SkippedContacts,
  error: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  undo: z.object({
    state: z.enum(['none', 'never', 'possible', 'expired', 'running', 'done', 'failed']),
    restored: z.number().int(),
    kept: z.number().int(),
  }),
})
export type BulkAction = z.infer<typeof BulkAction>

export const ListBulkActions = PageQuery.extend({ running: z.boolean().exactOptional() })
export type ListBulkActions = z.infer<typeof ListBulkActions>

export const ListSkippedContacts = PageQuery.extend({ id: Id, which: z.enum(['skipped', 'kept']).default('skipped') })
export type ListSkippedContacts = z.infer<typeof ListSkippedContacts>

/** A contact that an action skipped, or that its undo left as it is. `name` is null once the contact is deleted. */
export const SkippedContact = z.object({
  contactId: Id,
  name: z.string().nullable(),
  reason: z.enum([...SKIP_REASONS, ...UNDO_OUTCOMES]),
})
export type SkippedContact = z.infer<typeof SkippedContact>
