import { countOpenCases } from '../cases/queries'
import { getOverview } from '../overview/overview'
import { resolvePeriod } from '../overview/period'
import { OverviewQuery } from '../overview/schema'
import { addDays } from '../responses/response-stats'
import type { DigestFigures } from './schema'
import { selectHighlights } from './select-highlights'

export type DigestContent = { figures: DigestFigures; responseIds: string[] }

export async function loadDigestContent(organizationId: string, monday: string, at: Date): Promise<DigestContent> {
  const query = OverviewQuery.parse({ from: monday, to: addDays(monday, 6) })
  const [{ metrics, responses, rate, stars }, cases, period] = await Promise.all([
    getOverview(organizationId, query),
    countOpenCases(organizationId, at),
    resolvePeriod(organizationId, query),
  ])
  const figures = {
    metrics: metrics.map(({ metric, current, previous, change }) => ({ metric, current, previous, change })),
    responses,
    rate,
    stars,
    cases,
  }
  return { figures, responseIds: await selectHighlights(organizationId, period) }
}

export function emptyWeekReason({ responses, rate, stars }: DigestFigures): 'nobodyAsked' | 'nothingCame' | null {
  if (responses.current + responses.previous + stars.current.n + stars.previous.n > 0) return null
  return rate.current.delivered + rate.previous.delivered > 0 ? 'nothingCame' : 'nobodyAsked'
}
