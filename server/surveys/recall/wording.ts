import { ANSWER_PLACEHOLDER_PREFIX, FIELD_PLACEHOLDER_PREFIX } from '../../messaging/constants'
import { fillParts, isPropertyPlaceholder, parseTemplate, type TemplatePart } from '../../messaging/message-template'
import type { LocalizedText, PerLanguage } from '../../validation/schema'

/*
 * Placeholders in the texts of surveys: names and properties of the contact, hidden fields and earlier answers. A text from before there were
 * any shows what is none of them as it is written. No server dependencies: components load this file.
 */

/** Values by the names of placeholders, such as `firstName` or `answer.why`. A missing one means the fallback. */
export type RecallValues = ReadonlyMap<string, string>

export const NO_RECALL: RecallValues = new Map()

/** The id of a question; null for any other placeholder. */
export function readRecalledQuestionId(name: string): string | null {
  return readSuffix(name, ANSWER_PLACEHOLDER_PREFIX)
}

/** The id of a hidden field; null for any other placeholder. */
export function readRecalledFieldId(name: string): string | null {
  return readSuffix(name, FIELD_PLACEHOLDER_PREFIX)
}

function readSuffix(name: string, prefix: string): string | null {
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : null
}

export function isRecallPlaceholder(name: string): boolean {
  const isOfContact = name === 'firstName' || name === 'lastName' || isPropertyPlaceholder(name)
  return isOfContact || readRecalledQuestionId(name) !== null || readRecalledFieldId(name) !== null
}

export function hasPlaceholder(text: string): boolean {
  return text.includes('{{')
}

/** The texts and placeholders of a wording. What is no placeholder of surveys is a text. */
export function parseWording(text: string): TemplatePart[] {
  if (!hasPlaceholder(text)) return [text]
  return parseTemplate(text).map((part) =>
    typeof part === 'string' || isRecallPlaceholder(part.name) ? part : part.source,
  )
}

export function fillWording(text: string, values: RecallValues): string {
  if (!hasPlaceholder(text)) return text
  return fillParts(parseWording(text), ({ name, fallback }) => values.get(name) || fallback)
}

/** Ids of the questions whose answers a text repeats. */
export function listRecalledQuestionIds(text: string): string[] {
  return parseWording(text).flatMap((part) =>
    typeof part === 'string' ? [] : (readRecalledQuestionId(part.name) ?? []),
  )
}

/** The same for everyone, as in results and stored answers: each placeholder as its fallback, or `…`. */
export function toPlainWording(text: string): string {
  return parseWording(text)
    .map((part) => (typeof part === 'string' ? part : part.fallback || '…'))
    .join('')
}

/** {@link toPlainWording} in each language. */
export function toPlainText(text: LocalizedText): LocalizedText {
  if (typeof text === 'string') return toPlainWording(text)
  return Object.fromEntries(
    Object.entries(text).map(([language, words]) => [language, toPlainWording(words)]),
  ) as PerLanguage<string>
}
