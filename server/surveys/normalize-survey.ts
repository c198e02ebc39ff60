import { listQuestionsIncludingMetric, normalizeEndings, normalizeQuestions } from './questions'
import type { CreateSurvey, SurveyContent } from './schema'
import { normalizeThanks } from './thanks/thanks'

/**
 * A survey as `createSurvey` would store it, with its metric and all ids and defaults.
 * @throws {ValidationError} as `createSurvey` does, which also refuses links to reviews that not everyone gets, and placeholders that
 * nothing can fill
 */
export function normalizeSurvey({ name, type, ...input }: CreateSurvey): SurveyContent {
  const endings = normalizeEndings(input.endings ?? [])
  const questions = normalizeQuestions(type, input.questions, endings)
  return {
    name,
    type,
    questions: listQuestionsIncludingMetric({ type, questions }),
    cooldownDays: input.cooldownDays ?? null,
    changeHours: input.changeHours ?? null,
    priority: input.priority ?? 'normal',
    layout: input.layout ?? 'all',
    endings,
    thanks: normalizeThanks(input.thanks ?? {}),
    fields: input.fields ?? [],
  }
}
