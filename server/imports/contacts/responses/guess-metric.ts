import type { Metric } from '../../../surveys/schema'
import { toPlainWords } from '../../columns/plain-words'
import { type Cell, formatCell } from '../../files/table-row'

const BY_HEADING: readonly (readonly [RegExp, Metric])[] = [
  [/\b(?:nps|recommend|recommand|sur 10)/, 'nps'],
  [/\b(?:ces|effort|easy|facile)\b/, 'ces'],
  [/\b(?:csat|satisf|stars?\b|etoiles?\b|sur 5\b)/, 'csat'],
]

/** Guesses what a column of scores measures, by its heading, else by the highest score. */
export function guessMetric(heading: string, cells: readonly Cell[]): Metric {
  const words = toPlainWords(heading)
  const byHeading = BY_HEADING.find(([pattern]) => pattern.test(words))
  if (byHeading) return byHeading[1]
  const scores = cells.map((cell) => Number(formatCell(cell))).filter((score) => !Number.isNaN(score))
  return scores.length > 0 && scores.every((score) => score >= 1 && score <= 5) ? 'csat' : 'nps'
}
