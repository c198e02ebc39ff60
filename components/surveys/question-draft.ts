import { hasOptions, isMetric, METRIC_QUESTION_TEXTS } from '@/server/surveys/constants'
import type { Question, QuestionType, SurveyType } from '@/server/surveys/schema'
import { NO_TEXTS, OTHER_TEXTS, REASON_QUESTION_TEXTS, type TextLanguages, toTexts } from './draft-texts'
import type { OptionDraft, QuestionDraft } from './draft-types'
import { ALWAYS } from './rule-draft'

let refCount = 0

/** Refs of new items; initial ones must match between server and browser. */
export function newRef(): string {
  refCount += 1
  return `new-${refCount}`
}

export function createOptionDraft(ref = newRef()): OptionDraft {
  return { ref, id: '', label: NO_TEXTS, isOther: false }
}

export function createOtherOptionDraft(): OptionDraft {
  return { ...createOptionDraft(), label: OTHER_TEXTS, isOther: true }
}

export function createQuestionDraft(type: QuestionType, ref = newRef()): QuestionDraft {
  return {
    ref,
    id: '',
    type,
    text: isMetric(type) ? METRIC_QUESTION_TEXTS[type] : NO_TEXTS,
    description: NO_TEXTS,
    required: isMetric(type),
    options: hasOptions(type) ? [createOptionDraft(`${ref}-0`), createOptionDraft(`${ref}-1`)] : [],
    rows: type === 'matrix' ? [createOptionDraft(`${ref}-r0`)] : [],
    shuffle: false,
    min: type === 'scale' ? '1' : '',
    max: type === 'scale' ? '5' : '',
    wordings: { unit: NO_TEXTS, low: NO_TEXTS, high: NO_TEXTS },
    showIf: ALWAYS,
    jumps: [],
  }
}

/** A copy under new ids. */
export function duplicateQuestionDraft(question: QuestionDraft): QuestionDraft {
  const ref = newRef()
  const options = question.options.map((option, index) => ({ ...option, ref: `${ref}-${index}`, id: '' }))
  const rows = question.rows.map((row, index) => ({ ...row, ref: `${ref}-r${index}`, id: '' }))
  return { ...question, ref, id: '', options, rows }
}

export function createInitialQuestions(type: SurveyType): QuestionDraft[] {
  const first = createQuestionDraft('text', 'first')
  if (!isMetric(type)) return [first]
  return [createQuestionDraft(type, 'metric'), { ...first, text: REASON_QUESTION_TEXTS }]
}

/** Its conditions and jumps refer to other drafts: `toRuleDraft` adds them. */
export function toQuestionDraft(question: Question, index: number, languages: TextLanguages): QuestionDraft {
  const { id, type, text, description, required, options = [], rows = [], min, max, unit, ends = {} } = question
  const ref = `q${index}`
  return {
    ...createQuestionDraft(type, ref),
    id,
    text: toTexts(text, languages),
    description: toTexts(description, languages),
    required,
    options: options.map((option, optionIndex) => ({
      ref: `${ref}-${optionIndex}`,
      id: option.id,
      label: toTexts(option.label, languages),
      isOther: option.other === true,
    })),
    rows: rows.map((row, rowIndex) => ({
      ref: `${ref}-r${rowIndex}`,
      id: row.id,
      label: toTexts(row.label, languages),
      isOther: false,
    })),
    shuffle: question.shuffle ?? false,
    min: min === undefined ? '' : `${min}`,
    max: max === undefined ? '' : `${max}`,
    wordings: {
      unit: toTexts(unit, languages),
      low: toTexts(ends.low, languages),
      high: toTexts(ends.high, languages),
    },
  }
}
