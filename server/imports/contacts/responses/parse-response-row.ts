import { now } from '../../../clock'
import { localizableMessage } from '../../../messages/localizable-message'
import { COMMENT_MAX_CHARACTERS } from '../../../responses/constants'
import { codePointLength } from '../../../validation/schema'
import type { ImportTarget } from '../constants'
import type { RowReason } from '../import-queries'
import type { ParsedResponse } from './parsed-response'

type Values = Partial<Record<ImportTarget, unknown>>
type ReadAnswer = { answer: ParsedResponse | null; reasons: RowReason[] }

const DAY_MS = 24 * 60 * 60 * 1000
const EARLIEST = Date.UTC(1990, 0, 1)
const EXTERNAL_ID_MAX_CHARACTERS = 200

/**
 * Collects the values of a row to an answer.
 * @param unreadable targets whose cell has an error of its own
 * @returns null without a date or a score
 */
export function parseResponseRow(
  values: Values,
  findColumn: (target: ImportTarget) => number | null,
  unreadable: ReadonlySet<ImportTarget>,
): ReadAnswer {
  const reasons: RowReason[] = []
  const refuse = (target: ImportTarget, message: RowReason['message']) => {
    reasons.push({ column: findColumn(target), message })
    return null
  }
  const { score, answeredAt, survey, answerId } = values
  const at = typeof answeredAt === 'string' ? new Date(answeredAt) : null
  if (at === null && !unreadable.has('answeredAt')) refuse('answeredAt', localizableMessage('import.noDate'))
  if (typeof score !== 'number' && !unreadable.has('score')) refuse('score', localizableMessage('import.noScore'))
  const isDated = at !== null && isPlausible(at)
  if (at !== null && !isDated) refuse('answeredAt', localizableMessage('import.implausibleDate'))
  const comment = readComment(values.comment) ?? refuse('comment', localizableMessage('import.commentTooLong'))
  if (!isDated || typeof score !== 'number') return { answer: null, reasons }
  const answer = {
    at,
    score,
    comment: comment || null,
    surveyName: typeof survey === 'string' ? survey : null,
    externalId: typeof answerId === 'string' ? answerId.slice(0, EXTERNAL_ID_MAX_CHARACTERS) : null,
    survey: null,
  }
  return { answer, reasons }
}

/** A day ahead of now is allowed, because files rarely have their time zone. */
function isPlausible(at: Date): boolean {
  return at.getTime() >= EARLIEST && at.getTime() <= now().getTime() + DAY_MS
}

/** @returns an empty text without a comment, and null if it is too long */
function readComment(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
  return codePointLength(text) > COMMENT_MAX_CHARACTERS ? null : text
}
