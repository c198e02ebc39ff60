import type { Tx } from '../db'
import { storedAnswers } from '../responses/responses'
import { ratedMetric } from '../responses/scores'
import type { Metric } from '../surveys/schema'

/** An answer to read, as it is when the mail is written. @property who null for a contact who was deleted. */
export type AnswerToRead = {
  id: string
  who: string | null
  score: { metric: Metric; score: number } | null
  words: string
  survey: string
}

/** Those of these responses that are there still and have words, in the same order. */
export async function readAnswers(tx: Tx, organizationId: string, ids: readonly string[]): Promise<AnswerToRead[]> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { survey: { select: { name: true, type: true } } },
  })
  const contacts = await tx.contact.findMany({
    where: { organizationId, id: { in: rows.map(({ contactId }) => contactId) } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const contact = contacts.find((one) => one.id === row.contactId)
    const answers = storedAnswers(row.answers)
    const metric = ratedMetric(row.survey.type, row, answers)
    const words = answers
      .flatMap(({ type, value }) => (type === 'text' && typeof value === 'string' ? [value.trim()] : []))
      .find((text) => text !== '')
    if (words === undefined) return []
    return {
      id,
      who: contact ? [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.email : null,
      score: metric === null || row.rating === null ? null : { metric, score: row.rating },
      words,
      survey: row.survey.name,
    }
  })
}
