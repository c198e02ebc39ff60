import { db } from '../db'
import { signToken, verifyToken } from '../encryption'
import { env } from '../env'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import type { Question, SurveyType } from '../surveys/schema'
import { Language } from '../validation/schema'
import type { OrganizationBranding } from './survey-request'

/* Survey links of test messages: they show the survey as it is now, of no contact and no sending, and record nothing. */

export type TestSurvey = {
  organization: OrganizationBranding
  language: Language
  type: SurveyType
  isOpen: boolean
  questions: Question[]
}

export function buildTestSurveyLink(surveyId: string): string {
  return `${env.baseUrl}/s/${signToken('test-survey', surveyId)}`
}

export function isTestSurveyToken(token: string): boolean {
  return verifyToken('test-survey', token) !== null
}

/** The token is signed, so the survey is read regardless of its organization. @returns null for an invalid token or a deleted survey */
export async function findTestSurvey(token: string): Promise<TestSurvey | null> {
  const id = verifyToken('test-survey', token)
  if (id === null) return null
  const survey = await db.survey.findFirst({
    where: { id, deletedAt: null },
    include: { organization: { select: { name: true, brandColor: true, defaultLanguage: true } } },
  })
  if (!survey) return null
  const { name, brandColor, defaultLanguage } = survey.organization
  return {
    organization: { name, brandColor },
    language: Language.catch('en').parse(defaultLanguage),
    type: survey.type as SurveyType,
    isOpen: survey.status === 'active',
    questions: listQuestionsIncludingMetric(survey),
  }
}
