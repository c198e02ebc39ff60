import { extractComments } from '../alerts/match-candidates'
import { lockContactNames } from '../contacts/queries'
import type { Tx } from '../db'
import { asStoredAnswers } from '../responses/responses'
import { getRatingMetric } from '../responses/scores'
import type { Metric } from '../surveys/schema'

export type Highlight = {
  id: string
  contactName: string | null
  score: { metric: Metric; score: number } | null
  comment: string
  surveyName: string
}

/**
 * Loads the responses that still exist and have text, in the given order. Locks their contacts until the transaction ends, so that none is
 * deleted before the email that names it is stored.
 */
export async function loadHighlights(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ answers: Highlight[]; contactIds: string[] }> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { survey: { select: { name: true, type: true } } },
  })
  const contactIds = rows.map(({ contactId }) => contactId)
  const contacts = await lockContactNames(tx, organizationId, contactIds)
  const highlights = ids.flatMap((id): Highlight | Highlight[] => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) return []
    const answers = asStoredAnswers(row.answers)
    const metric = getRatingMetric(row.survey.type, row, answers)
    const comment = extractComments(row.answers).find((text) => text.trim() !== '')
    if (comment === undefined) return []
    return {
      id,
      contactName: contacts.find((contact) => contact.id === row.contactId)?.name ?? null,
      score: metric === null || row.rating === null ? null : { metric, score: row.rating },
      comment: comment.trim(),
      surveyName: row.survey.name,
    }
  })
  return { answers: highlights, contactIds: contacts.map(({ id }) => id) }
}
