import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { SurveyResultsFilters } from '../survey-results/schema'
import { Id, requiredTextSchema, Timestamp } from '../validation/schema'
import {
  SHARED_PASSWORD_MAX_CHARACTERS,
  SHARED_PASSWORD_MIN_CHARACTERS,
  SHARED_TITLE_MAX_CHARACTERS,
} from './constants'

const QUESTIONS_MAX = 200
const QUESTION_ID_MAX_CHARACTERS = 100
const passwordLength = localizableMessage('sharedResults.password', {
  minimum: SHARED_PASSWORD_MIN_CHARACTERS,
  maximum: SHARED_PASSWORD_MAX_CHARACTERS,
})

export const SharedResults = z.object({
  id: Id,
  surveyId: Id,
  title: z.string(),
  url: z.string(),
  expiresOn: z.iso
    .date()
    .nullable()
    .describe("The last day on which it can be opened, in the organization's time zone."),
  isExpired: z.boolean(),
  hasPassword: z.boolean(),
  showsTexts: z.boolean(),
  showsNames: z.boolean(),
  createdByName: z.string().describe('As it was then.'),
  createdAt: Timestamp,
  lastViewedAt: Timestamp.nullable(),
})
export type SharedResults = z.infer<typeof SharedResults>

export const CreateSharedResults = z.object({
  id: Id.describe('Of the survey.'),
  title: requiredTextSchema(SHARED_TITLE_MAX_CHARACTERS),
  filters: SurveyResultsFilters.describe('Fixed from now on; `days` stays the last days of each view.'),
  questionIds: z
    .array(z.string().min(1).max(QUESTION_ID_MAX_CHARACTERS))
    .min(1, localizableMessage('sharedResults.questions'))
    .max(QUESTIONS_MAX)
    .nullable()
    .describe('Null for all, also later ones.'),
  expiresOn: z.iso.date(localizableMessage('value.date')).nullable(),
  password: z
    .string()
    .min(SHARED_PASSWORD_MIN_CHARACTERS, passwordLength)
    .max(SHARED_PASSWORD_MAX_CHARACTERS, passwordLength)
    .nullable(),
  showsTexts: z.boolean().describe('What people wrote, which may hold personal data.'),
  showsNames: z
    .boolean()
    .describe('The location, employee, company, segment, property and hidden field of the filters.'),
})
export type CreateSharedResults = z.infer<typeof CreateSharedResults>

export const SharedResultsReference = z.object({ id: Id, sharedId: Id })
export type SharedResultsReference = z.infer<typeof SharedResultsReference>
