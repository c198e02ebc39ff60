import { extractComments } from '../alerts/match-candidates'
import { lockAndReadContactNames } from '../contacts/queries'
import type { Tx } from '../db'
import { asStoredAnswers } from '../responses/responses'
import { getResponseRatingMetric } from '../responses/scores'
import type { Metric } from '../surveys/schema'

export type DigestHighlight = {
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
export async function loadHighlightsAndLockContacts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ highlights: DigestHighlight[]; contactIds: string[] }> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { survey: { select: { name: true, type: true } } },
  })
  const contactIds = rows.flatMap(({ contactId }) => contactId ?? [])
  const contacts = await lockAndReadContactNames(tx, organizationId, contactIds)
  const highlights = ids.flatMap((id): DigestHighlight | DigestHighlight[] => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) return []
    const answers = asStoredAnswers(row.answers)
    const metric = getResponseRatingMetric(row.survey.type, row, answers)
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
  return { highlights, contactIds: contacts.map(({ id }) => id) }
}
