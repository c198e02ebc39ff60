import { db } from '../db'
import type { Language } from '../fields/schema'
import { readQuestions } from '../surveys/questions'
import { wordingIn } from '../surveys/vocabulary'
import { listDistinctAnswers } from './queries'
import { storedAnswers } from './responses'
import type { AllIds } from './search-queries'

const AT_ONCE = 5000

export type QuestionColumns = {
  headers: string[]
  headerOf: (surveyId: string, questionId: string) => string | undefined
}

/**
 * Builds one column per answered question, in the order of the surveys. Headers use the current wording in one language, or the stored
 * wording if the survey no longer has the question. Questions of different surveys with the same wording share a column; duplicates
 * within a survey are numbered.
 */
export async function readQuestionColumns(
  organizationId: string,
  all: AllIds,
  language: Language,
): Promise<QuestionColumns> {
  const asked = await readAsked(organizationId, all)
  const surveys = await db.survey.findMany({
    where: { organizationId, id: { in: [...asked.keys()] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, type: true, questions: true },
  })
  const headers = new Set<string>()
  const byQuestion = new Map<string, string>()
  for (const { id, ...survey } of surveys) {
    const texts = asked.get(id) ?? new Map<string, string>()
    const known = readQuestions(survey)
    const places = new Map(known.map((question, place) => [question.id, place]))
    const own = new Set<string>()
    for (const [questionId, text] of [...texts].toSorted(
      ([one], [other]) => (places.get(one) ?? known.length) - (places.get(other) ?? known.length),
    )) {
      const now = known.find((question) => question.id === questionId)?.text
      const header = unlike(own, now === undefined ? text : wordingIn(now, language))
      own.add(header)
      headers.add(header)
      byQuestion.set(`${id} ${questionId}`, header)
    }
  }
  return { headers: [...headers], headerOf: (surveyId, questionId) => byQuestion.get(`${surveyId} ${questionId}`) }
}

function unlike(taken: ReadonlySet<string>, text: string): string {
  for (let number = 2, header = text; ; number += 1) {
    if (!taken.has(header)) return header
    header = `${text} (${number})`
  }
}

/** Answered questions by survey, with their stored wording. Reads one response per distinct set of question ids. */
async function readAsked(organizationId: string, all: AllIds): Promise<Map<string, Map<string, string>>> {
  const asked = new Map<string, Map<string, string>>()
  for (let from = 0; from < all.count; from += AT_ONCE) {
    const rows = await listDistinctAnswers(organizationId, all.slice(from, from + AT_ONCE))
    for (const { survey_id: surveyId, answers } of rows) {
      const own = asked.get(surveyId) ?? new Map<string, string>()
      asked.set(surveyId, own)
      for (const { questionId, text } of storedAnswers(answers)) if (!own.has(questionId)) own.set(questionId, text)
    }
  }
  return asked
}
