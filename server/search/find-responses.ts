import type { Asked } from './asked'
import { excerptAround } from './excerpt'
import { listNewestResponses, listResponsesByWords, type ResponseRow } from './response-queries'
import type { FoundResponse } from './schema'

/** Newest completed responses whose comment or contact has words that start with the query's words, newest first. */
export async function findNewestResponses(
  organizationId: string,
  asked: Asked,
  limit: number,
): Promise<FoundResponse[]> {
  const rows = await listNewestResponses(organizationId, asked, limit)
  return rows.map((row) => presentRow(row, asked.words))
}

/** As {@link findNewestResponses} over all responses, through the word index of comments, plus those of `contactIds`. */
export async function findResponses(
  organizationId: string,
  asked: Asked,
  contactIds: readonly string[],
  limit: number,
): Promise<FoundResponse[]> {
  const rows = await listResponsesByWords(organizationId, asked, contactIds, limit)
  return rows.map((row) => presentRow(row, asked.words))
}

function presentRow(
  { id, contact_name, survey_name, comment, created_at }: ResponseRow,
  words: readonly string[],
): FoundResponse {
  return {
    id,
    contactName: contact_name,
    surveyName: survey_name,
    comment: comment === null ? null : excerptAround(comment, words),
    createdAt: created_at.toISOString(),
  }
}
