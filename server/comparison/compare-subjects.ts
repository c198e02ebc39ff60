import { db } from '../db'
import { readListTotal } from '../list-totals'
import type { MasterDataKind } from '../master-data/constants'
import {
  countMasterDataMatchingSearch,
  getPrismaModel,
  listMasterDataIds,
  listMasterDataNamesOfKind,
  listMatchingMasterDataIds,
} from '../master-data/queries'
import { listPendingMerges } from '../master-data/resolve-merged-ids'
import { countContactsByCompany, countContactsByLocation } from '../master-data/usage-counts'
import { findLastAnswers } from '../overview/latest-responses'
import { loadSubjectStats, MASTER_DATA_KIND_BY_SUBJECT } from '../overview/load-score-breakdown'
import { resolvePeriod } from '../overview/period'
import { pageOffset, parseSortParameter, toPage } from '../paging'
import type { ResponseStats } from '../responses/response-stats'
import { compareScoreSummaries, summarizeScores } from '../responses/scores'
import { Metric } from '../surveys/schema'
import { computeFunnelPlot } from './funnel-plot'
import type { ComparedSubject, SubjectComparison, SubjectComparisonQuery } from './schema'

type StatsById = ReadonlyMap<string, ResponseStats>

/**
 * Locations, employees or companies with the score of one metric and its change, sorted by either, and the funnel plot of all of them. Reads
 * the daily statistics of both periods; rows of master data only of the page.
 */
export async function compareSubjects(
  organizationId: string,
  query: SubjectComparisonQuery,
): Promise<SubjectComparison> {
  const kind = MASTER_DATA_KIND_BY_SUBJECT[query.kind]
  const { surveyId } = query
  const period = await resolvePeriod(organizationId, query)
  const [names, current, previous] = await Promise.all([
    listMasterDataNamesOfKind(kind, organizationId),
    loadSubjectStats(organizationId, kind, { surveyId, days: period.current }).then(indexById),
    loadSubjectStats(organizationId, kind, { surveyId, days: period.previous }).then(indexById),
  ])
  const hasAnswers = (metric: Metric) =>
    [current, previous].some((all) => names.some(({ id }) => (all.get(id)?.scores[metric].size ?? 0) > 0))
  const metrics = Metric.options.filter(hasAnswers)
  const metric = metrics.find((one) => one === query.metric) ?? metrics[0] ?? null
  const scoresById = new Map(names.map(({ id }) => [id, summarizeSubject(metric, current.get(id), previous.get(id))]))
  const { ids, total } = await listSortedIds(organizationId, kind, query, scoresById)
  const subjects = await presentSubjects(organizationId, kind, ids, scoresById)
  const units = names.flatMap(({ id, name }) => {
    const counts = metric && current.get(id)?.scores[metric]
    return counts && counts.size > 0 ? [{ id, name, counts }] : []
  })
  return {
    period: { ...period.current, previous: period.previous },
    metric,
    metrics,
    plot: metric && computeFunnelPlot(metric, units),
    subjects,
    meta: toPage([], total, query).meta,
  }
}

function indexById(stats: readonly ResponseStats[]): StatsById {
  return new Map(stats.flatMap((row) => (row.key === null ? [] : [[row.key, row]])))
}

type SubjectScores = Pick<ComparedSubject, 'responses' | 'score' | 'previous' | 'change'>

function summarizeSubject(
  metric: Metric | null,
  current: ResponseStats | undefined,
  before: ResponseStats | undefined,
): SubjectScores {
  const summarize = (stats: ResponseStats | undefined) =>
    summarizeScores(metric ?? 'nps', (metric && stats?.scores[metric]) ?? new Map())
  const [score, previous] = [summarize(current), summarize(before)]
  return { responses: current?.responses ?? 0, score, previous, change: compareScoreSummaries(score, previous) }
}

/**
 * Ids of the page. Sorted by score, change or answers, those without a value follow by name: they are read with an offset, however many
 * there are.
 */
async function listSortedIds(
  organizationId: string,
  kind: MasterDataKind,
  query: SubjectComparisonQuery,
  scoresById: ReadonlyMap<string, SubjectScores>,
): Promise<{ ids: string[]; total: number }> {
  const { key, direction } = parseSortParameter(query.sort ?? '-answers')
  const search = query.search || null
  const [offset, limit] = [pageOffset(query), query.limit]
  const total = await (search === null
    ? readListTotal(organizationId, kind)
    : countMasterDataMatchingSearch(kind, organizationId, search))
  if (key === 'name' || key === 'created')
    return { ids: await listMasterDataIds(kind, organizationId, { search, key, direction, offset, limit }), total }

  const sign = direction === 'asc' ? 1 : -1
  const ranked = [...scoresById]
    .flatMap(([id, scores]) => {
      const value = SORT_VALUES[key](scores)
      return value === null ? [] : [{ id, value, n: scores.score.n }]
    })
    .toSorted((one, other) => sign * (one.value - other.value) || other.n - one.n || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
  const matching = new Set(
    search === null ? ranked : await listMatchingMasterDataIds(kind, organizationId, search, ranked),
  )
  const first = ranked.filter((id) => matching.has(id))
  const page = first.slice(offset, offset + limit)
  const rest = await listMasterDataIds(kind, organizationId, {
    search,
    key: 'name',
    direction: 'asc',
    offset: Math.max(0, offset - first.length),
    limit: limit - page.length,
    excludedIds: ranked,
  })
  return { ids: [...page, ...rest], total }
}

const SORT_VALUES: Record<'answers' | 'score' | 'change', (scores: SubjectScores) => number | null> = {
  answers: ({ score }) => score.n || null,
  score: ({ score }) => score.value,
  change: ({ change }) => change && change.by,
}

async function presentSubjects(
  organizationId: string,
  kind: MasterDataKind,
  ids: readonly string[],
  scoresById: ReadonlyMap<string, SubjectScores>,
): Promise<ComparedSubject[]> {
  const keys = ids.map((id) => ({ id }))
  const [rows, merges, contacts] = await Promise.all([
    getPrismaModel(db, kind).findMany({
      where: { organizationId, id: { in: [...ids] } },
      select: { id: true, name: true, createdAt: true },
    }),
    listPendingMerges(kind, organizationId),
    kind === 'employee'
      ? null
      : (kind === 'location' ? countContactsByLocation : countContactsByCompany)(organizationId, keys),
  ])
  const lastAnswers = await findLastAnswers(organizationId, kind, ids, merges)
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowById.get(id)
    if (!row) return []
    return {
      id,
      name: row.name,
      ...(scoresById.get(id) ?? summarizeSubject(null, undefined, undefined)),
      contacts: contacts && (contacts.get(id) ?? 0),
      lastAnswerAt: lastAnswers.get(id)?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    }
  })
}
