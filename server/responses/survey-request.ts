import type { Tx } from '../db'
import { readToken } from '../encryption'
import { Language } from '../fields/schema'
import { selectReviewLinks } from '../organizations/review-links'
import { listAllQuestions } from '../surveys/questions'
import type { Question } from '../surveys/schema'
import { lockSurveyStep, readSurveyRequestRow, type SurveyRequestRow } from './queries'

export type SurveyRequest = {
  id: string
  organizationId: string
  organization: OrganizationBranding
  language: Language
  survey: { id: string; type: string; isOpen: boolean; questions: Question[] }
  sending: {
    id: string
    contactId: string
    sequenceId: string | null
    locationId: string | null
    mergedLocationId: string | null
    employeeId: string | null
  }
  response: StartedResponse | null
  hasAlertRules: boolean
  reviewLinks: { label: string; url: string }[]
}

/** `counts`: included in scores; submitted, or with a score and started 24 hours ago. */
export type StartedResponse = {
  id: string
  isSubmitted: boolean
  countsInScores: boolean
  createdAt: Date
  band: string | null
  answers: unknown
}

export type OrganizationBranding = { name: string; brandColor: string | null }

/**
 * Resolves a survey link in one statement, to keep the page fast. The token is signed, so the step is read regardless of its
 * organization.
 * @returns null for an invalid token or a deleted contact.
 */
export async function findSurveyRequest(token: string): Promise<SurveyRequest | null> {
  const id = readToken('survey', token)
  if (id === null) return null
  const row = await readSurveyRequestRow(id)
  return row && presentRequest(row)
}

export async function lockSurveyRequest(tx: Tx, token: string): Promise<SurveyRequest | null> {
  const id = readToken('survey', token)
  if (id === null) return null
  await lockSurveyStep(tx, id)
  return findSurveyRequest(token)
}

function presentRequest(row: SurveyRequestRow): SurveyRequest {
  const {
    id,
    organizationId,
    name,
    brandColor,
    type,
    isOpen,
    contactId,
    sequenceId,
    locationId,
    mergedLocationId,
    employeeId,
  } = row
  return {
    id,
    organizationId,
    organization: { name, brandColor },
    language: Language.catch('en').parse(row.language),
    survey: { id: row.surveyId, type, isOpen, questions: listAllQuestions(row) },
    sending: { id: row.sendingId, contactId, sequenceId, locationId, mergedLocationId, employeeId },
    response: presentStartedResponse(row),
    hasAlertRules: row.hasAlertRules,
    reviewLinks: row.reviewLinks === null ? [] : selectReviewLinks(row.reviewLinks, locationId),
  }
}

function presentStartedResponse({
  responseId,
  isSubmitted,
  countsInScores,
  createdAt,
  band,
  answers,
}: SurveyRequestRow): StartedResponse | null {
  if (responseId === null || countsInScores === null || createdAt === null) return null
  return { id: responseId, isSubmitted, countsInScores, createdAt, band, answers }
}
