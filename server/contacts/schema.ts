import { z } from 'zod'
import { changeFeedFields, checkChangeFeedInput } from '../change-feed/schema'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import { ExportFormat, idListSchema } from '../validation/list-parameters'
import {
  Email,
  Id,
  Language,
  PageQuery,
  requiredTextSchema,
  singleLineTextSchema,
  sortParameterSchema,
  Timestamp,
  textSchema,
} from '../validation/schema'
import { ContactFilter } from './filters/schema'

export const CONTACT_TAGS_MAX = 50
export const CUSTOM_FIELDS_MAX_KEYS = 50
export const CUSTOM_FIELDS_MAX_BYTES = 16 * 1024
const CUSTOM_FIELDS_MAX_DEPTH = 8

export const CustomFields = z
  .preprocess(
    withoutEmptyArray,
    z
      .unknown()
      .superRefine((value, context) => {
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
        const error = isObject
          ? findCustomFieldsError(value as Record<string, unknown>)
          : localizableMessage('value.object')
        if (error) context.addIssue({ code: 'custom', message: error })
      })
      // Last, because z.record silently drops reserved keys.
      .pipe(z.record(z.string(), z.unknown())),
  )
  .meta({
    type: 'object',
    additionalProperties: true,
    maxProperties: CUSTOM_FIELDS_MAX_KEYS,
    description: `Your own key-value pairs, with any JSON values: at most ${CUSTOM_FIELDS_MAX_KEYS} keys, 16 KiB, ${CUSTOM_FIELDS_MAX_DEPTH} levels.`,
    example: { plan: 'pro' },
  })

function withoutEmptyArray(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value
}

export const Contact = z
  .object({
    id: Id,
    email: z
      .string()
      .meta({ example: 'ada@example.com', description: 'In lower case, and unique in the organization.' }),
    firstName: z.string().describe('Empty for a contact created by an execution without a first name.'),
    lastName: z.string().nullable(),
    phone: z.string().nullable().describe('In E.164 if we could read it as a phone number, otherwise as you sent it.'),
    title: z.string().nullable().describe('Job title or salutation.'),
    preferredLanguage: Language.nullable().describe("If null, the organization's default language is used."),
    locationId: Id.nullable().describe('The location the contact belongs to.'),
    contactOrganizationId: Id.nullable().describe('The company the contact belongs to.'),
    customFields: z.record(z.string(), z.unknown()).describe('Your own key-value pairs.'),
    tags: z.array(z.string()).meta({ maxItems: CONTACT_TAGS_MAX }),
    unsubscribed: z.boolean().describe('If true, the contact gets no surveys or messages.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

const Tag = requiredTextSchema(50)
const Tags = z
  .array(Tag)
  .max(CONTACT_TAGS_MAX)
  .overwrite((tags) => [...new Set(tags)])
  .describe('At most 50 tags of at most 50 characters each.')
const RequiredName = singleLineTextSchema(100).min(1, localizableMessage('value.missing'))

export const CreateContact = z.object({
  email: Email,
  firstName: RequiredName,
  lastName: singleLineTextSchema(100).nullable().exactOptional(),
  phone: textSchema(50)
    .trim()
    .nullable()
    .exactOptional()
    .describe(
      'Preferably in E.164, such as +14165550100. Other formats are read with the country of your organization.',
    ),
  title: singleLineTextSchema(100).nullable().exactOptional().describe('Job title or salutation.'),
  preferredLanguage: Language.nullable()
    .exactOptional()
    .describe("If null, the organization's default language is used."),
  locationId: Id.nullable().exactOptional().describe('A location of your organization (`GET /locations`).'),
  contactOrganizationId: Id.nullable()
    .exactOptional()
    .describe('The company the contact belongs to (`GET /contact-organizations`).'),
  customFields: CustomFields.nullable().exactOptional(),
  tags: Tags.nullable().exactOptional(),
})
export type CreateContact = z.infer<typeof CreateContact>

const UNNAMED = 'Required for a contact that does not exist yet.'

/** A contact to create or update by email. */
export const UpsertContact = CreateContact.extend({ firstName: RequiredName.exactOptional().describe(UNNAMED) })
export type UpsertContact = z.infer<typeof UpsertContact>

export const CONTACT_BATCH_MAX = 1000
const batchSize = localizableMessage('contact.batchSize', { maximum: CONTACT_BATCH_MAX })

export const UpsertContactBatch = z.object({
  // Each row is parsed on its own, so that a wrong one fails alone.
  contacts: z
    .array(z.unknown())
    .min(1, batchSize)
    .max(CONTACT_BATCH_MAX, batchSize)
    .meta({ items: describeRow(), description: 'Created or updated in this order.' }),
  onExisting: z
    .enum(['update', 'skip', 'error'])
    .default('update')
    .describe(
      'If a contact with the email exists: `update` changes the fields you send, as PATCH does; `skip` leaves it as it ' +
        'is; `error` lets the row fail with `CONTACT_EXISTS`.',
    ),
})
export type UpsertContactBatch = z.infer<typeof UpsertContactBatch>

function describeRow() {
  const { $schema: _, ...schema } = z.toJSONSchema(UpsertContact, { io: 'input' })
  return schema
}

export const ContactBatchResult = z
  .object({
    results: z
      .array(
        z.object({
          index: z.number().int().describe('Position in `contacts`, from 0.'),
          status: z.enum(['created', 'updated', 'skipped', 'failed']),
          id: Id.exactOptional().describe('The contact. Absent if the row failed.'),
          error: z
            .object({
              code: z.string(),
              message: z.string(),
              details: z.record(z.string(), z.unknown()).exactOptional(),
            })
            .exactOptional()
            .describe('Why the row failed, as the error of a request with this contact alone.'),
        }),
      )
      .meta({ maxItems: CONTACT_BATCH_MAX, description: 'One for each contact of the request, in order.' }),
    created: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    failed: z.number().int(),
  })
  .meta({ id: 'ContactBatch' })
export type ContactBatchResult = z.infer<typeof ContactBatchResult>

/** `address` is the email in the path. */
export const UpsertContactByEmail = UpsertContact.extend({
  address: Email.describe('The email address of the contact, percent-encoded.'),
  email: Email.exactOptional().describe('If you send it, it must be the one in the path.'),
}).superRefine(({ address, email }, context) => {
  if (email !== undefined && email !== address)
    context.addIssue({ code: 'custom', path: ['email'], message: localizableMessage('contact.emailNotInPath') })
})
export type UpsertContactByEmail = z.infer<typeof UpsertContactByEmail>

const AS_READ_DESCRIPTION =
  'Fields as you read them. If one of them has another value by now, nothing is written and the answer is 409 ' +
  '`CHANGED_MEANWHILE`, with the contact as it is now in `details.current`.'

/** Partial update; null clears an optional field, or removes a key of `customFields`. */
export const UpdateContact = CreateContact.extend({
  id: Id,
  email: Email.exactOptional(),
  firstName: RequiredName.exactOptional(),
  unsubscribed: z
    .boolean()
    .exactOptional()
    .describe(
      'If true, the contact gets no surveys or messages. You cannot resubscribe a person who unsubscribed themselves, ' +
        'nor one whose address a member blocked.',
    ),
  asRead: Contact.omit({ id: true, createdAt: true, updatedAt: true })
    .extend({ customFields: z.preprocess(withoutEmptyArray, Contact.shape.customFields) })
    .partial()
    .exactOptional()
    .describe(AS_READ_DESCRIPTION),
})
export type UpdateContact = z.infer<typeof UpdateContact>

export const ListContacts = PageQuery.extend({
  search: textSchema(200)
    .trim()
    .exactOptional()
    .describe('One or more words. Each must appear in the first name, last name or email. Case does not matter.'),
  email: textSchema(254)
    // Addresses contain no spaces: an unencoded plus arrives as one.
    .transform((email) => email.trim().replaceAll(' ', '+'))
    .exactOptional()
    .describe('Exactly this email address. Case does not matter.'),
  phone: textSchema(50).exactOptional().describe('This phone number, in any format. Send a + as %2B.'),
  ...ContactFilter.shape,
  segment_id: Id.exactOptional().describe('Contacts of this segment (`GET /segments`).'),
})
export type ListContacts = z.infer<typeof ListContacts>

/** A page of contacts, or their changes. */
export const ListContactsOrChanges = ListContacts.extend(changeFeedFields('contact')).superRefine(checkChangeFeedInput)

export const BrowseContacts = ListContacts.extend({
  sort: sortParameterSchema(['created', 'name', 'email', 'surveyed', 'answered']),
})
export type BrowseContacts = z.infer<typeof BrowseContacts>

/** Conditions of the contact list, without page and order. */
export type ContactQuery = Omit<ListContacts, 'page' | 'limit'>

export const ExportContacts = ListContacts.omit({ page: true, limit: true }).extend({
  ids: idListSchema(100).exactOptional(),
  format: ExportFormat,
})
export type ExportContacts = z.infer<typeof ExportContacts>

export const DeletedContact = z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedContact' })
export type DeletedContact = z.infer<typeof DeletedContact>

export const ErasedContact = z.object({ id: Id, erased: z.literal(true) }).meta({ id: 'ErasedContact' })
export type ErasedContact = z.infer<typeof ErasedContact>

/** Returns the validation error of custom fields, or undefined. Iterative, so that deep nesting cannot overflow the stack. */
export function findCustomFieldsError(fields: Record<string, unknown>): LocalizableMessage | undefined {
  if (Object.keys(fields).length > CUSTOM_FIELDS_MAX_KEYS)
    return localizableMessage('contact.fieldsMany', { maximum: CUSTOM_FIELDS_MAX_KEYS })
  const pending: [value: unknown, depth: number][] = [[fields, 0]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, depth] = next
    if (depth > CUSTOM_FIELDS_MAX_DEPTH)
      return localizableMessage('contact.fieldsDeep', { maximum: CUSTOM_FIELDS_MAX_DEPTH })
    const error = findValueError(value)
    if (error) return error
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) pending.push([inner, depth + 1])
  }
  const bytes = new TextEncoder().encode(JSON.stringify(fields)).length
  return bytes > CUSTOM_FIELDS_MAX_BYTES ? localizableMessage('contact.fieldsLarge') : undefined
}

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

function findValueError(value: unknown): LocalizableMessage | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : localizableMessage('value.notText')
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : localizableMessage('contact.fieldsNumber')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const names = Object.keys(value)
  if (!names.every(isStorableText)) return localizableMessage('value.notText')
  const reserved = names.find((name) => RESERVED.has(name))
  return reserved === undefined ? undefined : localizableMessage('contact.fieldsReserved', { name: reserved })
}

function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
