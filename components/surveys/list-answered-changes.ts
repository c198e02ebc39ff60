import { makeUniqueId } from '@/server/surveys/constants'
import type { Question, QuestionInput } from '@/server/surveys/schema'
import { compareQuestion } from '@/server/surveys/versions/compare-content'

/** Changes after which the answers so far and those to come no longer say the same. */
const CHANGES = ['reworded', 'options', 'scale'] as const

export type AnsweredChange = {
  question: Question
  answers: number
  changes: readonly ('removed' | (typeof CHANGES)[number])[]
  /** In the survey as it would be saved; null if it is removed. */
  index: number | null
}

/** What a save would do to questions that have answers. @param answers by question id */
export function listAnsweredChanges(
  before: readonly Question[],
  after: readonly QuestionInput[],
  answers: Readonly<Record<string, number>>,
): AnsweredChange[] {
  return before.flatMap((question): AnsweredChange[] => {
    const count = answers[question.id] ?? 0
    const index = after.findIndex(({ id }) => id === question.id)
    const same = after[index]
    if (count === 0) return []
    if (!same) return [{ question, answers: count, changes: ['removed'], index: null }]
    const kinds = compareQuestion(question, { ...same, id: question.id })
    const changes = CHANGES.filter((kind) => kinds.includes(kind))
    return changes.length === 0 ? [] : [{ question, answers: count, changes, index }]
  })
}

/** An id that no question of the survey has, nor any that was ever answered, so that results of its own begin. */
export function makeNewQuestionId(
  id: string,
  { questions, answers }: { questions: readonly { id?: string }[]; answers: Readonly<Record<string, number>> },
): string {
  return makeUniqueId(
    id.slice(0, 44),
    new Set([id, ...questions.flatMap((one) => one.id ?? []), ...Object.keys(answers)]),
  )
}
