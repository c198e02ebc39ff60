import { db } from '../db'
import type { PackedIds } from '../packed-ids'
import { pickTranslation } from '../surveys/constants'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { toPlainWording } from '../surveys/recall/wording'
import type { Language } from '../validation/schema'
import { listSampleAnswersPerQuestionSet } from './queries'
import { asStoredAnswers } from './responses'

const BATCH_SIZE = 5000

export type QuestionColumns = {
  headers: string[]
  findHeader: (surveyId: string, questionId: string) => string | undefined
}

/**
 * Builds one column per answered question, in the order of the surveys. Headers use the current wording in one language, or the stored
 * wording if the survey no longer has the question. Questions of different surveys with the same wording share a column; duplicates
 * within a survey are numbered.
 */
export async function loadQuestionColumns(
  organizationId: string,
  ids: PackedIds,
  language: Language,
): Promise<QuestionColumns> {
  const wordings = await readAnsweredQuestions(organizationId, ids)
  const surveys = await db.survey.findMany({
    where: { organizationId, id: { in: [...wordings.keys()] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, type: true, questions: true },
  })
  const headers = new Set<string>()
  const byQuestion = new Map<string, string>()
  for (const { id, ...survey } of surveys) {
    const texts = new Map(wordings.get(id))
    const current = listQuestionsIncludingMetric(survey).filter((question) => texts.has(question.id))
    for (const question of current) texts.delete(question.id)
    const surveyHeaders = new Set<string>()
    const currentTexts = current.map(
      (question) => [question.id, toPlainWording(pickTranslation(question.text, language))] as const,
    )
    for (const [questionId, text] of [...currentTexts, ...texts]) {
      const header = toUniqueHeader(surveyHeaders, text)
      surveyHeaders.add(header)
      headers.add(header)
      byQuestion.set(`${id} ${questionId}`, header)
    }
  }
  return { headers: [...headers], findHeader: (surveyId, questionId) => byQuestion.get(`${surveyId} ${questionId}`) }
}

/** With a number if there is such a header. */
export function toUniqueHeader(existing: ReadonlySet<string>, text: string): string {
  for (let number = 2, header = text; ; number += 1) {
    if (!existing.has(header)) return header
    header = `${text} (${number})`
  }
}

/** Stored wordings by question id, by survey id. */
async function readAnsweredQuestions(organizationId: string, ids: PackedIds) {
  const wordings = new Map<string, Map<string, string>>()
  for (let from = 0; from < ids.count; from += BATCH_SIZE) {
    const rows = await listSampleAnswersPerQuestionSet(organizationId, ids.slice(from, from + BATCH_SIZE))
    for (const { surveyId, answers } of rows) {
      const surveyWordings = wordings.get(surveyId) ?? new Map<string, string>()
      wordings.set(surveyId, surveyWordings)
      for (const { questionId, text } of asStoredAnswers(answers))
        if (!surveyWordings.has(questionId)) surveyWordings.set(questionId, text)
    }
  }
  return wordings
}
