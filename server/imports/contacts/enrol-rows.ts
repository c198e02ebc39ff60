import { v7 as uuidv7 } from 'uuid'
import type { JobCounts } from '../../contact-jobs/contact-job'
import type { UpsertResult } from '../../contacts/apply-upsert-row'
import type { Tx } from '../../db'
import { NotFound } from '../../errors'
import { claimDedupeKeys, hashDedupeKey } from '../../sequences/claim-dedupe-keys'
import { createSendings, lockSequence } from '../../sequences/create-sendings'
import { findUnreachableContacts } from '../../sequences/find-unreachable-contacts'
import type { UnitOfWork } from '../../unit-of-work'
import type { NotEnrolledReason } from './constants'
import type { AcceptedRow } from './map-row'

type Enrolment = {
  /** By the position of the row. */
  sendingIds: ReadonlyMap<number, string>
  /** `enrolled`, and `notEnrolled:<reason>` for each reason. */
  counts: JobCounts
}

type Recipient = { position: number; contactId: string; key: string | null; sendingId: string }

/**
 * Enrols the contacts of imported rows. A row with a key enrols unless the key was used within 90 days; one without enrols unless the
 * contact is in the sequence, or an earlier row of the file enrolled them.
 */
export async function enrolRows(
  work: UnitOfWork,
  organizationId: string,
  { jobId, sequenceId }: { jobId: string; sequenceId: string },
  rows: readonly AcceptedRow[],
  results: readonly UpsertResult[],
): Promise<Enrolment> {
  const { tx } = work
  const recipients = rows.flatMap(({ position, dedupeKey: key }, index): Recipient[] => {
    const result = results[index]
    if (result === undefined || result.status === 'failed') return []
    return [{ position, contactId: result.contact.id, key, sendingId: uuidv7() }]
  })
  const target = await lockIfActive(tx, organizationId, sequenceId)
  if (target === null) return describe(new Map(), new Map(recipients.map((one) => [one, 'sequenceInactive'])))
  const contactIds = [...new Set(recipients.map(({ contactId }) => contactId))]
  const contacts = new Map(
    (await tx.contact.findMany({ where: { organizationId, id: { in: contactIds } } })).map((row) => [row.id, row]),
  )
  const unreachable = await findUnreachableContacts(tx, organizationId, [...contacts.values()], target)
  const enrolled = await listEnrolledIds(tx, organizationId, { jobId, sequenceId, contactIds })
  const reasons = new Map<Recipient, NotEnrolledReason>()
  for (const recipient of recipients) {
    const { contactId, key } = recipient
    const reason = unreachable.get(contactId) ?? (key === null && enrolled.has(contactId) ? 'alreadyEnrolled' : null)
    if (reason !== null) reasons.set(recipient, reason)
    else if (key === null) enrolled.add(contactId)
  }
  const reachable = recipients.filter((one) => !reasons.has(one))
  const keyed = reachable.map(({ sendingId, key }) => ({
    sendingId,
    keyHash: key === null ? null : hashDedupeKey(key),
  }))
  const first = await claimDedupeKeys(tx, organizationId, sequenceId, keyed)
  for (const recipient of reachable) if (first.has(recipient.sendingId)) reasons.set(recipient, 'duplicateKey')
  const accepted = reachable.filter((one) => !reasons.has(one))
  const people = accepted.flatMap(({ contactId, sendingId }) => {
    const contact = contacts.get(contactId)
    return contact ? [{ id: contactId, email: contact.email, locationId: contact.locationId, sendingId }] : []
  })
  await createSendings(work, organizationId, people, target, { locationId: null, employeeId: null })
  return describe(new Map(accepted.map(({ position, sendingId }) => [position, sendingId])), reasons)
}

/** @returns null for a sequence that is not active, or is deleted */
async function lockIfActive(tx: Tx, organizationId: string, id: string) {
  try {
    const sequence = await lockSequence(tx, organizationId, id)
    return sequence.status === 'active' ? sequence : null
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function listEnrolledIds(
  tx: Tx,
  organizationId: string,
  { jobId, sequenceId, contactIds }: { jobId: string; sequenceId: string; contactIds: string[] },
): Promise<Set<string>> {
  const contactId = { in: contactIds }
  const inSequence = await tx.sending.findMany({
    where: { organizationId, sequenceId, contactId, endedAt: null },
    select: { contactId: true },
  })
  const byFile = await tx.contactImportRow.findMany({
    where: { organizationId, jobId, contactId, sendingId: { not: null } },
    select: { contactId: true },
  })
  return new Set([...inSequence, ...byFile].flatMap((row) => row.contactId ?? []))
}

function describe(sendingIds: Enrolment['sendingIds'], reasons: ReadonlyMap<Recipient, NotEnrolledReason>): Enrolment {
  const counts: JobCounts = { enrolled: sendingIds.size }
  for (const reason of reasons.values()) {
    const key = `notEnrolled:${reason}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return { sendingIds, counts }
}
