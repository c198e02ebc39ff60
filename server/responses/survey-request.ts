import type { Tx } from '../db'
import { readToken } from '../encryption'
import { Language } from '../fields/schema'
import { linksFor } from '../organizations/review-links'
import { readQuestions } from '../surveys/questions'
import type { Question } from '../surveys/schema'
import { type AskedRow, lockAskedStep, readAskedRow } from './queries'

export type Asked = {
  id: string
  organizationId: string
  asker: Asker
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
  response: BegunResponse | null
  hasAlertRules: boolean
  reviewLinks: { label: string; url: string }[]
}

/** `counts`: included in scores; submitted, or with a score and started 24 hours ago. */
export type BegunResponse = {
  id: string
  isSubmitted: boolean
  counts: boolean
  createdAt: Date
  band: string | null
  answers: unknown
}

export type Asker = { name: string; brandColor: string | null }

/**
 * Resolves a survey link in one statement, to keep the page fast. The token is signed, so the step is read regardless of its
 * organization.
 * @returns null for an invalid token or a deleted contact.
 */
export async function findAsked(token: string): Promise<Asked | null> {
  const id = readToken('survey', token)
  if (id === null) return null
  const row = await readAskedRow(id)
  return row && presentRequest(row)
}

export async function lockAsked(tx: Tx, token: string): Promise<Asked | null> {
  const id = readToken('survey', token)
  if (id === null) return null
  await lockAskedStep(tx, id)
  return findAsked(token)
}

function presentRequest(row: AskedRow): Asked {
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
    asker: { name, brandColor },
    language: Language.catch('en').parse(row.language),
    survey: { id: row.surveyId, type, isOpen, questions: readQuestions(row) },
    sending: { id: row.sendingId, contactId, sequenceId, locationId, mergedLocationId, employeeId },
    response: presentStartedResponse(row),
    hasAlertRules: row.hasAlertRules,
    reviewLinks: row.reviewLinks === null ? [] : linksFor(row.reviewLinks, locationId),
  }
}

function presentStartedResponse({
  responseId,
  isSubmitted,
  counts,
  createdAt,
  band,
  answers,
}: AskedRow): BegunResponse | null {
  if (responseId === null || counts === null || createdAt === null) return null
  return { id: responseId, isSubmitted, counts, createdAt, band, answers }
}
