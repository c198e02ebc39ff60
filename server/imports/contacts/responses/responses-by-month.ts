import type { JobCounts } from '../../../contact-jobs/contact-job'
import { loadContactJob } from '../../../contact-jobs/contact-job'
import { summarizeScores } from '../../../responses/scores'
import { isMetric, METRICS } from '../../../surveys/constants'
import type { Metric } from '../../../surveys/schema'
import { getOrganizationTimeZone } from '../../../time-zones'
import { castImportJob } from '../import-spec'
import type { MappedRow } from '../map-row'
import type { ResponsesByMonth } from '../schema'
import { countStoredResponsesByMonth } from './response-queries'

const PREFIX = 'answers:'

/** Counts the answers of rows by month and score, whatever becomes of them, to compare them with what is stored. */
export function countFileResponsesByMonth(rows: readonly MappedRow[], timeZone: string): JobCounts {
  const counts: JobCounts = {}
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
  for (const { answer } of rows) {
    if (!answer?.survey) continue
    const parts = Object.fromEntries(format.formatToParts(answer.at).map(({ type, value }) => [type, value]))
    const key = `${PREFIX}${parts['year']}-${parts['month']}:${answer.survey.metric}:${answer.score}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** month and metric → score → number */
type ScoresByMonth = Map<string, Map<number, number>>

/**
 * The answers of an import by month, as the file has them and as they are stored, with their scores.
 * @throws {NotFound}
 */
export async function compareResponsesByMonth(organizationId: string, id: string): Promise<ResponsesByMonth> {
  const job = castImportJob(await loadContactJob(organizationId, id, 'import'))
  const inFile = readCounts(job.dryCounts ?? {})
  const timeZone = await getOrganizationTimeZone(organizationId)
  const stored = await readStored(organizationId, id, timeZone)
  const keys = [...new Set([...inFile.keys(), ...stored.keys()])].toSorted()
  return {
    months: keys.map((key) => {
      const [month = '', metric = 'nps'] = key.split(':')
      const summarize = (scores: ScoresByMonth) => summarizeMonth(metric as Metric, scores.get(key))
      return { month, metric: metric as Metric, file: summarize(inFile), stored: summarize(stored) }
    }),
  }
}

function summarizeMonth(metric: Metric, scores: ReadonlyMap<number, number> = new Map()) {
  const { n, value } = summarizeScores(metric, scores)
  return { n, score: value }
}

function readCounts(counts: JobCounts): ScoresByMonth {
  const scores: ScoresByMonth = new Map()
  for (const [key, n] of Object.entries(counts)) {
    if (!key.startsWith(PREFIX)) continue
    const [month = '', metric = '', score] = key.slice(PREFIX.length).split(':')
    if (isMetric(metric)) addScore(scores, `${month}:${metric}`, Number(score), n)
  }
  return scores
}

async function readStored(organizationId: string, id: string, timeZone: string): Promise<ScoresByMonth> {
  const scores: ScoresByMonth = new Map()
  for (const { month, n, ...row } of await countStoredResponsesByMonth(organizationId, id, timeZone))
    for (const metric of METRICS) {
      const score = row[metric]
      if (score !== null) addScore(scores, `${month}:${metric}`, score, n)
    }
  return scores
}

function addScore(scores: ScoresByMonth, key: string, score: number, n: number): void {
  const byScore = scores.get(key) ?? new Map<number, number>()
  byScore.set(score, (byScore.get(score) ?? 0) + n)
  scores.set(key, byScore)
}
