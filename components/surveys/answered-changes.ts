import type { QuestionDraft } from './draft'

export type AnsweredChanges = { removed: readonly QuestionDraft[]; reworded: readonly QuestionDraft[] }

/** Changes that affect already answered questions: each with its previous version. */
export function findAnsweredChanges(
  before: readonly QuestionDraft[],
  after: readonly QuestionDraft[],
): AnsweredChanges {
  const kept = new Map(after.map((question) => [question.id, question]))
  const isReworded = ({ id, text, textTranslated }: QuestionDraft) => {
    const now = kept.get(id)
    return now !== undefined && (now.text.trim() !== text.trim() || now.textTranslated.trim() !== textTranslated.trim())
  }
  return { removed: before.filter(({ id }) => !kept.has(id)), reworded: before.filter(isReworded) }
}
