import type { Tx } from '../db'
import { verifyToken } from '../encryption'
import { pickReviewLinksForLocation } from '../organizations/review-links'
import { presentBranding } from '../sender-profile/branding'
import { asStoredFields, asStoredFieldValues } from '../surveys/fields/fields'
import { SurveyLayout } from '../surveys/logic/schema'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { presentThanksPages } from '../surveys/thanks/thanks'
import { Language } from '../validation/schema'
import { loadSurveyRequestRow, lockSurveyLinkRows, type SurveyRequestRow } from './queries'

export type SurveyRequest = ReturnType<typeof presentRequest>

/**
 * Resolves a survey link in one statement, to keep the page fast. The token is signed, so the step is read regardless of its
 * organization.
 * @returns null for an invalid token or a deleted contact.
 */
export async function findSurveyRequest(token: string): Promise<SurveyRequest | null> {
  const id = verifyToken('survey', token)
  if (id === null) return null
  const row = await loadSurveyRequestRow(id)
  return row && presentRequest(row)
}

export async function lockSurveyRequest(tx: Tx, token: string): Promise<SurveyRequest | null> {
  const id = verifyToken('survey', token)
  if (id === null) return null
  await lockSurveyLinkRows(tx, id)
  return findSurveyRequest(token)
}

function presentRequest(row: SurveyRequestRow) {
  const { id, organizationId, type, version, isOpen, hasAlertRules, clockOffsetMs } = row
  const { surveyId, sendingId, contactId, sequenceId, locationId, employeeId, contactOrganizationId, channel } = row
  const { responseId, isSubmitted, submittedAt, changedAt, countsInScores, createdAt, band, answers } = row
  const { firstName, lastName } = row
  return {
    organizationId,
    organization: presentBranding({ ...row, id: organizationId }),
    language: Language.catch('en').parse(row.language),
    survey: {
      type,
      version,
      isOpen,
      questions: listQuestionsIncludingMetric(row),
      layout: SurveyLayout.parse(row.layout),
      changeHours: row.changeHours,
      fields: asStoredFields(row.surveyFields),
      ...presentThanksPages(row),
    },
    contact: { firstName, lastName, customFields: row.customFields as Record<string, unknown> },
    /** Columns of its response. */
    subject: {
      organizationId,
      surveyId,
      sendingId,
      sendingStepId: id,
      contactId,
      sequenceId,
      locationId,
      employeeId,
      contactOrganizationId,
      channel,
    },
    response:
      responseId === null || countsInScores === null || createdAt === null
        ? null
        : {
            id: responseId,
            isSubmitted,
            submittedAt,
            changedAt,
            countsInScores,
            createdAt,
            band,
            answers,
            fields: asStoredFieldValues(row.fields),
          },
    hasAlertRules,
    clockOffsetMs,
    reviewLinks: row.reviewLinks === null ? [] : pickReviewLinksForLocation(row.reviewLinks, locationId),
  }
}
