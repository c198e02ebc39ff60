import { listResponseTags } from '../cases/response-tags'
import { db } from '../db'
import { listRecordNames } from '../records/queries'
import { listPendingMerges } from '../records/resolve-record'
import { addStats, type DayRange, type ResponseStats } from '../responses/response-stats'
import { readStats } from '../responses/response-stats-queries'
import { type ScoreCounts, summarizeScores } from '../responses/scores'
import { readTagStats, type TagStats } from '../responses/tag-scores'
import { Metric } from '../surveys/schema'
import type { BreakdownPart, Overview, OverviewQuery, ResponseRate } from './schema'
import { BREAKDOWN_MAX_PARTS } from './vocabulary'

type BreakdownQuery = {
  surveyId: string | undefined
  days: DayRange
  from: Date
  to: Date
  by: NonNullable<OverviewQuery['by']>
}

export async function readBreakdown(
  organizationId: string,
  { surveyId, days, from, to, by }: BreakdownQuery,
): Promise<Overview['breakdown']> {
  if (by === 'tag') return { by, ...(await readTagParts(organizationId, { surveyId, days, from, to })) }
  const names = by === 'survey' ? await listSurveyNames(organizationId) : await listRecordNames(by, organizationId)
  const ids = surveyId === undefined ? names.map(({ id }) => id) : [surveyId]
  const stats =
    by === 'survey'
      ? await readStats(organizationId, { days, by, ids })
      : await combineMergedRecords(by, organizationId, await readStats(organizationId, { surveyId, days, by }))
  const nameById = new Map(names.map(({ id, name }) => [id, name]))
  const parts = stats.map((row) => ({
    id: row.key,
    name: row.key === null ? null : (nameById.get(row.key) ?? null),
    responses: row.responses,
    scores: summarizeAll(row.scores),
    rate: toResponseRate(row),
  }))
  return { by, lines: countLines(parts), parts: pickTopParts(parts) }
}

async function combineMergedRecords(
  by: 'location' | 'employee',
  organizationId: string,
  stats: ResponseStats[],
): Promise<ResponseStats[]> {
  const survivorIds = await listPendingMerges(by, organizationId)
  if (survivorIds.size === 0) return stats
  const statsById = new Map<string | null, ResponseStats>()
  for (const row of stats) {
    const key = row.key === null ? null : (survivorIds.get(row.key) ?? row.key)
    const existing = statsById.get(key)
    statsById.set(key, existing === undefined ? { ...row, key } : addStats(existing, row))
  }
  return [...statsById.values()]
}

function countLines(parts: readonly BreakdownPart[]): Overview['breakdown']['lines'] {
  const count = (metric: Metric) => parts.filter(({ scores }) => scores[metric].n > 0).length
  return { nps: count('nps'), csat: count('csat'), ces: count('ces') }
}

function pickTopParts(parts: readonly BreakdownPart[]): BreakdownPart[] {
  const topBy = (count: (part: BreakdownPart) => number) =>
    parts
      .toSorted((one, other) => count(other) - count(one) || (one.id ?? '').localeCompare(other.id ?? ''))
      .slice(0, BREAKDOWN_MAX_PARTS)
  const topByMetric = Metric.options.flatMap((metric) => topBy(({ scores }) => scores[metric].n))
  return [...new Set([...topBy(({ responses }) => responses), ...topByMetric])]
}

function summarizeAll(scores: ResponseStats['scores']): BreakdownPart['scores'] {
  return {
    nps: summarizeScores('nps', scores.nps),
    csat: summarizeScores('csat', scores.csat),
    ces: summarizeScores('ces', scores.ces),
  }
}

async function readTagParts(
  organizationId: string,
  { surveyId, days, from, to }: Omit<BreakdownQuery, 'by'>,
): Promise<Omit<Overview['breakdown'], 'by'>> {
  const [tags, tagScores, [all]] = await Promise.all([
    listResponseTags(organizationId),
    readTagStats(organizationId, { surveyId, from, to }),
    readStats(organizationId, { surveyId, days }),
  ])
  const nameById = new Map(tags.map(({ id, name }) => [id, name]))
  const untagged = all ? subtractCounts(all, tagScores.find(({ tagId }) => tagId === null) ?? NO_COUNTS) : NO_COUNTS
  const toPart = ({ tagId, responses, scores }: TagStats): BreakdownPart => ({
    id: tagId,
    name: tagId === null ? null : (nameById.get(tagId) ?? null),
    responses,
    scores: summarizeAll(scores),
    rate: toResponseRate(),
  })
  const parts = tagScores.filter(({ tagId }) => tagId !== null).map(toPart)
  const untaggedParts = untagged.responses > 0 ? [toPart({ tagId: null, ...untagged })] : []
  return { lines: countLines(parts), parts: [...pickTopParts(parts), ...untaggedParts] }
}

type Counts = Pick<ResponseStats, 'responses' | 'scores'>

const NO_COUNTS: Counts = { responses: 0, scores: { nps: new Map(), csat: new Map(), ces: new Map() } }

function subtractCounts(all: Counts, subset: Counts): Counts {
  const remaining = (metric: Metric): ScoreCounts =>
    new Map(
      [...all.scores[metric]].flatMap(([score, n]) => {
        const difference = n - (subset.scores[metric].get(score) ?? 0)
        return difference > 0 ? [[score, difference] as const] : []
      }),
    )
  return {
    responses: Math.max(0, all.responses - subset.responses),
    scores: { nps: remaining('nps'), csat: remaining('csat'), ces: remaining('ces') },
  }
}

function listSurveyNames(organizationId: string): Promise<{ id: string; name: string }[]> {
  return db.survey.findMany({ where: { organizationId }, select: { id: true, name: true } })
}

/**
 * Surveys answered ÷ surveys first delivered in the period. A survey in a sending counts once, whatever its repeats and whichever
 * message was answered (survey_request).
 */
export function toResponseRate({
  delivered = 0,
  answered = 0,
  captured = 0,
}: Partial<ResponseStats> = {}): ResponseRate {
  return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
}
