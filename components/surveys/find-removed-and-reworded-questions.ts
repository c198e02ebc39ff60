import type { QuestionDraft } from './draft-types'

/** Changes that affect already answered questions: each with its previous version. */
export function findRemovedAndRewordedQuestions(before: readonly QuestionDraft[], after: readonly QuestionDraft[]) {
  const questionsAfter = new Map(after.map((question) => [question.id, question]))
  const isReworded = ({ id, text, textTranslated }: QuestionDraft) => {
    const questionAfter = questionsAfter.get(id)
    return (
      questionAfter !== undefined &&
      (questionAfter.text.trim() !== text.trim() || questionAfter.textTranslated.trim() !== textTranslated.trim())
    )
  }
  return { removed: before.filter(({ id }) => !questionsAfter.has(id)), reworded: before.filter(isReworded) }
}
