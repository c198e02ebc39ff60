import { audit } from '../audit/audit'
import { eraseReplyTextsOfDeletedContacts } from '../cases/replies/erase-reply-texts-of-deleted-contacts'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import { NotFound } from '../errors'
import { lockRows } from '../locks'
import { deleteWebhookDeliveriesContaining, eraseTextAnswers } from '../responses/erase-text'
import { transact } from '../unit-of-work'
import { cancelSendings } from './cancel-sendings'
import { blankProviderWords } from './queries'
import type { DeletedContact, ErasedContact } from './schema'
import { redactSmsOptOuts } from './sms-opt-outs'
import { addSuppressions, filterUnsubscribedByOrganization } from './suppression'
import { redactSuppressions } from './suppression-emails'

export async function deleteContact(organizationId: string, id: string): Promise<DeletedContact> {
  await transact(async ({ tx }) => {
    if ((await removeContacts(tx, organizationId, [id])).length === 0) throw new NotFound('contact')
    // No name: audit entries are kept for 400 days and must not identify the person.
    await audit(organizationId, { action: 'contact.deleted', record: { type: 'contact', id, name: null } })
  })
  return { id, deleted: true }
}

/**
 * Deletes contacts. Responses, sendings and reviews keep their ids. Ends their sendings, blanks the addresses in their rows, and deletes
 * replies and the captured messages that they received or that name them; their links become invalid. Opt-outs of addresses and numbers are
 * kept as hashes.
 * Imports and bulk actions forget what they changed of them, and trigger addresses what was sent about them.
 * @returns the ids of those that existed
 */
export async function removeContacts(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  await lockRows(tx, 'contact', organizationId, ids)
  const contacts = await tx.contact.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: { id: true, email: true, phone: true, unsubscribed: true, optedOutAt: true },
  })
  const removedIds = contacts.map(({ id }) => id)
  if (removedIds.length === 0) return []
  await tx.contact.deleteMany({ where: { organizationId, id: { in: removedIds } } })
  const optedOut = contacts.filter(({ optedOutAt }) => optedOutAt !== null)
  const unsubscribed = await filterUnsubscribedByOrganization(tx, organizationId, contacts)
  const toEmails = (rows: typeof contacts) => rows.map(({ email }) => email)
  await addSuppressions(tx, organizationId, toEmails(optedOut), 'opted_out')
  await addSuppressions(tx, organizationId, toEmails(unsubscribed), 'unsubscribed')
  await redactSuppressions(tx, organizationId, toEmails(contacts))
  await endSendings(tx, organizationId, removedIds)
  await eraseReplyTextsOfDeletedContacts(tx, organizationId, removedIds)
  await tx.contactImportRow.updateMany({
    where: {
      organizationId,
      contactId: { in: removedIds },
      OR: [{ changes: { not: Prisma.DbNull } }, { reasons: { not: Prisma.DbNull } }],
    },
    data: { changes: Prisma.DbNull, reasons: Prisma.DbNull, cells: Prisma.DbNull },
  })
  await tx.contactJobItem.updateMany({
    where: { organizationId, contactId: { in: removedIds }, undoData: { not: Prisma.DbNull } },
    data: { undoData: Prisma.DbNull },
  })
  await tx.triggerRequest.updateMany({
    where: { organizationId, contactId: { in: removedIds } },
    data: { body: null, details: Prisma.DbNull },
  })
  await tx.response.updateMany({
    where: {
      organizationId,
      status: 'flagged',
      OR: contacts.map(({ email }) => ({ flaggedContact: { path: ['email'], equals: email } })),
    },
    data: { flaggedContact: Prisma.DbNull },
  })
  await redactSmsOptOuts(
    tx,
    organizationId,
    contacts.map(({ phone }) => phone),
  )
  // Last, after concurrent jobs have committed the messages that they captured.
  await tx.capturedMessage.deleteMany({ where: { organizationId, contactId: { in: removedIds } } })
  await tx.capturedMessage.deleteMany({ where: { organizationId, namedContactIds: { hasSome: removedIds } } })
  return removedIds
}

async function endSendings(tx: Tx, organizationId: string, contactIds: string[]): Promise<void> {
  const contactId = { in: contactIds }
  const sendings = await tx.sending.findMany({ where: { organizationId, contactId }, select: { id: true } })
  if (sendings.length === 0) return
  const ids = sendings.map(({ id }) => id)
  await lockRows(tx, 'sending', organizationId, ids)
  await cancelSendings(tx, organizationId, ids, 'contactDeleted')
  await tx.sendingStep.updateMany({ where: { organizationId, sending: { contactId } }, data: { recipient: null } })
  await blankProviderWords(tx, organizationId, contactIds)
  await tx.sending.updateMany({ where: { organizationId, contactId }, data: { email: '' } })
}

const STATEMENT_MS = 60_000

/** Erases one contact as {@link eraseContacts} does. @throws {NotFound} also if it was deleted or erased before */
export async function eraseContact(organizationId: string, id: string): Promise<ErasedContact> {
  if ((await eraseContacts(organizationId, [id])).length === 0) throw new NotFound('contact')
  return { id, erased: true }
}

/**
 * Deletes contacts as {@link removeContacts} does, and erases personal data: free text and notes of their responses, their names in reviews,
 * and stored webhook bodies. Pending webhooks about them are dropped. Scores, choices and the history of sendings stay under the contacts'
 * ids; an opt-out stays as a hash of the address. Each contact is searched in all stored webhooks: pass a few at a time.
 * @returns the ids of those that existed
 */
export async function eraseContacts(organizationId: string, ids: readonly string[]): Promise<string[]> {
  return transact(
    async ({ tx }) => {
      const removedIds = await removeContacts(tx, organizationId, ids)
      await eraseResponses(tx, organizationId, removedIds)
      const data = { authorName: null, updatedAt: now() }
      await tx.review.updateMany({ where: { organizationId, contactId: { in: removedIds } }, data })
      await deleteWebhookDeliveriesContaining(tx, organizationId, removedIds)
      for (const id of removedIds)
        await audit(organizationId, { action: 'contact.erased', record: { type: 'contact', id, name: null } })
      return removedIds
    },
    { statementMs: STATEMENT_MS },
  )
}

async function eraseResponses(tx: Tx, organizationId: string, contactIds: readonly string[]): Promise<void> {
  const where = { organizationId, contactId: { in: [...contactIds] } }
  const responses = await tx.response.findMany({ where, select: { id: true } })
  const ids = responses.map(({ id }) => id)
  await tx.responseNote.deleteMany({ where: { organizationId, responseId: { in: ids } } })
  await eraseTextAnswers(tx, organizationId, ids)
}
