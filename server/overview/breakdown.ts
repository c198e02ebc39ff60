import { listTags } from '../cases/tags'
import { db } from '../db'
import { readUnsettled } from '../records/meant-record'
import { listRecordNames } from '../records/queries'
import { type ScoreCounts, summarizeScores } from '../responses/scores'
import { readTagScores, type TagScores } from '../responses/tag-scores'
import { addTallies, type Days, type Tally } from '../responses/tally'
import { readTallies } from '../responses/tally-queries'
import { Metric } from '../surveys/schema'
import type { Overview, OverviewPart, OverviewQuery, ResponseRate } from './schema'
import { LINES_AT_MOST } from './vocabulary'

type Question = {
  surveyId: string | undefined
  days: Days
  from: Date
  to: Date
  by: NonNullable<OverviewQuery['by']>
}

/** Scores by survey, location, employee or tag, most responses first; the row without a tag is last. */
export async function readBreakdown(
  organizationId: string,
  { surveyId, days, from, to, by }: Question,
): Promise<Overview['breakdown']> {
  if (by === 'tag') return { by, ...(await readTagParts(organizationId, { surveyId, days, from, to })) }
  const named = by === 'survey' ? await listSurveyNames(organizationId) : await listRecordNames(by, organizationId)
  const ids = surveyId === undefined ? named.map(({ id }) => id) : [surveyId]
  const tallies =
    by === 'survey'
      ? await readTallies(organizationId, { days, by, ids })
      : await asOneRecord(by, organizationId, await readTallies(organizationId, { surveyId, days, by }))
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  const parts = tallies.map((tally) => ({
    id: tally.key,
    name: tally.key === null ? null : (nameOf.get(tally.key) ?? null),
    responses: tally.responses,
    scores: summarizeAll(tally.scores),
    rate: rateOf(tally),
  }))
  return { by, lines: countLines(parts), parts: inOrder(parts) }
}

/** Adds the counts of a merged record to the record that remains. */
async function asOneRecord(by: 'location' | 'employee', organizationId: string, tallies: Tally[]): Promise<Tally[]> {
  const unsettled = await readUnsettled(by, organizationId)
  if (unsettled.size === 0) return tallies
  const byId = new Map<string | null, Tally>()
  for (const tally of tallies) {
    const key = tally.key === null ? null : (unsettled.get(tally.key) ?? tally.key)
    const held = byId.get(key)
    byId.set(key, held === undefined ? { ...tally, key } : addTallies(held, tally))
  }
  return [...byId.values()]
}

function countLines(parts: readonly OverviewPart[]): Overview['breakdown']['lines'] {
  const count = (metric: Metric) => parts.filter(({ scores }) => scores[metric].n > 0).length
  return { nps: count('nps'), csat: count('csat'), ces: count('ces') }
}

/** Top parts by responses and by each metric, so that every metric has its own top lines. */
function inOrder(parts: readonly OverviewPart[]): OverviewPart[] {
  const first = (count: (part: OverviewPart) => number) =>
    parts
      .toSorted((one, other) => count(other) - count(one) || (one.id ?? '').localeCompare(other.id ?? ''))
      .slice(0, LINES_AT_MOST)
  const ofMetrics = Metric.options.flatMap((metric) => first(({ scores }) => scores[metric].n))
  return [...new Set([...first(({ responses }) => responses), ...ofMetrics])]
}

function summarizeAll(scores: Tally['scores']): OverviewPart['scores'] {
  return {
    nps: summarizeScores('nps', scores.nps),
    csat: summarizeScores('csat', scores.csat),
    ces: summarizeScores('ces', scores.ces),
  }
}

/** Surveys are not sent by tag, so there is no response rate. */
async function readTagParts(
  organizationId: string,
  { surveyId, days, from, to }: Omit<Question, 'by'>,
): Promise<Omit<Overview['breakdown'], 'by'>> {
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
  const parts = counted.filter(({ tagId }) => tagId !== null).map(toPart)
  const rest = untagged.responses > 0 ? [toPart({ tagId: null, ...untagged })] : []
  return { lines: countLines(parts), parts: [...inOrder(parts), ...rest] }
}

type Counted = Pick<Tally, 'responses' | 'scores'>

const NOTHING: Counted = { responses: 0, scores: { nps: new Map(), csat: new Map(), ces: new Map() } }

/** Subtracts counts, clamped at zero because the two reads do not share a snapshot. */
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

/** Includes deleted surveys: their responses stay. */
function listSurveyNames(organizationId: string): Promise<{ id: string; name: string }[]> {
  return db.survey.findMany({ where: { organizationId }, select: { id: true, name: true } })
}

/**
 * Surveys answered ÷ surveys delivered, for surveys first delivered in the period: later answers to them are still missing, answers to
 * older surveys are not included. A survey in a sending counts once, whatever its repeats and whichever message was answered
 * (survey_request).
 */
export function rateOf({ delivered = 0, answered = 0, captured = 0 }: Partial<Tally> = {}): ResponseRate {
  return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
}
