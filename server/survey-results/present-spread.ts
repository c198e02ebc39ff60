import { computeShare } from '../responses/scores'
import type { QuestionResults } from './schema'
import type { DateRow, NumberRow } from './spread-queries'

/** How the answers to a number or a date are spread; null for other questions and without answers. */
export function presentSpread(
  { id, type }: Pick<QuestionResults, 'id' | 'type'>,
  { numbers, dates }: { numbers: readonly NumberRow[]; dates: readonly DateRow[] },
): QuestionResults['spread'] {
  const rows: readonly (NumberRow | DateRow)[] = type === 'number' ? numbers : type === 'date' ? dates : []
  const row = rows.find(({ questionId }) => questionId === id)
  if (!row) return null
  const answers = row.bins.reduce((sum, { n }) => sum + n, 0)
  const areWhole = 'areWhole' in row && row.areWhole
  return {
    step: row.step,
    areWhole,
    bins: row.bins.map(({ from, n }) => ({ from, n, share: computeShare(n, answers) })),
  }
}
