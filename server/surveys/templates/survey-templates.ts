import { listQuestionsIncludingMetric, normalizeQuestions } from '../questions'
import { OCCASION_TEMPLATES } from './occasion-templates'
import type { SurveyTemplate } from './schema'
import { SCORE_TEMPLATES } from './score-templates'
import type { TemplateQuestion } from './template'

/** The templates of surveys, as a survey made from one would be read. */
export function listSurveyTemplates(): SurveyTemplate[] {
  return [...SCORE_TEMPLATES, ...OCCASION_TEMPLATES].map(({ key, name, purpose, type, layout, questions }) => ({
    key,
    name,
    purpose,
    type,
    layout,
    questions: listQuestionsIncludingMetric({ type, questions: normalizeQuestions(type, questions) }),
    seconds: estimateSeconds(questions),
  }))
}

const TEXT_SECONDS = 20
const CHOICE_SECONDS = 6

/** How long a person takes. A question that only some are asked counts by half. */
function estimateSeconds(questions: readonly TemplateQuestion[]): number {
  return questions.reduce((sum, { type, rows = [], showIf }) => {
    const seconds = type === 'text' ? TEXT_SECONDS : CHOICE_SECONDS * Math.max(1, rows.length)
    return sum + (showIf ? seconds / 2 : seconds)
  }, 0)
}
