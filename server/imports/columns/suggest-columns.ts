import { type Cell, formatCell, isBlankCell } from '../files/table-row'
import { type ColumnTarget, findHeadingTarget, readsAsBareNom } from './headings'
import { toPlainWords } from './plain-words'
import { readValue, type ValueContext } from './read-value'
import { isAddressLike } from './value-shapes'

export type DeclaredProperty = { key: string; label: { en: string; fr: string } }

/** `high`: by its heading, and the cells agree · `medium`: by a part of the heading · `low`: by the cells only · `none`: ignored. */
export type Confidence = 'high' | 'medium' | 'low' | 'none'

export type ColumnSuggestion = { target: ColumnTarget; confidence: Confidence }

/**
 * Suggests what each column means, by its heading in English or French, and by its cells where the heading says nothing or something else.
 * No target is suggested twice. Columns of answers are only suggested if there is a score among them.
 */
export function suggestColumns(
  header: readonly string[],
  sample: readonly (readonly Cell[])[],
  { properties }: { properties: readonly DeclaredProperty[] },
): ColumnSuggestion[] {
  const hasFirstName = header.some((heading) => findHeadingTarget(heading)?.target === 'firstName')
  const candidates = header.flatMap((heading, column) => {
    const cells = sample.flatMap((row) => row[column] ?? []).filter((cell) => !isBlankCell(cell))
    // Of equal headings the one whose column has cells.
    const bonus = cells.length > 0 ? 0.5 : 0
    return findCandidates(heading, cells, { hasFirstName, properties }).map(({ rank: base, ...candidate }) => ({
      ...candidate,
      rank: base + bonus,
      column,
    }))
  })
  return assignEach(header.length, withoutStrayAnswers(candidates))
}

type Candidate = { target: ColumnTarget; confidence: Confidence; rank: number }
type ColumnCandidate = Candidate & { column: number }

const RANKS: Record<Confidence, number> = { high: 3, medium: 2, low: 1, none: 0 }

function findCandidates(
  heading: string,
  cells: Cell[],
  { hasFirstName, properties }: { hasFirstName: boolean; properties: readonly DeclaredProperty[] },
): Candidate[] {
  const candidates = findPropertyCandidates(heading, properties)
  const byHeading = readsAsBareNom(heading)
    ? { target: hasFirstName ? ('lastName' as const) : ('fullName' as const), isExact: true }
    : findHeadingTarget(heading)
  const target = byHeading && resolveNote(byHeading.target, heading, cells)
  if (byHeading && target && agrees(target, cells, byHeading.isExact))
    candidates.push(rank(target, byHeading.isExact ? 'high' : 'medium'))
  const byCells = guessByCells(cells)
  if (byCells !== null) candidates.push(rank(byCells, 'low'))
  return candidates
}

/** Of two columns, the one that is headed by the label and the key (`buildPropertyColumns`) is more likely. */
const QUALIFIED_BONUS = 2
const PROPERTY_BONUS = 1

function findPropertyCandidates(heading: string, properties: readonly DeclaredProperty[]): Candidate[] {
  const words = toPlainWords(heading)
  if (words === '') return []
  return properties.flatMap(({ key, label }) => {
    const names = [key, label.en, label.fr]
    const isQualified = names.some((name) => toPlainWords(`${name} (${key})`) === words)
    const bonus = isQualified ? QUALIFIED_BONUS : PROPERTY_BONUS
    if (!isQualified && !names.some((name) => toPlainWords(name) === words)) return []
    const candidate = rank(`property:${key}`, 'high')
    return [{ ...candidate, rank: candidate.rank + bonus }]
  })
}

function rank(target: ColumnTarget, confidence: Confidence): Candidate {
  return { target, confidence, rank: RANKS[confidence] }
}

/** `Note` is a score in French, and a comment in English. */
function resolveNote(target: ColumnTarget, heading: string, cells: Cell[]): ColumnTarget {
  const isNote = target === 'score' && toPlainWords(heading) === 'note'
  return isNote && cells.length > 0 && !agrees('score', cells, true) ? 'comment' : target
}

const ANY_CONTEXT: ValueContext = { country: 'FR', dateOrder: 'dmy', decimalMark: '.', timeZone: 'UTC' }
const isDateIn = (dateOrder: 'dmy' | 'mdy') => (cell: Cell) =>
  'value' in readValue('date', cell, { ...ANY_CONTEXT, dateOrder })
const isDate = (cell: Cell) => isDateIn('dmy')(cell) || isDateIn('mdy')(cell)
const isRead = (kind: 'unsubscribed' | 'subscribed' | 'suppressionReasons' | 'bounced') => (cell: Cell) =>
  'value' in readValue(kind, cell, ANY_CONTEXT)
const isAddress = (cell: Cell) => isAddressLike(formatCell(cell))
const isScore = (cell: Cell) => {
  const result = readValue('score', cell, ANY_CONTEXT)
  return 'value' in result && Math.abs(result.value) <= 100
}
const PHONE = /^[+(]?\d[\d\s().\-/\u00a0]{6,20}$/
const isPhone = (cell: Cell) => PHONE.test(formatCell(cell).trim())
const isLanguage = (cell: Cell) => {
  const result = readValue('language', cell, ANY_CONTEXT)
  return 'value' in result || result.error === 'unsupportedLanguage'
}

const CHECKS: Partial<Record<ColumnTarget, (cell: Cell) => boolean>> = {
  email: (cell) => formatCell(cell).includes('@'),
  phone: isPhone,
  preferredLanguage: isLanguage,
  score: isScore,
  answeredAt: isDate,
  unsubscribedAt: isDate,
  unsubscribed: isRead('unsubscribed'),
  subscribed: isRead('subscribed'),
  suppressionReasons: isRead('suppressionReasons'),
  bounced: isRead('bounced'),
}

const MOST = 0.5

/** Whether the cells may be what the heading says. Without cells the usual headings are believed. */
function agrees(target: ColumnTarget, cells: Cell[], isExact: boolean): boolean {
  const check = CHECKS[target]
  if (check) return cells.length === 0 ? isExact : share(cells, check) >= MOST
  return cells.length === 0 || share(cells, isAddress) < MOST
}

function guessByCells(cells: Cell[]): ColumnTarget | null {
  if (cells.length > 0 && share(cells, isAddress) >= MOST) return 'email'
  // 03/02/2021 is a phone number only by its digits.
  const isInternational = (cell: Cell) => /^(?:\+|0)/.test(formatCell(cell).trim()) && isPhone(cell) && !isDate(cell)
  return cells.length > 0 && share(cells, isInternational) >= 0.8 ? 'phone' : null
}

function share(cells: Cell[], test: (cell: Cell) => boolean): number {
  return cells.filter(test).length / cells.length
}

const ANSWER_TARGETS: ReadonlySet<ColumnTarget> = new Set([
  'survey',
  'comment',
  'answeredAt',
  'answerId',
  'employee',
  'score',
])

function withoutStrayAnswers(candidates: ColumnCandidate[]): ColumnCandidate[] {
  if (candidates.some(({ target }) => target === 'score')) return candidates
  return candidates.filter(({ target }) => !ANSWER_TARGETS.has(target))
}

function assignEach(width: number, candidates: ColumnCandidate[]): ColumnSuggestion[] {
  const suggestions: ColumnSuggestion[] = Array.from({ length: width }, () => ({
    target: 'ignored',
    confidence: 'none',
  }))
  const assigned = new Set<ColumnTarget>()
  for (const { column, target, confidence } of candidates.sort((a, b) => b.rank - a.rank || a.column - b.column)) {
    if (assigned.has(target) || suggestions[column]?.target !== 'ignored') continue
    assigned.add(target)
    suggestions[column] = { target, confidence }
  }
  return suggestions
}
