import { db } from '../db'
import { signToken, verifyToken } from '../encryption'
import { buildPublicUrl } from '../link-domains/public-url'
import { type OrganizationBranding, presentBranding, SELECT_BRANDING } from '../sender-profile/branding'
import { asStoredFields } from '../surveys/fields/fields'
import type { SurveyField } from '../surveys/fields/schema'
import { SurveyLayout } from '../surveys/logic/schema'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import type { Question, SurveyType } from '../surveys/schema'
import { presentThanksPages, type ThanksPages } from '../surveys/thanks/thanks'
import { Language } from '../validation/schema'

/* Survey links of test messages: they show the survey as it is now, of no contact and no sending, and record nothing. */

export type TestSurvey = {
  organizationId: string
  organization: OrganizationBranding
  language: Language
  type: SurveyType
  isOpen: boolean
  questions: Question[]
  layout: SurveyLayout
  fields: SurveyField[]
} & ThanksPages

export function buildTestSurveyLink(linkDomain: string | null, surveyId: string): string {
  return buildPublicUrl(linkDomain, `/s/${signToken('test-survey', surveyId)}`)
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
    include: { organization: { select: { ...SELECT_BRANDING.select, defaultLanguage: true } } },
  })
  if (!survey) return null
  return {
    organizationId: survey.organizationId,
    organization: presentBranding(survey.organization),
    language: Language.catch('en').parse(survey.organization.defaultLanguage),
    type: survey.type as SurveyType,
    isOpen: survey.status === 'active',
    questions: listQuestionsIncludingMetric(survey),
    layout: SurveyLayout.parse(survey.layout),
    fields: asStoredFields(survey.fields),
    ...presentThanksPages(survey),
  }
}
