import { z } from 'zod'
import { UpsertContact } from '../contacts/schema'
import { localizableMessage } from '../messages/localizable-message'
import { Reason } from '../messaging/outcome/schema'
import {
  Email,
  Id,
  nestedObjectSchema,
  requiredTextSchema,
  singleLineTextSchema,
  textSchema,
} from '../validation/schema'
import { DEDUPE_KEY_DAYS, DEDUPE_KEY_MAX_CHARACTERS } from './constants'

const { title, preferredLanguage, locationId, contactOrganizationId, customFields, tags } = UpsertContact.shape

const DedupeKey = requiredTextSchema(DEDUPE_KEY_MAX_CHARACTERS).nullable().exactOptional()

export const ContactToEnrol = z
  .object({
    email: Email,
    firstName: singleLineTextSchema(100).nullable().exactOptional(),
    lastName: singleLineTextSchema(100).nullable().exactOptional(),
    phone: textSchema(50).trim().nullable().exactOptional().describe('Required if a step of the sequence sends SMS.'),
    title,
    preferredLanguage,
    locationId: locationId.describe('Instead of the `locationId` of the request, for this contact.'),
    contactOrganizationId,
    customFields: customFields.describe('Merged into the existing ones, one level deep; null removes a key.'),
    tags: tags.describe('Replace the existing ones.'),
    dedupeKey: DedupeKey.describe(
      `The event that this contact is sent to for, such as an order number: within ${DEDUPE_KEY_DAYS} days the same key of the same sequence ` +
        'or survey creates nothing, and the result is that of the first.',
    ),
  })
  // Keeps unknown fields, so that the response can list them as warnings.
  .catchall(z.unknown())
export type ContactToEnrol = z.infer<typeof ContactToEnrol>

export const ExecuteSequence = z.object({
  id: Id,
  contacts: z
    .array(nestedObjectSchema(ContactToEnrol))
    .min(1, localizableMessage('sequence.noContacts'))
    .max(100, localizableMessage('sequence.manyContacts')),
  locationId: Id.nullable()
    .exactOptional()
    .describe(
      'A location of your organization (`GET /locations`): set on all contacts, and on their responses. If absent, each ' +
        'response is about the contact’s own location.',
    ),
  employeeId: Id.nullable().exactOptional().describe('The employee that the responses are about (`GET /employees`).'),
  dedupeKey: DedupeKey.describe('A key for the contacts that have none of their own. It counts once for each address.'),
})
export type ExecuteSequence = z.infer<typeof ExecuteSequence>

const execution = {
  contactsProcessed: z.number().int().describe('Contacts created or updated.'),
  sendingsCreated: z.number().int().describe('One for each contact, without duplicates.'),
  results: z
    .array(
      z.object({
        email: z.string(),
        contactId: Id,
        sendingId: Id.describe('What becomes of it: `GET /sendings/{id}`.'),
        status: z.literal('queued'),
        reason: Reason.shape.code
          .exactOptional()
          .describe(
            'Why nothing will leave for this contact as things stand, such as `unsubscribed`: the reason of the first message. ' +
              'Absent if something will leave. See the guide “What became of a send”.',
          ),
        duplicate: z
          .literal(true)
          .exactOptional()
          .describe(
            'The `dedupeKey` was used before: nothing was created or changed. `sendingId` and `contactId` are those of the first sending.',
          ),
      }),
    )
    .meta({ maxItems: 100 }),
  warnings: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .meta({ maxItems: 100 })
    .exactOptional()
    .describe(
      'Fields of `contacts` that were ignored, such as `contacts.0.firstname`; at most 100. Absent without any.',
    ),
}

export const ExecuteSequenceResult = z
  .object({ sequenceId: Id, sequenceName: z.string(), ...execution })
  .meta({ id: 'SequenceExecution' })
export type ExecuteSequenceResult = z.infer<typeof ExecuteSequenceResult>

export const SendSurveyResult = z
  .object({ surveyId: Id, surveyName: z.string(), ...execution })
  .meta({ id: 'SurveyExecution' })
export type SendSurveyResult = z.infer<typeof SendSurveyResult>
