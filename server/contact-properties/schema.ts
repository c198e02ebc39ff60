import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Id, PageQuery, perLanguageSchema, singleLineTextSchema } from '../validation/schema'
import {
  PROPERTIES_MAX,
  PROPERTY_KEY_MAX_CHARACTERS,
  PROPERTY_LABEL_MAX_CHARACTERS,
  PROPERTY_OPTIONS_MAX,
  PROPERTY_SAMPLE_SIZE,
  PROPERTY_TYPES,
} from './constants'

const RESERVED_KEYS = ['__proto__', 'constructor', 'prototype']

/** A key of `customFields` that placeholders (`{{property.<key>|fallback}}`) and filters (`<key>!=value`) can name. */
export const PropertyKey = singleLineTextSchema(PROPERTY_KEY_MAX_CHARACTERS)
  .min(1, localizableMessage('value.missing'))
  .regex(/^[^{}|=<>!]*$/, localizableMessage('property.keyCharacters'))
  .refine((key) => !RESERVED_KEYS.includes(key), localizableMessage('property.keyReserved'))

/** Whether a key is declared as it is spelled. */
export function isDeclarableKey(key: string): boolean {
  return PropertyKey.safeParse(key).data === key
}

/** In English and French; one that is missing takes the other. */
const PropertyLabel = z
  .object({
    en: singleLineTextSchema(PROPERTY_LABEL_MAX_CHARACTERS).default(''),
    fr: singleLineTextSchema(PROPERTY_LABEL_MAX_CHARACTERS).default(''),
  })
  .refine(({ en, fr }) => en !== '' || fr !== '', localizableMessage('property.label'))
  .transform(({ en, fr }) => ({ en: en || fr, fr: fr || en }))

const LabelOutput = perLanguageSchema(z.string()).describe('By language.')

const PropertyOption = z.object({ value: z.string(), label: LabelOutput })
export type PropertyOption = z.infer<typeof PropertyOption>

export const ContactProperty = z
  .object({
    id: Id,
    key: z.string().meta({ example: 'plan', description: 'The key of its values in `customFields` of contacts.' }),
    type: z
      .enum(PROPERTY_TYPES)
      .describe(
        'The kind of value that the dashboard reads and writes: a string, a number, a date such as `2026-03-01`, true or false, ' +
          'or the `value` of one of `options`. The API stores any JSON value.',
      ),
    label: LabelOutput,
    options: z
      .array(PropertyOption)
      .meta({ maxItems: PROPERTY_OPTIONS_MAX })
      .describe('The choices, in order; empty for other types.'),
  })
  .meta({ id: 'ContactProperty' })
export type ContactProperty = z.infer<typeof ContactProperty>

export const ListContactProperties = PageQuery
export type ListContactProperties = z.infer<typeof ListContactProperties>

/** Without a value, its name is stored. */
const OptionInput = z
  .object({ value: singleLineTextSchema(100).default(''), label: PropertyLabel })
  .transform(({ value, label }) => ({ value: value || label.en, label }))

const PROPERTY_FIELDS = {
  type: z.enum(PROPERTY_TYPES),
  label: PropertyLabel,
  options: z.array(OptionInput).max(PROPERTY_OPTIONS_MAX).default([]),
}

type TypeAndOptions = { type: string; options: { value: string }[] }

function checkOptions({ value: input, issues }: z.core.ParsePayload<TypeAndOptions>): void {
  if (input.type !== 'choice') return
  if (input.options.length === 0)
    issues.push({ code: 'custom', path: ['options'], input, message: localizableMessage('property.noOptions') })
  const values = input.options.map(({ value }) => value)
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index)
      issues.push({
        code: 'custom',
        path: ['options', index, 'value'],
        input,
        message: localizableMessage('property.optionTaken', { value }),
      })
}

export const CreateContactProperty = z.object({ key: PropertyKey, ...PROPERTY_FIELDS }).check(checkOptions)
export type CreateContactProperty = z.infer<typeof CreateContactProperty>

export const UpdateContactProperty = z
  .object({
    id: Id,
    ...PROPERTY_FIELDS,
    asRead: ContactProperty.pick({ type: true, label: true, options: true }).exactOptional(),
  })
  .check(checkOptions)
export type UpdateContactProperty = z.infer<typeof UpdateContactProperty>

export const ReorderContactProperties = z.object({ ids: z.array(Id).min(1).max(PROPERTIES_MAX) })
export type ReorderContactProperties = z.infer<typeof ReorderContactProperties>

const UndeclaredProperty = z.object({
  key: z.string(),
  contacts: z.number().int(),
  example: z.string().describe('Its most frequent value, shortened.'),
  /** Null for lists and objects, which no type fits. */
  suggestedType: z.enum(PROPERTY_TYPES).nullable(),
  /** Its values if they are few, for a choice. */
  suggestedOptions: z.array(z.string()),
  isDeclarable: z.boolean(),
})
export type UndeclaredProperty = z.infer<typeof UndeclaredProperty>

export const ContactPropertyUsage = z.object({
  sampledContacts: z.number().int().max(PROPERTY_SAMPLE_SIZE),
  isSampleComplete: z.boolean(),
  /** Contacts with a value, by key of a declared property. */
  contactsByKey: z.record(z.string(), z.number().int()),
  undeclared: z.array(UndeclaredProperty),
})
export type ContactPropertyUsage = z.infer<typeof ContactPropertyUsage>
