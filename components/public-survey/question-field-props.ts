import type { AnswerErrorCode } from '@/server/responses/validate-answers'
import type { RecallValues } from '@/server/surveys/recall/wording'
import type { Question } from '@/server/surveys/schema'
import type { Language } from '@/server/validation/schema'

export type QuestionFieldProps = {
  question: Question
  index: number
  language: Language
  values: readonly string[]
  otherText: string
  fault: AnswerErrorCode | undefined
  /** What fills the placeholders in its texts. */
  recall: RecallValues
  /** With one question on a page: whether it is the one. */
  step?: 'current' | 'other'
  /** Of the order of shuffled options. */
  seed: string
}
