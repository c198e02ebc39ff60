import { z } from 'zod'
import { LANGUAGES } from '../../validation/languages'
import { Survey } from '../schema'

const Translations = z.record(z.enum(LANGUAGES), z.string())

export const SurveyTemplate = z.object({
  key: z.string(),
  name: Translations,
  purpose: Translations.describe('What it finds out, and when to send it.'),
  type: Survey.shape.type,
  layout: Survey.shape.layout,
  questions: Survey.shape.questions.describe('Including the metric.'),
  seconds: z.number().describe('How long a person takes, as an estimate.'),
})
export type SurveyTemplate = z.infer<typeof SurveyTemplate>
