import { LANGUAGES } from '../../validation/languages'
import type { LocalizedText } from '../../validation/schema'
import type { Ending, SurveyLayout } from '../logic/schema'
import type { QuestionInput } from '../schema'
import type { ContentChange } from './schema'

export type ComparedQuestion = QuestionInput & { id: string }
export type ComparedContent = {
  /** Including the metric. */
  questions: readonly ComparedQuestion[]
  endings: readonly Ending[]
  layout: SurveyLayout
}

/** What changed from one version of a survey to another, question by question. A question is the same one while its id is. */
export function compareContent(before: ComparedContent, after: ComparedContent): ContentChange[] {
  const about = (kind: ContentChange['kind'], question: LocalizedText | null = null) => ({ kind, question })
  const idsAfter = new Set(after.questions.map(({ id }) => id))
  const earlier = new Map(before.questions.map((question) => [question.id, question]))
  return [
    ...before.questions.filter(({ id }) => !idsAfter.has(id)).map(({ text }) => about('removed', text)),
    ...after.questions.flatMap((question) => {
      const same = earlier.get(question.id)
      return same
        ? compareQuestion(same, question).map((kind) => about(kind, same.text))
        : [about('added', question.text)]
    }),
    ...(isReordered(before.questions, after.questions) ? [about('order')] : []),
    ...(isEqual(before.endings, after.endings) ? [] : [about('endings')]),
    ...(before.layout === after.layout ? [] : [about('layout')]),
  ]
}

export function compareQuestion(before: ComparedQuestion, after: ComparedQuestion): ContentChange['kind'][] {
  const fields: [ContentChange['kind'], (question: ComparedQuestion) => unknown][] = [
    ['reworded', ({ text }) => text],
    ['retyped', ({ type }) => type],
    ['options', ({ options = [], rows = [], shuffle = false }) => [options, rows, shuffle]],
    ['scale', ({ min, max, unit, ends }) => [min, max, unit, ends]],
    ['description', ({ description }) => description],
    ['required', ({ required = false }) => required],
    ['logic', ({ showIf, next = [] }) => [showIf, next]],
  ]
  return fields.flatMap(([kind, read]) => (isEqual(read(before), read(after)) ? [] : [kind]))
}

function isReordered(before: readonly ComparedQuestion[], after: readonly ComparedQuestion[]): boolean {
  const listCommonIds = (one: readonly ComparedQuestion[], other: readonly ComparedQuestion[]) => {
    const ids = new Set(other.map(({ id }) => id))
    return one.map(({ id }) => id).filter((id) => ids.has(id))
  }
  return !isEqual(listCommonIds(before, after), listCommonIds(after, before))
}

/**
 * Of JSON values. The order of keys does not matter: the database has its own. Null and undefined are one, and so are a text for everyone
 * and the same text in every language.
 */
function isEqual(one: unknown, other: unknown): boolean {
  const [a, b] = [toOneText(one) ?? null, toOneText(other) ?? null]
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

function toOneText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const texts = LANGUAGES.map((language): unknown => (value as Record<string, unknown>)[language])
  return typeof texts[0] === 'string' && texts.every((text) => text === texts[0]) ? texts[0] : value
}
