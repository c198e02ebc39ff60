import { audit } from '../audit/audit'
import { db } from '../db'
import { Language } from '../fields/schema'
import { transact } from '../unit-of-work'
import { presentRows, storedAnswers } from './responses'
import type { ExportedResponse } from './schema'

/**
 * Responses with what people said and their addresses, for a file that the dashboard makes. Those that are gone are passed over.
 * That somebody took them, and how many, is written down first.
 */
export async function exportResponses(organizationId: string, ids: readonly string[]): Promise<ExportedResponse[]> {
  const rows = await db.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { survey: { select: { id: true, name: true, type: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  if (rows.length === 0) return []
  const changes = [{ field: 'count', from: null, to: rows.length }]
  await transact(() => audit(organizationId, { action: 'responses.exported', changes }))
  const [shown, contacts] = await Promise.all([
    presentRows(organizationId, rows),
    db.contact.findMany({
      where: { organizationId, id: { in: rows.map(({ contactId }) => contactId) } },
      select: { id: true, email: true },
    }),
  ])
  const emailOf = new Map(contacts.map(({ id, email }) => [id, email]))
  return rows.flatMap((row, at) => {
    const known = shown[at]
    if (!known) return []
    const { comment: _comment, createdAt: _createdAt, ...rest } = known
    return {
      ...rest,
      contactEmail: emailOf.get(row.contactId) ?? null,
      language: Language.parse(row.language),
      answers: storedAnswers(row.answers).map((answer) => ({ ...answer, labels: answer.labels ?? [] })),
      submittedAt: row.submittedAt?.toISOString() ?? null,
    }
  })
}
