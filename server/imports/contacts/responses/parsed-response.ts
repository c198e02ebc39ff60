import type { Metric, Question } from '../../../surveys/schema'

/** A past answer, as a row of the file has it. */
export type ParsedResponse = {
  at: Date
  score: number
  comment: string | null
  surveyName: string | null
  /** Its id in the service that it was given to. */
  externalId: string | null
  /** Null until it is resolved, and if it cannot be. */
  survey: ImportSurvey | null
}

/** The survey that an answer of a file belongs to. `id`: null while it is still to be created. */
export type ImportSurvey = {
  id: string | null
  name: string
  metric: Metric
  scoreQuestion: AnsweredQuestion
  commentQuestion: AnsweredQuestion
}

type AnsweredQuestion = Pick<Question, 'id' | 'text'>
