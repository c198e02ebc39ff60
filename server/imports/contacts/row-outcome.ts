import { isDeepStrictEqual } from 'node:util'
import type { JobCounts } from '../../contact-jobs/contact-job'
import type { UpsertResult } from '../../contacts/apply-upsert-row'
import type { FieldChanges } from '../../contacts/restore-contact-fields'
import type { Contact } from '../../contacts/schema'
import type { AppError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import type { RowOutcome } from './constants'
import type { ProcessedRow, RowReason } from './import-queries'

/** Fields of a contact that an import writes, and that its undoing restores. */
const IMPORTED_FIELDS = [
  'firstName',
  'lastName',
  'phone',
  'title',
  'preferredLanguage',
  'locationId',
  'contactOrganizationId',
  'customFields',
  'tags',
] as const satisfies readonly (keyof Contact)[]

/** What became of a row that was given to the upsert engine. */
export function toProcessedRow(position: number, result: UpsertResult): ProcessedRow {
  if (result.status === 'failed')
    return { position, outcome: 'refused', contactId: null, reasons: toReasons(result.error) }
  const { id: contactId } = result.contact
  if (result.status !== 'updated') return { position, outcome: result.status, contactId }
  const changes = listFieldChanges(result.previous, result.contact)
  return Object.keys(changes).length === 0
    ? { position, outcome: 'unchanged', contactId }
    : { position, outcome: 'updated', contactId, changes }
}

function listFieldChanges(before: Contact, after: Contact): FieldChanges {
  return Object.fromEntries(
    IMPORTED_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => [
      field,
      [before[field], after[field]],
    ]),
  )
}

function toReasons({ fields }: AppError): RowReason[] {
  const messages = Object.values(fields ?? {}).flat()
  return messages.length > 0
    ? messages.map((message) => ({ column: null, message }))
    : [{ column: null, message: localizableMessage('value.invalid') }]
}

/** A change of a contact that the file lists before is no update of its own. */
export function markDuplicates(rows: readonly ProcessedRow[], imported: ReadonlySet<string>): ProcessedRow[] {
  const seen = new Set(imported)
  return rows.map((row) => {
    const { contactId } = row
    if (contactId === null) return row
    const isRepeated = seen.has(contactId)
    seen.add(contactId)
    return isRepeated ? { ...row, outcome: 'duplicate' satisfies RowOutcome } : row
  })
}

const REASON_PREFIX = 'reason:'

/** Rows by reason. */
export function countReasons(rows: readonly { reasons?: readonly RowReason[] }[]): JobCounts {
  const counts: JobCounts = {}
  for (const { reasons = [] } of rows)
    for (const message of new Set(reasons.map(({ message: text }) => text))) {
      const key = `${REASON_PREFIX}${message}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  return counts
}

export function listCountedReasons(counts: JobCounts): { message: string; count: number }[] {
  return Object.entries(counts)
    .filter(([key]) => key.startsWith(REASON_PREFIX))
    .map(([key, count]) => ({ message: key.slice(REASON_PREFIX.length), count }))
    .toSorted((a, b) => b.count - a.count)
}
