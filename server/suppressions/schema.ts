import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Email, Id, PageQuery, singleLineTextSchema, Timestamp, textSchema } from '../validation/schema'
import {
  BLOCKED_ADDRESSES_MAX,
  BLOCKED_TEXT_MAX_CHARACTERS,
  SUPPRESSION_FILTERS,
  SUPPRESSION_NOTE_MAX_CHARACTERS,
  SUPPRESSION_REASONS,
} from './constants'

const SuppressionReason = z.enum(SUPPRESSION_REASONS)

const SuppressionFilter = z.object({
  search: textSchema(254).trim().exactOptional(),
  reason: z.enum(SUPPRESSION_FILTERS).exactOptional(),
})
export type SuppressionFilter = z.infer<typeof SuppressionFilter>

export const ListSuppressions = PageQuery.extend(SuppressionFilter.shape)
export type ListSuppressions = z.infer<typeof ListSuppressions>

export const ExportSuppressions = SuppressionFilter.extend({ format: z.literal('csv').default('csv') })

/** Why an address gets no messages. An address may have several. */
export const Suppression = z.object({
  /** Of the suppression, or of the contact if only the contact says so. */
  id: Id,
  reason: SuppressionReason,
  /** Null if only its hash is kept. */
  email: z.string().nullable(),
  contactId: Id.nullable(),
  /** Null if it is not known. */
  createdAt: Timestamp.nullable(),
  /** The member, API key or import that added it. */
  source: z
    .object({ via: z.enum(['api', 'dashboard', 'enrolment', 'import']), name: z.string().nullable() })
    .nullable(),
  note: z.string().nullable(),
})
export type Suppression = z.infer<typeof Suppression>

const BlockedAddresses = textSchema(BLOCKED_TEXT_MAX_CHARACTERS).transform((text, context) => {
  const { emails, invalid } = parseAddresses(text)
  const message = findAddressesError(emails, invalid)
  if (message !== null) context.addIssue({ code: 'custom', message })
  return emails
})

/** Addresses of a pasted text, separated by line breaks, commas, semicolons or spaces; also `Ada Lovelace <ada@example.com>`. */
function parseAddresses(text: string): { emails: string[]; invalid: string[] } {
  const emails = new Set<string>()
  const invalid: string[] = []
  for (const part of text.split(/[\r\n,;]+/).flatMap(splitWords)) {
    const { data } = Email.safeParse(part)
    if (data === undefined) invalid.push(part)
    else emails.add(data)
  }
  return { emails: [...emails], invalid }
}

function splitWords(part: string): string[] {
  const [, address] = /<([^<>]*)>/.exec(part) ?? []
  return address === undefined ? part.split(/\s+/).filter((word) => word !== '') : [address.trim()]
}

const EXAMPLES = 3

function findAddressesError(emails: readonly string[], invalid: readonly string[]) {
  const examples = invalid.slice(0, EXAMPLES).map((text) => text.slice(0, 60))
  if (invalid.length > 0)
    return localizableMessage('suppression.notAddresses', { count: invalid.length, examples: examples.join(', ') })
  if (emails.length === 0) return localizableMessage('value.missing')
  if (emails.length > BLOCKED_ADDRESSES_MAX)
    return localizableMessage('suppression.many', { maximum: BLOCKED_ADDRESSES_MAX })
  return null
}

const Note = singleLineTextSchema(SUPPRESSION_NOTE_MAX_CHARACTERS)

export const BlockAddresses = z.object({
  addresses: BlockedAddresses,
  note: Note.transform((note) => note || null).default(null),
})
export type BlockAddresses = z.infer<typeof BlockAddresses>

export const BlockedCounts = z.object({ added: z.number().int(), existing: z.number().int() })

export const LiftSuppression = z.object({
  id: Id,
  reason: SuppressionReason,
  because: Note.min(1, localizableMessage('suppression.because')),
})
export type LiftSuppression = z.infer<typeof LiftSuppression>
