import { v7 as uuidv7 } from 'uuid'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { mapInSlices } from '../map-in-slices'
import type { UnitOfWork } from '../unit-of-work'
import {
  applyUpsertRows,
  type UpsertContext,
  type UpsertGroup,
  type UpsertOutcome,
  type UpsertResult,
  type UpsertRules,
} from './apply-upsert-row'
import type { ContactCreator } from './contact-creator'
import { resolveAndLockReferences } from './contact-references'
import { loadDefaultCountry, presentContact } from './contacts'
import { toE164OrTrimmed } from './phone'
import type { UpsertContact } from './schema'
import { redactSmsOptOutsOfReplacedNumbers } from './sms-opt-outs'
import { loadSuppressions } from './suppression'
import { addEmailsToSuppressions } from './suppression-emails'
import { recordContactChanges } from './timeline/record-contact-events'
import { insertAbsentContacts, lockAndReadContactsByEmail, readContactsByEmail, updateContacts } from './upsert-queries'

export type UpsertOptions = Partial<Omit<UpsertRules, 'onExisting'>> &
  Pick<UpsertRules, 'onExisting'> &
  ContactCreator & {
    /** Emits no `new_contact`, and no rule of a sequence enrols for the changes. */
    silent?: boolean
  }

const MAX_ROUNDS = 4

/**
 * Creates or updates contacts by email, in a few statements for up to 1,000 rows. Absent fields leave a contact as it is; rows with one
 * address are applied one after another. A row with a fault fails alone, with the error of the single operation. Emits `new_contact` once
 * for each created contact. An address that opted out, or was unsubscribed when it was deleted, starts unsubscribed; nothing here clears
 * an opt-out.
 * @param rows with normalized addresses
 * @returns the result of each row, in order
 */
export async function upsertContacts(
  { tx, emit }: UnitOfWork,
  organizationId: string,
  rows: readonly UpsertContact[],
  options: UpsertOptions,
): Promise<UpsertResult[]> {
  // For the triggers of entry rules, until the transaction ends.
  if (options.silent) await tx.$executeRaw`SELECT set_config('feedback.silent', 'on', true)`
  const context = await loadContext(tx, organizationId, rows, options)
  const results: UpsertResult[] = []
  const created: ContactRow[] = []
  let groups = groupByEmail(await normalizePhones(tx, organizationId, rows))
  for (let round = 1; groups.length > 0; round += 1) {
    if (round > MAX_ROUNDS) throw new Error('addresses were taken and freed again and again')
    const inserted = await insertNewContacts(tx, context, groups)
    const isInserted = new Set(inserted.map(({ group }) => group))
    const applied = await applyToExisting(
      tx,
      context,
      groups.filter((group) => !isInserted.has(group)),
    )
    for (const { group, results: outcomes } of [...inserted, ...applied.outcomes])
      for (const [position, result] of outcomes.entries()) results[group.indices[position] as number] = result
    created.push(...inserted.map(({ contact }) => contact))
    groups = applied.freed
  }
  if (!options.silent)
    await emit(
      ...created.map((row) => ({ organizationId, kind: 'new_contact', payload: presentContact(row) }) as const),
    )
  return results
}

async function normalizePhones(
  tx: Tx,
  organizationId: string,
  rows: readonly UpsertContact[],
): Promise<readonly UpsertContact[]> {
  if (!rows.some(({ phone }) => phone)) return rows
  const country = await loadDefaultCountry(tx, organizationId)
  return mapInSlices(rows, (row) => (row.phone ? { ...row, phone: toE164OrTrimmed(row.phone, country) } : row))
}

/** Sorted by address, the order in which contacts are inserted: concurrent calls do not deadlock. */
function groupByEmail(rows: readonly UpsertContact[]): UpsertGroup[] {
  const groups = new Map<string, UpsertGroup>()
  for (const [index, row] of rows.entries()) {
    const { email } = row
    const group = groups.get(email) ?? { email, rows: [], indices: [], newId: uuidv7() }
    group.rows.push(row)
    group.indices.push(index)
    groups.set(email, group)
  }
  return [...groups.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

async function loadContext(
  tx: Tx,
  organizationId: string,
  rows: readonly UpsertContact[],
  { onExisting, tags = 'replace', requiresFirstName = false, createdVia, createdById }: UpsertOptions,
): Promise<UpsertContext> {
  return {
    organizationId,
    onExisting,
    tags,
    requiresFirstName,
    creator: { createdVia, createdById },
    at: now(),
    resolvedIds: await resolveAndLockReferences(tx, organizationId, rows),
  }
}

type Insertion = UpsertOutcome & { contact: ContactRow }

/**
 * Inserts the contacts that do not exist, and then reads suppressions: that order misses none, because the insertion waits for a
 * transaction that deletes the address and suppresses it.
 */
async function insertNewContacts(tx: Tx, context: UpsertContext, groups: readonly UpsertGroup[]): Promise<Insertion[]> {
  const { organizationId } = context
  const candidates = groups.map((group) => applyUpsertRows(context, group, null)).filter(hasContact)
  const contacts = candidates.map(({ contact }) => contact)
  const ids = new Set(await insertAbsentContacts(tx, organizationId, contacts))
  const inserted = candidates.filter(({ contact }) => ids.has(contact.id))
  const emails = inserted.map(({ contact }) => contact.email)
  const suppressions = await loadSuppressions(tx, organizationId, emails)
  await addEmailsToSuppressions(tx, organizationId, [...suppressions.keys()])
  const outcomes = inserted.map((outcome) => {
    const reasons = suppressions.get(outcome.group.email)
    return reasons ? applyUpsertRows(context, outcome.group, null, reasons) : outcome
  })
  const suppressed = outcomes
    .filter(hasContact)
    .filter(({ contact }) => contact.unsubscribed || contact.bouncedAt !== null)
  await updateContacts(
    tx,
    organizationId,
    suppressed.map(({ contact }) => contact),
  )
  return outcomes.filter(hasContact)
}

function hasContact(outcome: UpsertOutcome): outcome is Insertion {
  return outcome.contact !== null
}

/** Applies groups to contacts that exist. `freed` are the groups whose contact was deleted before it could be locked. */
async function applyToExisting(
  tx: Tx,
  context: UpsertContext,
  groups: readonly UpsertGroup[],
): Promise<{ outcomes: UpsertOutcome[]; freed: UpsertGroup[] }> {
  if (groups.length === 0) return { outcomes: [], freed: [] }
  const { organizationId, onExisting } = context
  const read = onExisting === 'update' || onExisting === 'replace' ? lockAndReadContactsByEmail : readContactsByEmail
  const emails = groups.map(({ email }) => email)
  const stored = new Map((await read(tx, organizationId, emails)).map((row) => [row.email, row]))
  const outcomes = groups.map((group) => applyUpsertRows(context, group, stored.get(group.email) ?? null))
  const isFreed = ({ group, contact }: UpsertOutcome) => contact !== null && !stored.has(group.email)
  const updates = outcomes.filter(hasContact).flatMap(({ group, contact: after }) => {
    const before = stored.get(group.email)
    return before === undefined || before === after ? [] : [{ before, after }]
  })
  await updateContacts(
    tx,
    organizationId,
    updates.map(({ after }) => after),
  )
  await recordContactChanges(tx, organizationId, updates)
  await redactSmsOptOutsOfReplacedNumbers(tx, organizationId, updates)
  return {
    outcomes: outcomes.filter((outcome) => !isFreed(outcome)),
    freed: outcomes.filter(isFreed).map(({ group }) => group),
  }
}
