import { listTags } from '../cases/tags'
import { db } from '../db'
import { listRecordNames } from '../records/record-list'
import { summarizeScores } from '../responses/scores'
import { readTagScores } from '../responses/tag-scores'
import { type Days, readTallies, type Tally } from '../responses/tally'
import type { OverviewPart, OverviewQuery, ResponseRate } from './schema'

/** More lines than anybody reads. */
const MOST = 100

type Question = {
  surveyId: string | undefined
  /** The same time, as it is counted and as it is. */
  days: Days
  from: Date
  to: Date
  by: NonNullable<OverviewQuery['by']>
}

/** How surveys, locations, employees or tags did, those with most answers first. */
export async function readBreakdown(
  organizationId: string,
  { surveyId, days, from, to, by }: Question,
): Promise<OverviewPart[]> {
  if (by === 'tag') return inOrder(await readTagParts(organizationId, { surveyId, from, to }))
  const named = by === 'survey' ? await listSurveyNames(organizationId) : await listRecordNames(by, organizationId)
  const ids = surveyId === undefined ? named.map(({ id }) => id) : [surveyId]
  const tallies = await readTallies(organizationId, by === 'survey' ? { days, by, ids } : { surveyId, days, by })
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  return inOrder(
    tallies.map((tally) => ({
      id: tally.key,
      name: tally.key === null ? null : (nameOf.get(tally.key) ?? null),
      responses: tally.responses,
      scores: summarizeAll(tally.scores),
      rate: rateOf(tally),
    })),
  )
}

function inOrder(parts: OverviewPart[]): OverviewPart[] {
  return parts
    .toSorted((one, other) => other.responses - one.responses || (one.id ?? '').localeCompare(other.id ?? ''))
    .slice(0, MOST)
}

function summarizeAll(scores: Tally['scores']): OverviewPart['scores'] {
  return {
    nps: summarizeScores('nps', scores.nps),
    csat: summarizeScores('csat', scores.csat),
    ces: summarizeScores('ces', scores.ces),
  }
}

/** Nobody was asked because of a tag, so there is no rate. */
async function readTagParts(
  organizationId: string,
  question: { surveyId: string | undefined; from: Date; to: Date },
): Promise<OverviewPart[]> {
  const [tags, counted] = await Promise.all([listTags(organizationId), readTagScores(organizationId, question)])
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]))
  return counted.map(({ tagId, responses, scores }) => ({
    id: tagId,
    name: nameOf.get(tagId) ?? null,
    responses,
    scores: summarizeAll(scores),
    rate: rateOf(),
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
