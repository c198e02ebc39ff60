import { type AppError, ValidationError } from '../errors'
import { requireCapacity } from '../jobs/backlog'
import { mapInSlices } from '../map-in-slices'
import { transact } from '../unit-of-work'
import { toFieldErrors } from '../validation/field-errors'
import { emptyToNull, isObject } from '../validation/schema'
import type { UpsertResult } from './apply-upsert-row'
import { getContactCreator } from './contact-creator'
import { type Contact, type ContactBatchResult, UpsertContact, type UpsertContactBatch } from './schema'
import { upsertContacts } from './upsert-contacts'

const requiresFirstName = true

/**
 * Creates or updates up to 1,000 contacts by email, in one transaction. A row with a fault fails alone.
 * @throws {BacklogFull}
 */
export async function upsertContactBatch(
  organizationId: string,
  { contacts, onExisting }: UpsertContactBatch,
): Promise<ContactBatchResult> {
  await requireCapacity(organizationId, 'deliveries')
  const parsed = await mapInSlices(contacts, parseRow)
  const rows = parsed.flatMap(({ row }) => row ?? [])
  const options = { onExisting, requiresFirstName, ...getContactCreator() }
  const upserted = await transact((work) => upsertContacts(work, organizationId, rows, options))
  let next = 0
  const results = parsed.map(({ error }, index) => presentResult(index, error ?? (upserted[next++] as UpsertResult)))
  const count = (status: UpsertResult['status']) => results.filter((result) => result.status === status).length
  return {
    results,
    created: count('created'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
  }
}

/**
 * Creates or updates one contact by email.
 * @throws {BacklogFull}
 * @throws {ValidationError} also if a new contact has no first name
 */
export async function upsertContact(
  organizationId: string,
  row: UpsertContact,
): Promise<{ contact: Contact; isCreated: boolean }> {
  await requireCapacity(organizationId, 'deliveries')
  const options = { onExisting: 'update', requiresFirstName, ...getContactCreator() } as const
  return transact(async (work) => {
    const [result] = await upsertContacts(work, organizationId, [row], options)
    if (result === undefined) throw new Error('a row has no result')
    if (result.status === 'failed') throw result.error
    return { contact: result.contact, isCreated: result.status === 'created' }
  })
}

type ParsedRow = { row: UpsertContact; error?: undefined } | { row?: undefined; error: UpsertResult }

/** Parses a row as the body of a single request is. */
function parseRow(value: unknown): ParsedRow {
  const { data, error } = UpsertContact.safeParse(isObject(value) ? emptyToNull(value, UpsertContact) : value)
  if (data) return { row: data }
  return { error: { status: 'failed', error: new ValidationError(toFieldErrors(error)) } }
}

function presentResult(index: number, result: UpsertResult): ContactBatchResult['results'][number] {
  return result.status === 'failed'
    ? { index, status: 'failed', error: presentError(result.error) }
    : { index, status: result.status, id: result.contact.id }
}

function presentError({ code, message, details }: AppError) {
  return { code, message, ...(details === undefined ? {} : { details }) }
}
