import { db } from '../db'
import { listRecordNames } from '../records/record-list'
import { summarizeScores } from '../responses/scores'
import { type Days, readTallies, type Tally } from '../responses/tally'
import type { OverviewPart, OverviewQuery, ResponseRate } from './schema'

/** More lines than anybody reads. */
const MOST = 100

type Question = { surveyId: string | undefined; days: Days; by: NonNullable<OverviewQuery['by']> }

/** How surveys, locations or employees did, those with most answers first. */
export async function readBreakdown(organizationId: string, { surveyId, days, by }: Question): Promise<OverviewPart[]> {
  const named = by === 'survey' ? await listSurveyNames(organizationId) : await listRecordNames(by, organizationId)
  const ids = surveyId === undefined ? named.map(({ id }) => id) : [surveyId]
  const tallies = await readTallies(organizationId, by === 'survey' ? { days, by, ids } : { surveyId, days, by })
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  return tallies
    .toSorted((one, other) => other.responses - one.responses || (one.key ?? '').localeCompare(other.key ?? ''))
    .slice(0, MOST)
    .map((tally) => ({
      id: tally.key,
      name: tally.key === null ? null : (nameOf.get(tally.key) ?? null),
      responses: tally.responses,
      scores: {
        nps: summarizeScores('nps', tally.scores.nps),
        csat: summarizeScores('csat', tally.scores.csat),
        ces: summarizeScores('ces', tally.scores.ces),
      },
      rate: rateOf(tally),
    }))
}

/** Those that were deleted, too: what they were answered stays. */
function listSurveyNames(organizationId: string): Promise<{ id: string; name: string }[]> {
  return db.survey.findMany({ where: { organizationId }, select: { id: true, name: true } })
}

/**
 * Surveys answered ÷ surveys delivered, both of the surveys that were first delivered in the period: answers that are
 * still to come are missing from it, answers to older surveys are not in it. One survey in one sending counts once,
 * however often it was repeated, whichever of the messages was answered (asked_survey).
 */
export function rateOf({ delivered = 0, answered = 0, captured = 0 }: Partial<Tally> = {}): ResponseRate {
  return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
}
