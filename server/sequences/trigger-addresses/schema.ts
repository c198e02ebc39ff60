import { z } from 'zod'
import { PropertyKey } from '../../contact-properties/schema'
import { localizableMessage } from '../../messages/localizable-message'
import { Id, PageQuery, requiredTextSchema, singleLineTextSchema, Timestamp, textSchema } from '../../validation/schema'
import { DEDUPE_KEY_MAX_CHARACTERS } from '../constants'
import { ENTRY_DAYS_MAX } from '../entry/constants'
import {
  COMPARING_OPERATORS,
  CONDITIONS_MAX,
  MAPPED_PROPERTIES_MAX,
  PATH_KEY_MAX_CHARACTERS,
  PATH_MAX_SEGMENTS,
  TRIGGER_OPERATORS,
  TRIGGER_OUTCOMES,
} from './constants'
import { RECIPE_NAMES } from './recipes/constants'

const Path = z
  .array(z.union([textSchema(PATH_KEY_MAX_CHARACTERS), z.number().int().min(0).max(9999)]))
  .min(1, localizableMessage('trigger.place'))
  .max(PATH_MAX_SEGMENTS)

/** Where a value comes from: a place in the body, or always the same text. */
export const ValueSource = z.union(
  [z.object({ path: Path }), z.object({ text: requiredTextSchema(DEDUPE_KEY_MAX_CHARACTERS) })],
  localizableMessage('trigger.place'),
)
export type ValueSource = z.infer<typeof ValueSource>

const source = ValueSource.nullable().default(null)

export const TriggerMapping = z
  .object({
    email: ValueSource,
    firstName: source,
    lastName: source,
    fullName: source.describe('Split into first and last name, if these have no source.'),
    phone: source,
    language: source,
    location: source.describe('The id or the name of a location.'),
    employee: source.describe('The id, the name or the email address of an employee.'),
    dedupeKey: source.describe('What stands for the event, such as an order number: it sends once.'),
    properties: z
      .array(z.object({ key: PropertyKey, source: ValueSource }))
      .max(MAPPED_PROPERTIES_MAX)
      .default([]),
  })
  .superRefine(({ dedupeKey }, context) => {
    if (dedupeKey && 'text' in dedupeKey)
      context.addIssue({ code: 'custom', path: ['dedupeKey'], message: localizableMessage('trigger.fixedKey') })
  })
export type TriggerMapping = z.infer<typeof TriggerMapping>

export const TriggerCondition = z
  .object({ path: Path, operator: z.enum(TRIGGER_OPERATORS), value: textSchema(200).trim().default('') })
  .superRefine(({ operator, value }, context) => {
    if (COMPARING_OPERATORS.includes(operator) && value === '')
      context.addIssue({ code: 'custom', path: ['value'], message: localizableMessage('value.missing') })
    if ((operator === 'greater' || operator === 'less') && value !== '' && !Number.isFinite(Number(value)))
      context.addIssue({ code: 'custom', path: ['value'], message: localizableMessage('property.number') })
  })
export type TriggerCondition = z.infer<typeof TriggerCondition>

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** How the other system signs its requests. */
export const SignatureCheck = z.discriminatedUnion('scheme', [
  z.object({
    scheme: z.literal('body'),
    header: requiredTextSchema(100).regex(HEADER_NAME, localizableMessage('trigger.header')),
    algorithm: z.enum(['sha256', 'sha1']).default('sha256'),
    encoding: z.enum(['hex', 'base64']),
    prefix: singleLineTextSchema(20).default('').describe('Before the signature in the header, such as `sha256=`.'),
  }),
  z.object({ scheme: z.literal('stripe') }),
  z.object({ scheme: z.literal('zendesk') }),
  z.object({ scheme: z.literal('hubspot') }),
])
export type SignatureCheck = z.infer<typeof SignatureCheck>

const daysMessage = localizableMessage('value.days', { maximum: ENTRY_DAYS_MAX })

export const TriggerSettings = z.object({
  recipe: z.enum(RECIPE_NAMES),
  mapping: TriggerMapping,
  conditions: z.array(TriggerCondition).max(CONDITIONS_MAX).default([]).describe('All must hold.'),
  reentryDays: z
    .number(daysMessage)
    .int(daysMessage)
    .min(0, daysMessage)
    .max(ENTRY_DAYS_MAX, daysMessage)
    .nullable()
    .describe(
      'When a person who has a sending of this sequence may enter again: 0 always, null never, else after so many days.',
    ),
  signature: SignatureCheck.nullable().default(null),
})
export type TriggerSettings = z.infer<typeof TriggerSettings>

const ofSequence = { sequenceId: Id }
export const OfSequence = z.object(ofSequence)

export const SaveTriggerSettings = z.object({
  ...ofSequence,
  settings: TriggerSettings,
  signingSecret: singleLineTextSchema(500)
    .exactOptional()
    .describe('The key with which the other system signs; absent keeps the stored one.'),
})
export type SaveTriggerSettings = z.infer<typeof SaveTriggerSettings>

export const SetTriggerActive = z.object({ ...ofSequence, isActive: z.boolean() })

export const TriggerOutcome = z.enum(TRIGGER_OUTCOMES)
export type TriggerOutcome = z.infer<typeof TriggerOutcome>

export const TriggerAddress = z.object({
  id: Id,
  sequenceId: Id,
  isActive: z.boolean(),
  settings: TriggerSettings.nullable().describe('Null until they are saved: requests are kept as samples.'),
  hasSigningSecret: z.boolean(),
  hasPrevious: z.boolean().describe('The address before the last rotation still works.'),
  previousUsedAt: Timestamp.nullable(),
  lastRequestAt: Timestamp.nullable(),
  enteredLately: z.number().int().describe('Within 30 days.'),
  failedLately: z.number().int().describe('Within 30 days: neither entered nor meant not to.'),
  createdAt: Timestamp,
})
export type TriggerAddress = z.infer<typeof TriggerAddress>

/** A message about a field of the request, or about the whole of it. */
export const TriggerDetail = z.object({ field: z.string(), message: z.string() })
export type TriggerDetail = z.infer<typeof TriggerDetail>

export const ListTriggerRequests = PageQuery.extend({ ...ofSequence, outcome: TriggerOutcome.exactOptional() })
export type ListTriggerRequests = z.infer<typeof ListTriggerRequests>

export const TriggerRequest = z.object({
  id: Id,
  outcome: TriggerOutcome.nullable().describe('Null until it is decided.'),
  details: z.array(TriggerDetail),
  contactId: Id.nullable(),
  contactName: z.string().nullable().describe('Null without a contact, and once it was deleted.'),
  sendingId: Id.nullable(),
  replayOfId: Id.nullable(),
  isReplayed: z.boolean(),
  hasBody: z.boolean(),
  createdAt: Timestamp,
})
export type TriggerRequest = z.infer<typeof TriggerRequest>

export const BodyLeaf = z.object({ path: z.array(z.union([z.string(), z.number()])), value: z.string() })
export type BodyLeaf = z.infer<typeof BodyLeaf>

export const TriggerRequestDetail = TriggerRequest.extend({
  body: z.string().nullable().describe('Indented JSON.'),
  leaves: z.array(BodyLeaf).describe('What can be mapped, in the order of the body.'),
})
export type TriggerRequestDetail = z.infer<typeof TriggerRequestDetail>

export const DryRunTrigger = z.object({ ...ofSequence, requestId: Id, settings: TriggerSettings })
export type DryRunTrigger = z.infer<typeof DryRunTrigger>

export const TriggerDryRun = z.object({
  outcome: TriggerOutcome,
  details: z.array(TriggerDetail),
  contact: z
    .object({
      isNew: z.boolean(),
      email: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      phone: z.string().nullable(),
      language: z.string().nullable(),
      locationName: z.string().nullable(),
      employeeName: z.string().nullable(),
      properties: z.array(z.object({ key: z.string(), value: z.string() })),
    })
    .nullable()
    .describe('What the request says; null if it has no usable email address.'),
  dedupeKey: z.string().nullable(),
})
export type TriggerDryRun = z.infer<typeof TriggerDryRun>

export const ReplayTriggerRequest = z.object({ ...ofSequence, id: Id })
export const ReplayTriggerRequests = z.object({ ...ofSequence, outcome: TriggerOutcome })
