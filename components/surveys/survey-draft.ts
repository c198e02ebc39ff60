import {
  findScale,
  hasOptions,
  isMetric,
  METRIC_QUESTION_TEXTS,
  pickTranslation,
  SURVEY_END,
} from '@/server/surveys/constants'
import type { CreateSurvey, Question, QuestionInput, QuestionType, Survey, SurveyType } from '@/server/surveys/schema'
import { otherLanguage } from '@/server/validation/languages'
import type { Language, LocalizedText } from '@/server/validation/schema'
import { assignIds } from './assign-ids'
import { type EndingDraft, type OptionDraft, type QuestionDraft, type SurveyDraft, TYPE_WORDINGS } from './draft-types'
import {
  isThanksTranslated,
  NO_THANKS,
  pickOtherTranslation,
  type ToText,
  toEndingDraft,
  toEndingInput,
  toThanksByBand,
  toThanksDrafts,
} from './ending-draft'
import {
  ALWAYS,
  dropReferences,
  type IdentifiedQuestion,
  toJumpDraft,
  toJumpInput,
  toRuleDraft,
  toRuleInput,
} from './rule-draft'

let refCount = 0

/** Refs of new items; initial ones must match between server and browser. */
function newRef(): string {
  refCount += 1
  return `new-${refCount}`
}

export function createOptionDraft(ref = newRef()): OptionDraft {
  return { ref, id: '', label: '', labelTranslated: '', isOther: false }
}

const OTHER_TEXTS = { en: 'Other', fr: 'Autre' }

export function createOtherOptionDraft(language: Language): OptionDraft {
  const label = OTHER_TEXTS[language]
  return { ...createOptionDraft(), label, labelTranslated: OTHER_TEXTS[otherLanguage(language)], isOther: true }
}

const NO_WORDINGS = { unit: '', unitTranslated: '', low: '', lowTranslated: '', high: '', highTranslated: '' }

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
    rows: type === 'matrix' ? [createOptionDraft(`${ref}-r0`)] : [],
    shuffle: false,
    min: type === 'scale' ? '1' : '',
    max: type === 'scale' ? '5' : '',
    wordings: NO_WORDINGS,
    showIf: ALWAYS,
    jumps: [],
  }
}

export function createEndingDraft(): EndingDraft {
  return { ...NO_THANKS, ref: newRef(), id: '' }
}

/** A copy under new ids. */
export function duplicateQuestionDraft(question: QuestionDraft): QuestionDraft {
  const ref = newRef()
  const options = question.options.map((option, index) => ({ ...option, ref: `${ref}-${index}`, id: '' }))
  const rows = question.rows.map((row, index) => ({ ...row, ref: `${ref}-r${index}`, id: '' }))
  return { ...question, ref, id: '', options, rows }
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
    layout: 'all',
    endings: [],
    thanks: toThanksDrafts({}, language),
    cooldownDays: '',
    changeHours: '',
    priority: 'normal',
  }
}

function isDefaultText(text: string, translation: string, language: Language): boolean {
  return [...Object.values(METRIC_QUESTION_TEXTS), REASON_QUESTION_TEXTS, OTHER_TEXTS].some(
    (wording) => wording[language] === text && wording[otherLanguage(language)] === translation,
  )
}

export type StoredSurvey = Pick<
  Survey,
  'name' | 'type' | 'questions' | 'layout' | 'endings' | 'thanks' | 'cooldownDays' | 'changeHours' | 'priority'
>

/** Active questions only; the metric is always included and first. */
export function toSurveyDraft(survey: StoredSurvey, language: Language): SurveyDraft {
  const { name, type, questions, layout, endings, cooldownDays, changeHours, priority } = survey
  const thanks = toThanksDrafts(survey.thanks, language)
  const drafts = questions.map((question, index) => toQuestionDraft(question, index, language))
  const endingDrafts = endings.map((ending, index) => toEndingDraft(ending, index, language))
  for (const [index, { showIf, next = [] }] of questions.entries()) {
    const draft = drafts[index]
    if (!draft) continue
    draft.showIf = toRuleDraft(showIf, drafts)
    draft.jumps = next.map((jump) => toJumpDraft(jump, drafts, endingDrafts))
  }
  return {
    name,
    type,
    language,
    isTranslated:
      drafts.some((draft) => hasTranslation(draft, language)) ||
      [...endingDrafts, ...Object.values(thanks)].some(isThanksTranslated),
    questions: drafts,
    layout,
    endings: endingDrafts,
    thanks,
    cooldownDays: cooldownDays === null ? '' : `${cooldownDays}`,
    changeHours: changeHours === null ? '' : `${changeHours}`,
    priority,
  }
}

export function toSurveyInput(draft: SurveyDraft): CreateSurvey {
  const { name, type, language, isTranslated, questions, layout, endings, cooldownDays, changeHours, priority } = draft
  const toText = (text: string, translation: string) =>
    toLocalizedText(text, isTranslated || isDefaultText(text, translation, language) ? translation : '', language)
  const ids = assignIds(
    questions,
    ({ type: kind, text, textTranslated }) => (isMetric(kind) ? kind : text || textTranslated),
    [SURVEY_END],
  )
  const identified = questions.map((question) => {
    const optionIds = assignIds(question.options, ({ label, labelTranslated }) => label || labelTranslated)
    const rowIds = assignIds(question.rows, ({ label, labelTranslated }) => label || labelTranslated)
    return { question, id: ids.get(question.ref) ?? '', optionIds, rowIds }
  })
  const endingIds = assignIds(endings, ({ title, titleTranslated }) => title || titleTranslated)
  return {
    name,
    type,
    questions: identified.map((one) => toQuestionInput(one, identified, { toText, endingIds })),
    layout,
    endings: endings.map((ending) => toEndingInput(ending, endingIds.get(ending.ref) ?? '', toText)),
    thanks: toThanksByBand(draft.thanks, toText),
    cooldownDays: cooldownDays === '' ? null : Number(cooldownDays),
    changeHours: changeHours === '' ? null : Number(changeHours),
    priority,
  }
}

/** Input without empty texts, so that the rest can be previewed. */
export function toPreviewInput(draft: SurveyDraft): CreateSurvey {
  const isWritten = (first: string, second: string) => (first + second).trim() !== ''
  const isComplete = ({ type, text, textTranslated, options, rows }: QuestionDraft) =>
    isWritten(text, textTranslated) &&
    (!hasOptions(type) || options.length >= 2) &&
    (type !== 'matrix' || rows.length > 0)
  const questions = draft.questions.map((question) => ({
    ...question,
    options: question.options.filter(({ label, labelTranslated }) => isWritten(label, labelTranslated)),
    rows: question.rows.filter(({ label, labelTranslated }) => isWritten(label, labelTranslated)),
  }))
  const incomplete = questions.filter((question) => !isComplete(question))
  const referring = questions
    .filter(isComplete)
    .map((question) => incomplete.reduce((one, { ref }) => dropReferences(one, ref), question))
  const endings = draft.endings.filter(({ title, titleTranslated }) => isWritten(title, titleTranslated))
  return toSurveyInput({ ...draft, name: '-', questions: referring, endings })
}

function toQuestionInput(
  { question, id, optionIds, rowIds }: IdentifiedQuestion,
  all: readonly IdentifiedQuestion[],
  { toText, endingIds }: { toText: ToText; endingIds: ReadonlyMap<string, string> },
): QuestionInput {
  const { type, text, textTranslated, description, descriptionTranslated, required, options, jumps } = question
  const descriptionText = toText(description, descriptionTranslated)
  const showIf = toRuleInput(question.showIf, all)
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
            ...(option.isOther ? { other: true } : {}),
          })),
        }
      : {}),
    ...(type === 'matrix'
      ? {
          rows: question.rows.map((row) => ({
            id: rowIds.get(row.ref) ?? '',
            label: toText(row.label, row.labelTranslated),
          })),
        }
      : {}),
    ...toTypeFields(question, toText),
    ...(showIf ? { showIf } : {}),
    ...(jumps.length === 0 ? {} : { next: jumps.map((jump) => toJumpInput(jump, all, endingIds)) }),
  }
}

/** The fields that the type has. */
function toTypeFields({ type, min, max, shuffle, wordings }: QuestionDraft, toText: ToText): Partial<QuestionInput> {
  const hasLimits = type === 'scale' || type === 'number'
  const [unit, low, high] = TYPE_WORDINGS.map((name) => toText(wordings[name], wordings[`${name}Translated`]))
  const hasEnds = findScale({ type }) !== null && (low || high)
  return {
    ...(hasLimits && min !== '' ? { min: Number(min) } : {}),
    ...(hasLimits && max !== '' ? { max: Number(max) } : {}),
    ...(type === 'number' && unit ? { unit } : {}),
    ...(hasEnds ? { ends: { ...(low ? { low } : {}), ...(high ? { high } : {}) } } : {}),
    ...(hasOptions(type) && type !== 'matrix' && shuffle ? { shuffle } : {}),
  }
}

function toWordings({ unit, ends = {} }: Question, language: Language): QuestionDraft['wordings'] {
  const pairs = Object.entries({ unit, ...ends }).flatMap(([name, words]) =>
    words
      ? [
          [name, pickTranslation(words, language)],
          [`${name}Translated`, pickOtherTranslation(words, language)],
        ]
      : [],
  )
  return { ...NO_WORDINGS, ...(Object.fromEntries(pairs) as Partial<QuestionDraft['wordings']>) }
}

function toQuestionDraft(question: Question, index: number, language: Language): QuestionDraft {
  const { id, type, text, description, required, options, min, max, shuffle = false } = question
  const ref = `q${index}`
  return {
    ...createQuestionDraft(type, language, ref),
    id,
    text: pickTranslation(text, language),
    textTranslated: pickOtherTranslation(text, language),
    description: description === undefined ? '' : pickTranslation(description, language),
    descriptionTranslated: description === undefined ? '' : pickOtherTranslation(description, language),
    required,
    options: (options ?? []).map((option, optionIndex) => ({
      ref: `${ref}-${optionIndex}`,
      id: option.id,
      label: pickTranslation(option.label, language),
      labelTranslated: pickOtherTranslation(option.label, language),
      isOther: option.other === true,
    })),
    rows: (question.rows ?? []).map((row, rowIndex) => ({
      ref: `${ref}-r${rowIndex}`,
      id: row.id,
      label: pickTranslation(row.label, language),
      labelTranslated: pickOtherTranslation(row.label, language),
      isOther: false,
    })),
    shuffle,
    min: min === undefined ? '' : `${min}`,
    max: max === undefined ? '' : `${max}`,
    wordings: toWordings(question, language),
  }
}

function hasTranslation(question: QuestionDraft, language: Language): boolean {
  const { text, textTranslated, descriptionTranslated, options, wordings } = question
  const isOwn = textTranslated !== '' && !isDefaultText(text, textTranslated, language)
  return (
    isOwn ||
    descriptionTranslated !== '' ||
    TYPE_WORDINGS.some((name) => wordings[`${name}Translated`] !== '') ||
    [...options, ...question.rows].some(
      ({ label, labelTranslated }) => labelTranslated !== '' && !isDefaultText(label, labelTranslated, language),
    )
  )
}

/** A text without translation uses the first field only. */
function toLocalizedText(first: string, second: string, language: Language): LocalizedText {
  if (first.trim() === '' || second.trim() === '') return first.trim() === '' ? second : first
  return language === 'en' ? { en: first, fr: second } : { en: second, fr: first }
}
