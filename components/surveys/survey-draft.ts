import {
  hasOptions,
  isMetric,
  METRIC_QUESTION_TEXTS,
  makeUniqueId,
  NPS_CATEGORY_BY_SCORE_BAND,
  pickTranslation,
  SCORE_BANDS,
  slugify,
} from '@/server/surveys/constants'
import type {
  CreateSurvey,
  Question,
  QuestionInput,
  QuestionType,
  ScoreBand,
  ShowIf,
  Survey,
  SurveyPriority,
  SurveyType,
} from '@/server/surveys/schema'
import { otherLanguage } from '@/server/validation/languages'
import type { Language, LocalizedText } from '@/server/validation/schema'

/*
 * Form model of a survey: each text has two fields, the organization's language first; conditions refer to questions and answers by a local
 * `ref`, because new ones have no id yet.
 */

export const CONDITION_TYPES = ['always', 'score', 'answer'] as const

export type OptionDraft = { ref: string; id: string; label: string; labelTranslated: string }

export type QuestionDraft = {
  ref: string
  /** Empty until saved. */
  id: string
  type: QuestionType
  text: string
  textTranslated: string
  description: string
  descriptionTranslated: string
  required: boolean
  options: OptionDraft[]
  condition: (typeof CONDITION_TYPES)[number]
  bands: ScoreBand[]
  /** `ref` of the question that the condition depends on. */
  source: string
  /** Matching answers: option refs, or values as text. */
  sourceAnswers: string[]
}

export type SurveyDraft = {
  name: string
  type: SurveyType
  /** Language of the first fields; the second ones have the other language. */
  language: Language
  /** Shows the translation fields. While hidden, only unchanged default texts are saved in both languages. */
  isTranslated: boolean
  questions: QuestionDraft[]
  /** As typed; empty for none. */
  cooldownDays: string
  priority: SurveyPriority
}

let refCount = 0

/** Refs of new items; initial ones must match between server and browser. */
function newRef(): string {
  refCount += 1
  return `new-${refCount}`
}

export function createOptionDraft(ref = newRef()): OptionDraft {
  return { ref, id: '', label: '', labelTranslated: '' }
}

export function createQuestionDraft(type: QuestionType, language: Language, ref = newRef()): QuestionDraft {
  const wording = isMetric(type) ? METRIC_QUESTION_TEXTS[type] : { en: '', fr: '' }
  return {
    ref,
    id: '',
    type,
    text: wording[language],
    textTranslated: wording[otherLanguage(language)],
    description: '',
    descriptionTranslated: '',
    required: isMetric(type),
    options: hasOptions(type) ? [createOptionDraft(`${ref}-0`), createOptionDraft(`${ref}-1`)] : [],
    condition: 'always',
    bands: [],
    source: '',
    sourceAnswers: [],
  }
}

/** A copy under new ids. */
export function duplicateQuestionDraft(question: QuestionDraft): QuestionDraft {
  const ref = newRef()
  const options = question.options.map((option, index) => ({ ...option, ref: `${ref}-${index}`, id: '' }))
  return { ...question, ref, id: '', options }
}

const REASON_QUESTION_TEXTS = {
  en: 'What is the main reason for your score?',
  fr: 'Quelle est la raison principale de votre note\u202f?',
}

export function createInitialQuestions(type: SurveyType, language: Language): QuestionDraft[] {
  const first = createQuestionDraft('text', language, 'first')
  if (!isMetric(type)) return [first]
  const reason = {
    text: REASON_QUESTION_TEXTS[language],
    textTranslated: REASON_QUESTION_TEXTS[otherLanguage(language)],
  }
  return [createQuestionDraft(type, language, 'metric'), { ...first, ...reason }]
}

export function createSurveyDraft(language: Language): SurveyDraft {
  return {
    name: '',
    type: 'nps',
    language,
    isTranslated: false,
    questions: createInitialQuestions('nps', language),
    cooldownDays: '',
    priority: 'normal',
  }
}

function isDefaultText(text: string, translation: string, language: Language): boolean {
  return [...Object.values(METRIC_QUESTION_TEXTS), REASON_QUESTION_TEXTS].some(
    (wording) => wording[language] === text && wording[otherLanguage(language)] === translation,
  )
}

export type StoredSurvey = Pick<Survey, 'name' | 'type' | 'questions' | 'cooldownDays' | 'priority'>

/** Active questions only; the metric is always included and first. */
export function toSurveyDraft(survey: StoredSurvey, language: Language): SurveyDraft {
  const { name, type, questions, cooldownDays, priority } = survey
  const drafts = questions.map((question, index) => toQuestionDraft(question, index, language))
  for (const [index, { showIf }] of questions.entries()) {
    const draft = drafts[index]
    if (draft && showIf) Object.assign(draft, toConditionDraft(showIf, drafts))
  }
  return {
    name,
    type,
    language,
    isTranslated: drafts.some((draft) => hasTranslation(draft, language)),
    questions: drafts,
    cooldownDays: cooldownDays === null ? '' : `${cooldownDays}`,
    priority,
  }
}

export function toSurveyInput(draft: SurveyDraft): CreateSurvey {
  const { name, type, language, isTranslated, questions, cooldownDays, priority } = draft
  const toText = (text: string, translation: string) =>
    toLocalizedText(text, isTranslated || isDefaultText(text, translation, language) ? translation : '', language)
  const ids = assignIds(questions, ({ type: kind, text, textTranslated }) =>
    isMetric(kind) ? kind : text || textTranslated,
  )
  const identified = questions.map((question) => {
    const optionIds = assignIds(question.options, ({ label, labelTranslated }) => label || labelTranslated)
    return { question, id: ids.get(question.ref) ?? '', optionIds }
  })
  return {
    name,
    type,
    questions: identified.map((one) => toQuestionInput(one, identified, toText)),
    cooldownDays: cooldownDays === '' ? null : Number(cooldownDays),
    priority,
  }
}

/** Input without empty texts, so that the rest can be previewed. */
export function toPreviewInput(draft: SurveyDraft): CreateSurvey {
  const isWritten = (first: string, second: string) => (first + second).trim() !== ''
  const questions = draft.questions
    .map((question) => ({
      ...question,
      options: question.options.filter(({ label, labelTranslated }) => isWritten(label, labelTranslated)),
    }))
    .filter(
      ({ type, text, textTranslated, options }) =>
        isWritten(text, textTranslated) && (!hasOptions(type) || options.length >= 2),
    )
  return toSurveyInput({ ...draft, name: '-', questions })
}

type Identified = { question: QuestionDraft; id: string; optionIds: Map<string, string> }

type ToText = (text: string, translation: string) => LocalizedText

function toQuestionInput(
  { question, id, optionIds }: Identified,
  all: readonly Identified[],
  toText: ToText,
): QuestionInput {
  const { type, text, textTranslated, description, descriptionTranslated, required, options } = question
  const descriptionText = toText(description, descriptionTranslated)
  const showIf = toShowIf(question, all)
  return {
    id,
    type,
    text: toText(text, textTranslated),
    ...(descriptionText === '' ? {} : { description: descriptionText }),
    required,
    ...(hasOptions(type)
      ? {
          options: options.map((option) => ({
            id: optionIds.get(option.ref) ?? '',
            label: toText(option.label, option.labelTranslated),
          })),
        }
      : {}),
    ...(showIf ? { showIf } : {}),
  }
}

function toShowIf(question: QuestionDraft, all: readonly Identified[]): ShowIf | undefined {
  const { condition, bands, source, sourceAnswers } = question
  if (condition === 'always') return undefined
  if (condition === 'score') return { band: bands.map((band) => NPS_CATEGORY_BY_SCORE_BAND[band]) }
  const sourceQuestion = all.find((one) => one.question.ref === source)
  if (!sourceQuestion) return { question: '-', in: [] }
  return { question: sourceQuestion.id, in: sourceAnswers.map((answer) => answerValue(answer, sourceQuestion)) }
}

function answerValue(answer: string, { question, optionIds }: Identified): string | number | boolean {
  if (question.type === 'yes_no') return answer === 'yes'
  return hasOptions(question.type) ? (optionIds.get(answer) ?? answer) : Number(answer)
}

function toConditionDraft(showIf: ShowIf, drafts: readonly QuestionDraft[]): Partial<QuestionDraft> {
  if ('band' in showIf)
    return {
      condition: 'score',
      bands: showIf.band.flatMap((name) => SCORE_BANDS.filter((band) => NPS_CATEGORY_BY_SCORE_BAND[band] === name)),
    }
  const source = drafts.find(({ id }) => id === showIf.question)
  if (!source) return {}
  const findRef = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    return source.options.find(({ id }) => id === value)?.ref ?? String(value)
  }
  return { condition: 'answer', source: source.ref, sourceAnswers: showIf.in.map(findRef) }
}

function toQuestionDraft(question: Question, index: number, language: Language): QuestionDraft {
  const { id, type, text, description, required, options } = question
  const ref = `q${index}`
  const readTranslation = (words: LocalizedText) => (typeof words === 'string' ? '' : words[otherLanguage(language)])
  return {
    ...createQuestionDraft(type, language, ref),
    id,
    text: pickTranslation(text, language),
    textTranslated: readTranslation(text),
    description: description === undefined ? '' : pickTranslation(description, language),
    descriptionTranslated: description === undefined ? '' : readTranslation(description),
    required,
    options: (options ?? []).map((option, optionIndex) => ({
      ref: `${ref}-${optionIndex}`,
      id: option.id,
      label: pickTranslation(option.label, language),
      labelTranslated: readTranslation(option.label),
    })),
  }
}

function hasTranslation(question: QuestionDraft, language: Language): boolean {
  const { text, textTranslated, descriptionTranslated, options } = question
  const isOwn = textTranslated !== '' && !isDefaultText(text, textTranslated, language)
  return isOwn || descriptionTranslated !== '' || options.some(({ labelTranslated }) => labelTranslated !== '')
}

/** A text without translation uses the first field only. */
function toLocalizedText(first: string, second: string, language: Language): LocalizedText {
  if (first.trim() === '' || second.trim() === '') return first.trim() === '' ? second : first
  return language === 'en' ? { en: first, fr: second } : { en: second, fr: first }
}

function assignIds<T extends { ref: string; id: string }>(items: readonly T[], readName: (item: T) => string) {
  const usedIds = new Set(items.flatMap(({ id }) => id || []))
  return new Map(
    items.map((item) => {
      const id = item.id || makeUniqueId(slugify(readName(item)), usedIds)
      usedIds.add(id)
      return [item.ref, id] as const
    }),
  )
}
