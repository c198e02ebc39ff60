import { hasOptions, isMetric, SURVEY_END } from '@/server/surveys/constants'
import type { CreateSurvey } from '@/server/surveys/schema'
import { LANGUAGES } from '@/server/validation/languages'
import { assignIds } from './assign-ids'
import { isWritten, mapTexts, readText, type Texts, toLocalizedText } from './draft-texts'
import type { QuestionDraft, SurveyDraft } from './draft-types'
import { toEndingInput, toThanksByBand } from './ending-input'
import { toQuestionInput } from './question-input'
import { dropReferences } from './rule-draft'

export function toSurveyInput(draft: SurveyDraft): CreateSurvey {
  const { name, type, language, questions, layout, endings, cooldownDays, changeHours, priority } = draft
  const toText = (texts: Texts) => toLocalizedText(texts, draft)
  const ids = assignIds(questions, ({ type: kind, text }) => (isMetric(kind) ? kind : readText(text, language)), [
    SURVEY_END,
  ])
  const identified = questions.map((question) => {
    const optionIds = assignIds(question.options, ({ label }) => readText(label, language))
    const rowIds = assignIds(question.rows, ({ label }) => readText(label, language))
    return { question, id: ids.get(question.ref) ?? '', optionIds, rowIds }
  })
  const endingIds = assignIds(endings, ({ title }) => readText(title, language))
  return {
    name,
    type,
    questions: identified.map((one) => toQuestionInput(one, identified, { toText, endingIds })),
    layout,
    endings: endings.map((ending) => toEndingInput(ending, endingIds.get(ending.ref) ?? '', toText)),
    thanks: toThanksByBand(draft.thanks, toText),
    fields: draft.fields,
    cooldownDays: cooldownDays === '' ? null : Number(cooldownDays),
    changeHours: changeHours === '' ? null : Number(changeHours),
    priority,
  }
}

/** Input without empty texts, so that the rest can be previewed. A missing translation is shown in a language that has the text. */
export function toPreviewInput(draft: SurveyDraft): CreateSurvey {
  const isComplete = ({ type, text, options, rows }: QuestionDraft) =>
    isWritten(text) && (!hasOptions(type) || options.length >= 2) && (type !== 'matrix' || rows.length > 0)
  const questions = draft.questions.map((question) => ({
    ...question,
    options: question.options.filter(({ label }) => isWritten(label)),
    rows: question.rows.filter(({ label }) => isWritten(label)),
  }))
  const incomplete = questions.filter((question) => !isComplete(question))
  const referring = questions
    .filter(isComplete)
    .map((question) => incomplete.reduce((one, { ref }) => dropReferences(one, ref), question))
  const endings = draft.endings.filter(({ title }) => isWritten(title))
  return toSurveyInput(mapTexts({ ...draft, name: '-', questions: referring, endings }, fillTexts))
}

function fillTexts(texts: Texts): Texts {
  return Object.fromEntries(LANGUAGES.map((language) => [language, readText(texts, language)])) as Texts
}
