import type { Survey } from '@/server/surveys/schema'
import type { Language } from '@/server/validation/schema'
import { hasTranslations, type TextLanguages } from './draft-texts'
import type { EndingDraft, SurveyDraft } from './draft-types'
import { NO_THANKS, toEndingDraft, toThanksDrafts } from './ending-draft'
import { createInitialQuestions, newRef, toQuestionDraft } from './question-draft'
import { toJumpDraft, toRuleDraft } from './rule-draft'

export function createEndingDraft(): EndingDraft {
  return { ...NO_THANKS, ref: newRef(), id: '' }
}

/** @param language of the organization */
export function createSurveyDraft(language: Language): SurveyDraft {
  const languages = { language, isTranslated: false }
  return {
    ...languages,
    name: '',
    type: 'nps',
    questions: createInitialQuestions('nps'),
    layout: 'all',
    endings: [],
    thanks: toThanksDrafts({}, languages),
    fields: [],
    cooldownDays: '',
    changeHours: '',
    priority: 'normal',
  }
}

export type StoredSurvey = Omit<Survey, 'id' | 'status' | 'version' | 'createdAt' | 'updatedAt'>

/**
 * Active questions only; the metric is always included and first.
 * @param language of the organization
 * @param isTranslated even without translations of its own
 */
export function toSurveyDraft(survey: StoredSurvey, language: Language, isTranslated = false): SurveyDraft {
  const { name, type, questions, layout, endings, thanks, cooldownDays, changeHours, priority } = survey
  const languages: TextLanguages = {
    language,
    isTranslated: isTranslated || hasTranslations({ questions, endings, thanks }),
  }
  const drafts = questions.map((question, index) => toQuestionDraft(question, index, languages))
  const endingDrafts = endings.map((ending, index) => toEndingDraft(ending, index, languages))
  for (const [index, { showIf, next = [] }] of questions.entries()) {
    const draft = drafts[index]
    if (!draft) continue
    draft.showIf = toRuleDraft(showIf, drafts)
    draft.jumps = next.map((jump) => toJumpDraft(jump, drafts, endingDrafts))
  }
  return {
    ...languages,
    name,
    type,
    questions: drafts,
    layout,
    endings: endingDrafts,
    thanks: toThanksDrafts(thanks, languages),
    fields: survey.fields,
    cooldownDays: cooldownDays === null ? '' : `${cooldownDays}`,
    changeHours: changeHours === null ? '' : `${changeHours}`,
    priority,
  }
}
