import type { LocalizedText } from '@/server/fields/schema'
import type {
  Band,
  CreateSurvey,
  Question,
  QuestionInput,
  QuestionType,
  ShowIf,
  SurveyType,
} from '@/server/surveys/schema'
import {
  BANDS,
  freeId,
  hasOptions,
  isMetric,
  METRIC_WORDING,
  NAME_OF_BAND,
  slugify,
  wordingIn,
} from '@/server/surveys/vocabulary'

/*
 * A survey as the editor holds it: every text as two fields, and conditions that name questions and answers by a `ref`
 * of their own, because those that are new have no id yet.
 */

export const CONDITIONS = ['always', 'score', 'answer'] as const
export type Condition = (typeof CONDITIONS)[number]

export type OptionDraft = { ref: string; id: string; label: string; labelFr: string }

export type QuestionDraft = {
  ref: string
  /** Empty until it is saved. */
  id: string
  type: QuestionType
  text: string
  textFr: string
  description: string
  descriptionFr: string
  required: boolean
  options: OptionDraft[]
  condition: Condition
  /** Those of whom it is asked, by their score. */
  bands: Band[]
  /** The `ref` of the question whose answer decides. */
  source: string
  /** Its answers that count: refs of options, or values as text. */
  sourceAnswers: string[]
}

export type SurveyDraft = { name: string; type: SurveyType; questions: QuestionDraft[] }

let added = 0

/** Unlike those of what was there at first, which server and browser must name alike. */
function newRef(): string {
  added += 1
  return `new-${added}`
}

export function newOption(ref = newRef()): OptionDraft {
  return { ref, id: '', label: '', labelFr: '' }
}

export function newQuestion(type: QuestionType, ref = newRef()): QuestionDraft {
  const wording = isMetric(type) ? METRIC_WORDING[type] : { en: '', fr: '' }
  return {
    ref,
    id: '',
    type,
    text: wording.en,
    textFr: wording.fr,
    description: '',
    descriptionFr: '',
    required: isMetric(type),
    options: hasOptions(type) ? [newOption(`${ref}-0`), newOption(`${ref}-1`)] : [],
    condition: 'always',
    bands: [],
    source: '',
    sourceAnswers: [],
  }
}

/** What people write here is what one learns from. */
const REASON = {
  en: 'What is the main reason for your score?',
  fr: 'Quelle est la raison principale de votre note\u202f?',
}

/** What a new survey of this type begins with. */
export function firstQuestions(type: SurveyType): QuestionDraft[] {
  if (!isMetric(type)) return [newQuestion('text', 'first')]
  return [newQuestion(type, 'metric'), { ...newQuestion('text', 'first'), text: REASON.en, textFr: REASON.fr }]
}

/** @param questions those that are asked: the metric is always among them, and first. */
export function toDraft(name: string, type: SurveyType, questions: readonly Question[]): SurveyDraft {
  const drafts = questions.map(draftOfQuestion)
  for (const [index, { showIf }] of questions.entries()) {
    const draft = drafts[index]
    if (draft && showIf) Object.assign(draft, draftCondition(showIf, drafts))
  }
  return { name, type, questions: drafts }
}

/** What is sent to be saved; wrong or missing words are for the server to name. */
export function toInput({ name, type, questions }: SurveyDraft): CreateSurvey {
  const ids = assignIds(questions, ({ type: kind, text, textFr }) => (isMetric(kind) ? kind : text || textFr))
  const identified = questions.map((question) => {
    const optionIds = assignIds(question.options, ({ label, labelFr }) => label || labelFr)
    return { question, id: ids.get(question.ref) ?? '', optionIds }
  })
  return { name, type, questions: identified.map((one) => inputOfQuestion(one, identified)) }
}

/** The same without what is not written yet, so that the rest can be looked at meanwhile. */
export function toPreview(draft: SurveyDraft): CreateSurvey {
  const isWritten = (first: string, second: string) => (first + second).trim() !== ''
  const questions = draft.questions
    .map((question) => ({
      ...question,
      options: question.options.filter(({ label, labelFr }) => isWritten(label, labelFr)),
    }))
    .filter(({ type, text, textFr, options }) => isWritten(text, textFr) && (!hasOptions(type) || options.length >= 2))
  return toInput({ ...draft, name: '-', questions })
}

type Identified = { question: QuestionDraft; id: string; optionIds: Map<string, string> }

function inputOfQuestion({ question, id, optionIds }: Identified, all: readonly Identified[]): QuestionInput {
  const { type, text, textFr, description, descriptionFr, required, options } = question
  const explained = joined(description, descriptionFr)
  const showIf = toShowIf(question, all)
  return {
    id,
    type,
    text: joined(text, textFr),
    ...(explained === '' ? {} : { description: explained }),
    required,
    ...(hasOptions(type)
      ? {
          options: options.map((option) => ({
            id: optionIds.get(option.ref) ?? '',
            label: joined(option.label, option.labelFr),
          })),
        }
      : {}),
    ...(showIf ? { showIf } : {}),
  }
}

function toShowIf(
  { condition, bands, source, sourceAnswers }: QuestionDraft,
  all: readonly Identified[],
): ShowIf | undefined {
  if (condition === 'always') return undefined
  if (condition === 'score') return { band: bands.map((band) => NAME_OF_BAND[band]) }
  const asked = all.find(({ question }) => question.ref === source)
  if (!asked) return { question: '-', in: [] }
  return { question: asked.id, in: sourceAnswers.map((answer) => answerValue(answer, asked)) }
}

function answerValue(answer: string, { question, optionIds }: Identified): string | number | boolean {
  if (question.type === 'yes_no') return answer === 'yes'
  return hasOptions(question.type) ? (optionIds.get(answer) ?? answer) : Number(answer)
}

function draftCondition(showIf: ShowIf, drafts: readonly QuestionDraft[]): Partial<QuestionDraft> {
  if ('band' in showIf)
    return {
      condition: 'score',
      bands: showIf.band.flatMap((name) => BANDS.filter((band) => NAME_OF_BAND[band] === name)),
    }
  const source = drafts.find(({ id }) => id === showIf.question)
  if (!source) return {}
  const findRef = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    return source.options.find(({ id }) => id === value)?.ref ?? String(value)
  }
  return { condition: 'answer', source: source.ref, sourceAnswers: showIf.in.map(findRef) }
}

function draftOfQuestion({ id, type, text, description, required, options }: Question, index: number): QuestionDraft {
  const ref = `q${index}`
  return {
    ...newQuestion(type, ref),
    id,
    text: wordingIn(text, 'en'),
    textFr: secondWording(text),
    description: description === undefined ? '' : wordingIn(description, 'en'),
    descriptionFr: description === undefined ? '' : secondWording(description),
    required,
    options: (options ?? []).map((option, at) => ({
      ref: `${ref}-${at}`,
      id: option.id,
      label: wordingIn(option.label, 'en'),
      labelFr: secondWording(option.label),
    })),
  }
}

/** A text for everybody stands in the first field alone. */
function secondWording(text: LocalizedText): string {
  return typeof text === 'string' ? '' : text.fr
}

function joined(first: string, second: string): LocalizedText {
  if (first.trim() === '' || second.trim() === '') return first.trim() === '' ? second : first
  return { en: first, fr: second }
}

function assignIds<T extends { ref: string; id: string }>(items: readonly T[], nameOf: (item: T) => string) {
  const taken = new Set(items.flatMap(({ id }) => id || []))
  return new Map(
    items.map((item) => {
      const id = item.id || freeId(slugify(nameOf(item)), taken)
      taken.add(id)
      return [item.ref, id] as const
    }),
  )
}
