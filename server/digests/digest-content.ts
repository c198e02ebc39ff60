import { countUnresolvedAndOverdueCases } from '../cases/queries'
import { getOverview } from '../overview/overview'
import { resolvePeriod } from '../overview/period'
import { OverviewQuery } from '../overview/schema'
import { addDays } from '../responses/response-stats'
import { HIGHLIGHTS_MAX } from './constants'
import { countImportedResponses, listHighlightCandidates } from './queries'
import type { DigestFigures } from './schema'

export type DigestContent = { figures: DigestFigures; responseIds: string[] }

/** The figures of the overview, but the responses that came with an import of past answers count apart: they are no news. */
export async function loadDigestContent(organizationId: string, monday: string, at: Date): Promise<DigestContent> {
  const query = OverviewQuery.parse({ from: monday, to: addDays(monday, 6) })
  const [{ metrics, responses, rate, stars }, cases, period] = await Promise.all([
    getOverview(organizationId, query),
    countUnresolvedAndOverdueCases(organizationId, at),
    resolvePeriod(organizationId, query),
  ])
  const [imported, previouslyImported] = await Promise.all([
    countImportedResponses(organizationId, period.from, period.to),
    countImportedResponses(organizationId, period.previousFrom, period.from),
  ])
  const figures = {
    metrics: metrics.map(({ metric, current, previous, change }) => ({ metric, current, previous, change })),
    responses: { current: responses.current - imported, previous: responses.previous - previouslyImported },
    imported,
    rate,
    stars,
    cases,
  }
  return { figures, responseIds: await listHighlightResponseIds(organizationId, period) }
}

export function emptyWeekReason({ responses, rate, stars }: DigestFigures): 'nobodyAsked' | 'nothingCame' | null {
  if (responses.current + responses.previous + stars.current.n + stars.previous.n > 0) return null
  return rate.current.delivered + rate.previous.delivered > 0 ? 'nothingCame' : 'nobodyAsked'
}

/**
 * Ids of the answers with text to show in a digest, in reading order:
 * 1. unresolved cases first; each low score has one until a member resolves it;
 * 2. within each group, the lowest on their scale (0 of 10, 1 of 5 and 1 of 7 are equal), then the newest; answers without a score last;
 * 3. the last place is for the best answer, if there is a high score: the highest on its scale, then the newest;
 * 4. at most one answer per contact, its first in this order; answers without a contact are all shown.
 */
export async function listHighlightResponseIds(
  organizationId: string,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const week = { from, to, limit: HIGHLIGHTS_MAX }
  const [worst, best] = await Promise.all([
    listHighlightCandidates(organizationId, 'worst', week),
    listHighlightCandidates(organizationId, 'best', week),
  ])
  const chosen = worst.slice(0, HIGHLIGHTS_MAX - 1)
  const isOtherContact = ({ id, contactId }: (typeof chosen)[number]) =>
    chosen.every((other) => (contactId === null ? other.id !== id : other.contactId !== contactId))
  const last = best.find(isOtherContact) ?? worst.slice(chosen.length).find(isOtherContact)
  return [...chosen, ...(last ? [last] : [])].map(({ id }) => id)
}
