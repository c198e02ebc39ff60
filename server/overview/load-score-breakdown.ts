import { listResponseTags } from '../cases/response-tags'
import { db } from '../db'
import type { MasterDataKind } from '../master-data/constants'
import { listMasterDataNamesOfKind } from '../master-data/queries'
import { listPendingMerges } from '../master-data/resolve-merged-ids'
import { countResponsesByTagAndScore, type ScoreCount } from '../responses/queries'
import { type DayRange, type ResponseStats, sumResponseStats } from '../responses/response-stats'
import { loadResponseStats } from '../responses/response-stats-queries'
import { type ScoreCounts, summarizeScores } from '../responses/scores'
import { listSegmentFilters } from '../segments/segments'
import { Metric } from '../surveys/schema'
import { BREAKDOWN_MAX_PARTS, type Breakdown, SEGMENT_BREAKDOWN_MAX, type SubjectKind } from './constants'
import { countResponsesByProperty, countResponsesBySegment } from './contact-breakdown-queries'
import type { BreakdownPart, Overview, ResponseRate } from './schema'

type BreakdownQuery = {
  surveyId: string | undefined
  property: string | undefined
  days: DayRange
  from: Date
  to: Date
}

export async function loadScoreBreakdown(
  organizationId: string,
  by: Breakdown,
  query: BreakdownQuery,
): Promise<Overview['breakdown']> {
  switch (by) {
    case 'tag':
      return { by, omittedSegments: 0, ...(await readTagParts(organizationId, query)) }
    case 'segment':
      return { by, ...(await readSegmentParts(organizationId, query)) }
    case 'property':
      return { by, omittedSegments: 0, ...(await readPropertyParts(organizationId, query)) }
    default:
      return { by, omittedSegments: 0, ...(await readRecordParts(organizationId, by, query)) }
  }
}

async function readRecordParts(
  organizationId: string,
  by: 'survey' | SubjectKind,
  { surveyId, days }: BreakdownQuery,
): Promise<PartsWithLines> {
  const names =
    by === 'survey'
      ? await db.survey.findMany({ where: { organizationId }, select: { id: true, name: true } })
      : await listMasterDataNamesOfKind(MASTER_DATA_KIND_BY_SUBJECT[by], organizationId)
  const ids = surveyId === undefined ? names.map(({ id }) => id) : [surveyId]
  const stats =
    by === 'survey'
      ? await loadResponseStats(organizationId, { days, by, ids })
      : await loadSubjectStats(organizationId, MASTER_DATA_KIND_BY_SUBJECT[by], { surveyId, days })
  const nameById = new Map(names.map(({ id, name }) => [id, name]))
  const parts = stats.map(({ key, ...row }) => presentPart(key, row, nameById))
  return { lines: countLines(parts), parts: pickTopParts(parts) }
}

export const MASTER_DATA_KIND_BY_SUBJECT = {
  location: 'location',
  employee: 'employee',
  company: 'contact_organization',
} as const satisfies Record<SubjectKind, MasterDataKind>

/** Stats by location, employee or company; records whose merge is not completed count in their successor. */
export async function loadSubjectStats(
  organizationId: string,
  kind: MasterDataKind,
  query: { surveyId: string | undefined; days: DayRange },
): Promise<ResponseStats[]> {
  const [stats, survivorIds] = await Promise.all([
    loadResponseStats(organizationId, { ...query, by: kind }),
    listPendingMerges(kind, organizationId),
  ])
  if (survivorIds.size === 0) return stats
  const statsById = new Map<string | null, ResponseStats>()
  for (const row of stats) {
    const key = row.key === null ? null : (survivorIds.get(row.key) ?? row.key)
    const existing = statsById.get(key)
    statsById.set(key, existing === undefined ? { ...row, key } : sumResponseStats(existing, row))
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

function presentPart(
  id: string | null,
  { responses, scores, ...rate }: Counts & Partial<ResponseStats>,
  names: ReadonlyMap<string, string>,
): BreakdownPart {
  return {
    id,
    name: (id && names.get(id)) ?? null,
    responses,
    scores: {
      nps: summarizeScores('nps', scores.nps),
      csat: summarizeScores('csat', scores.csat),
      ces: summarizeScores('ces', scores.ces),
    },
    rate: toResponseRate(rate),
  }
}

async function readTagParts(
  organizationId: string,
  { surveyId, days, from, to }: BreakdownQuery,
): Promise<PartsWithLines> {
  const [tags, rows, [all = NO_COUNTS]] = await Promise.all([
    listResponseTags(organizationId),
    countResponsesByTagAndScore(organizationId, { surveyId, from, to }),
    loadResponseStats(organizationId, { surveyId, days }),
  ])
  const nameById = new Map(tags.map(({ id, name }) => [id, name]))
  const countsById = sumCounts(rows)
  const untagged = subtractCounts(all, countsById.get(null) ?? NO_COUNTS)
  countsById.delete(null)
  const parts = [...countsById].map(([tagId, counts]) => presentPart(tagId, counts, nameById))
  const untaggedParts = untagged.responses > 0 ? [presentPart(null, untagged, nameById)] : []
  return { lines: countLines(parts), parts: [...pickTopParts(parts), ...untaggedParts] }
}

async function readSegmentParts(
  organizationId: string,
  query: BreakdownQuery,
): Promise<PartsWithLines & Pick<Overview['breakdown'], 'omittedSegments'>> {
  const { total, segments } = await listSegmentFilters(organizationId, SEGMENT_BREAKDOWN_MAX)
  const countsById = sumCounts(await countResponsesBySegment(organizationId, segments, query))
  const nameById = new Map(segments.map(({ id, name }) => [id, name]))
  const parts = [...countsById].map(([id, counts]) => presentPart(id, counts, nameById))
  return { lines: countLines(parts), parts, omittedSegments: total - segments.length }
}

async function readPropertyParts(
  organizationId: string,
  { property: key, ...query }: BreakdownQuery,
): Promise<PartsWithLines> {
  const property = await db.contactProperty.findFirst({ where: { organizationId, key: key ?? '' } })
  if (!property) return { lines: countLines([]), parts: [] }
  const { lines, counts } = await countResponsesByProperty(organizationId, property, query)
  const parts = [...sumCounts(counts)].map(([value, sum]) =>
    presentPart(value, sum, new Map([[value ?? '', value ?? '']])),
  )
  return { lines, parts }
}

type PartsWithLines = Pick<Overview['breakdown'], 'lines' | 'parts'>

function sumCounts(rows: readonly ScoreCount[]) {
  const countsById = new Map<string | null, { responses: number; scores: Record<Metric, Map<number, number>> }>()
  for (const { id, n, ...row } of rows) {
    const { responses, scores } = countsById.get(id) ?? noCounts()
    countsById.set(id, { responses: responses + n, scores })
    for (const metric of Metric.options) {
      const score = row[metric]
      if (score !== null) scores[metric].set(score, (scores[metric].get(score) ?? 0) + n)
    }
  }
  return countsById
}

type Counts = Pick<ResponseStats, 'responses' | 'scores'>

const noCounts = () => ({
  responses: 0,
  scores: { nps: new Map<number, number>(), csat: new Map<number, number>(), ces: new Map<number, number>() },
})
const NO_COUNTS: Counts = noCounts()

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

/**
 * Surveys answered ÷ surveys first delivered in the period. A survey in a sending counts once, whatever its repeats and whichever
 * message was answered (survey_request).
 */
export function toResponseRate(stats: Partial<ResponseStats> = {}): ResponseRate {
  const { delivered = 0, answered = 0, captured = 0 } = stats
  return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
}
