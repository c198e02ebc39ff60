import { lockContactNames } from '../contacts/contact-names'
import type { Tx } from '../db'
import { storedAnswers } from '../responses/responses'
import { ratedMetric } from '../responses/scores'
import type { Metric } from '../surveys/schema'

export type AnswerToRead = {
  id: string
  who: string | null
  score: { metric: Metric; score: number } | null
  words: string
  survey: string
}

/**
 * Loads the responses that still exist and have text, in the given order. Locks their contacts until the transaction ends, so that none is
 * deleted before the email that names it is stored.
 */
export async function readAnswers(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ answers: AnswerToRead[]; contactIds: string[] }> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { survey: { select: { name: true, type: true } } },
  })
  const contacts = await lockContactNames(
    tx,
    organizationId,
    rows.map(({ contactId }) => contactId),
  )
  const highlights = ids.flatMap((id): AnswerToRead | AnswerToRead[] => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) return []
    const contact = contacts.find((candidate) => candidate.id === row.contactId)
    const answers = storedAnswers(row.answers)
    const metric = ratedMetric(row.survey.type, row, answers)
    const comment = answers
      .flatMap(({ type, value }) => (type === 'text' && typeof value === 'string' ? [value.trim()] : []))
      .find((text) => text !== '')
    if (comment === undefined) return []
    return {
      id,
      who: contact?.name ?? null,
      score: metric === null || row.rating === null ? null : { metric, score: row.rating },
      words: comment,
      survey: row.survey.name,
    }
  })
  return { answers: highlights, contactIds: contacts.map(({ id }) => id) }
}
