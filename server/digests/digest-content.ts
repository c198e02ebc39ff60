import { countOpenCases } from '../cases/queries'
import { getOverview } from '../overview/overview'
import { readPeriod } from '../overview/period'
import { OverviewQuery } from '../overview/schema'
import { addDays } from '../responses/response-stats'
import type { DigestFigures } from './schema'
import { chooseAnswers } from './select-highlights'

export type Week = { figures: DigestFigures; responseIds: string[] }

export async function readWeek(organizationId: string, monday: string, at: Date): Promise<Week> {
  const query = OverviewQuery.parse({ from: monday, to: addDays(monday, 6) })
  const [{ metrics, responses, rate, stars }, cases, period] = await Promise.all([
    getOverview(organizationId, query),
    countOpenCases(organizationId, at),
    readPeriod(organizationId, query),
  ])
  const figures = {
    metrics: metrics.map(({ metric, current, previous, change }) => ({ metric, current, previous, change })),
    responses,
    rate,
    stars,
    cases,
  }
  return { figures, responseIds: await chooseAnswers(organizationId, period) }
}

export function quietReason({ responses, rate, stars }: DigestFigures): 'nobodyAsked' | 'nothingCame' | null {
  if (responses.current + responses.previous + stars.current.n + stars.previous.n > 0) return null
  return rate.current.delivered + rate.previous.delivered > 0 ? 'nothingCame' : 'nobodyAsked'
}
