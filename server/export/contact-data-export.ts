import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { presentNote } from '../cases/notes'
import { presentResponseEvent } from '../cases/timeline'
import { loadContactProperties } from '../contact-properties/contact-properties'
import { presentContact } from '../contacts/contacts'
import { loadSmsOptOuts } from '../contacts/sms-opt-outs'
import { computeEmailHashes } from '../contacts/suppression-emails'
import { presentContactNote } from '../contacts/timeline/contact-notes'
import { presentContactEvent } from '../contacts/timeline/record-contact-events'
import { db } from '../db'
import { NotFound } from '../errors'
import { presentMessageEvent } from '../message-events/present-message-event'
import { presentConsents } from '../responses/consent-evidence'
import { presentResponse } from '../responses/responses'
import { presentReview } from '../reviews/reviews'
import { transact } from '../unit-of-work'
import { presentExportedReply, presentExportedSending } from './organization-export'

const BATCH_SIZE = 500
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Everything that is stored about a contact: its record, and the rows of each kind in batches. Audited.
 * @throws {NotFound}
 */
export async function exportContactData(organizationId: string, id: string) {
  const row = await transact(async ({ tx }) => {
    const stored = await tx.contact.findFirst({ where: { organizationId, id }, include: { activity: true } })
    if (!stored) throw new NotFound('contact')
    // No name: audit entries outlive the erasure of a person.
    await audit(organizationId, { action: 'contact.exported', record: { type: 'contact', id, name: null } })
    return stored
  })
  const contact = {
    ...presentContact(row),
    createdVia: row.createdVia,
    optedOutAt: row.optedOutAt?.toISOString() ?? null,
    bouncedAt: row.bouncedAt?.toISOString() ?? null,
    lastSurveyedAt: row.activity?.lastSurveyedAt?.toISOString() ?? null,
    lastAnsweredAt: row.activity?.lastAnsweredAt?.toISOString() ?? null,
  }
  return { contact, lists: listContactRows(organizationId, row) }
}

function listContactRows(
  organizationId: string,
  { id: contactId, email, phone }: { id: string; email: string; phone: string | null },
): Record<string, AsyncIterable<object>> {
  const own = { organizationId, contactId }
  const ofResponse = { organizationId, response: { contactId } }
  return {
    properties: readOnce(() => loadContactProperties(organizationId)),
    suppressions: readOnce(() => loadSuppressionRows(organizationId, email)),
    smsOptOuts: readOnce(() => loadSmsOptOutRows(organizationId, phone)),
    events: readAll((page) => db.contactEvent.findMany(query(page, own)), presentContactEvent),
    notes: readAll((page) => db.contactNote.findMany(query(page, own)), presentContactNote),
    sendings: readAll(
      (page) => db.sending.findMany({ ...query(page, own), include: { steps: { orderBy: { position: 'asc' } } } }),
      presentExportedSending,
    ),
    messageEvents: readAll(
      (page) => db.messageEvent.findMany(query(page, { organizationId, sendingStep: { sending: { contactId } } })),
      presentMessageEvent,
    ),
    responses: readAll((page) => db.response.findMany(query(page, own)), presentResponseWithConsents),
    responseNotes: readAll(
      (page) => db.responseNote.findMany(query(page, ofResponse)),
      (note) => ({ responseId: note.responseId, ...presentNote(note) }),
    ),
    responseEvents: readAll(
      (page) => db.responseEvent.findMany(query(page, ofResponse)),
      (event) => ({ responseId: event.responseId, ...presentResponseEvent(event) }),
    ),
    replies: readAll((page) => db.responseReply.findMany(query(page, ofResponse)), presentExportedReply),
    reviews: readAll((page) => db.review.findMany(query(page, own)), presentReview),
  }
}

async function loadSuppressionRows(organizationId: string, email: string) {
  const rows = await db.suppression.findMany({
    where: { organizationId, emailHash: { in: computeEmailHashes(email) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { reason: true, note: true, createdAt: true },
  })
  return rows.map(({ reason, note, createdAt }) => ({ reason, note, createdAt: createdAt.toISOString() }))
}

async function loadSmsOptOutRows(organizationId: string, phone: string | null) {
  const optOuts = await loadSmsOptOuts(db, organizationId, [phone])
  return [...optOuts].map(([number, at]) => ({ phone: number, createdAt: at.toISOString() }))
}

type Page = { after: string; take: number }

function query<Where>({ after, take }: Page, where: Where) {
  return { where: { ...where, id: { gt: after } }, orderBy: { id: 'asc' as const }, take }
}

async function* readAll<Row extends { id: string }>(
  readPage: (page: Page) => Promise<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<object> {
  for (let after = NIL_UUID; ; ) {
    const rows = await readPage({ after, take: BATCH_SIZE })
    for (const row of rows) yield present(row)
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH_SIZE) return
  }
}

async function* readOnce(read: () => Promise<readonly object[]>): AsyncGenerator<object> {
  yield* await read()
}

function presentResponseWithConsents(row: ResponseRecord) {
  return { ...presentResponse(row), consents: presentConsents(row) }
}
