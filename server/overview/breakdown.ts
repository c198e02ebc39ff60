import { listTags } from '../cases/tags'
import { db } from '../db'
import { listRecordNames } from '../records/record-list'
import { type ScoreCounts, summarizeScores } from '../responses/scores'
import { readTagScores, type TagScores } from '../responses/tag-scores'
import { type Days, readTallies, type Tally } from '../responses/tally'
import type { Metric } from '../surveys/schema'
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

/** How surveys, locations, employees or tags did, those with most answers first; what has no tag comes last. */
export async function readBreakdown(
  organizationId: string,
  { surveyId, days, from, to, by }: Question,
): Promise<OverviewPart[]> {
  if (by === 'tag') return readTagParts(organizationId, { surveyId, days, from, to })
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
  { surveyId, days, from, to }: Omit<Question, 'by'>,
): Promise<OverviewPart[]> {
  const [tags, counted, [all]] = await Promise.all([
    listTags(organizationId),
    readTagScores(organizationId, { surveyId, from, to }),
    readTallies(organizationId, { surveyId, days }),
  ])
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]))
  const untagged = all ? without(all, counted.find(({ tagId }) => tagId === null) ?? NOTHING) : NOTHING
  const toPart = ({ tagId, responses, scores }: TagScores): OverviewPart => ({
    id: tagId,
    name: tagId === null ? null : (nameOf.get(tagId) ?? null),
    responses,
    scores: summarizeAll(scores),
    rate: rateOf(),
  })
  return [
    ...inOrder(counted.filter(({ tagId }) => tagId !== null).map(toPart)),
    ...(untagged.responses > 0 ? [toPart({ tagId: null, ...untagged })] : []),
  ]
}

type Counted = Pick<Tally, 'responses' | 'scores'>

const NOTHING: Counted = { responses: 0, scores: { nps: new Map(), csat: new Map(), ces: new Map() } }

/** What is left of all without some of them: never less than none, though a tag came between the two looks. */
function without(all: Counted, some: Counted): Counted {
  const left = (metric: Metric): ScoreCounts =>
    new Map(
      [...all.scores[metric]].flatMap(([score, n]) => {
        const rest = n - (some.scores[metric].get(score) ?? 0)
        return rest > 0 ? [[score, rest] as const] : []
      }),
    )
  return {
    responses: Math.max(0, all.responses - some.responses),
    scores: { nps: left('nps'), csat: left('csat'), ces: left('ces') },
  }
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
