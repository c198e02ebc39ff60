import { contactName } from '../../contacts/contact-name'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { type Page, readRowsAndTotal, toPage } from '../../paging'
import { CandidateOutcome, type EntryCandidate, type ListCandidates } from './schema'

/**
 * The people that the event of a rule happened to within 90 days, newest first, and whether they entered.
 * @throws {NotFound}
 */
export async function listCandidates(
  organizationId: string,
  { ruleId, ...window }: ListCandidates,
): Promise<Page<EntryCandidate>> {
  if ((await db.entryRule.count({ where: { organizationId, id: ruleId } })) === 0) throw new NotFound('entryRule')
  const where = { organizationId, ruleId }
  const [rows, total] = await readRowsAndTotal(window, {
    where,
    orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
    findRows: (query) => db.entryCandidate.findMany(query),
    findIds: (query) => db.entryCandidate.findMany({ ...query, select: { id: true } }),
    count: () => db.entryCandidate.count({ where }),
  })
  const contacts = await db.contact.findMany({
    where: { organizationId, id: { in: rows.map(({ contactId }) => contactId) } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  const names = new Map(contacts.map((contact) => [contact.id, contactName(contact)]))
  const data = rows.map(({ id, contactId, outcome, sendingId, createdAt }) => ({
    id,
    contactId,
    contactName: names.get(contactId) ?? null,
    outcome: outcome === null ? null : CandidateOutcome.parse(outcome),
    sendingId,
    createdAt: createdAt.toISOString(),
  }))
  return toPage(data, total, window)
}
