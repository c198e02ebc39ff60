import { queryRows, type Tx } from '../db'
import { readToken } from '../encryption'
import { Language } from '../fields/schema'
import { linksFor } from '../organizations/review-links'
import { readQuestions } from '../surveys/questions'
import type { Question } from '../surveys/schema'

/** A survey link: organization, survey, recipient and the response so far. */
export type Asked = {
  id: string
  organizationId: string
  asker: Asker
  /** Language of a partial response, else the contact's, else the organization's. */
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
  /** Whether the organization has active alert rules on responses. */
  hasAlertRules: boolean
  /** Links to review sites, shown after the submission whatever the score. */
  reviewLinks: { label: string; url: string }[]
}

/** `counts`: included in scores, because it was submitted, or has a score and was started 24 hours ago. */
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
  const [row] = await queryRows<AskedRow>({ name: 'asked', text: ASKED, values: [id] })
  return row ? present(row) : null
}

/** Like {@link findAsked}, with the step locked until the transaction ends, so that concurrent writes to its response serialize. */
export async function lockAsked(tx: Tx, token: string): Promise<Asked | null> {
  const id = readToken('survey', token)
  if (id === null) return null
  await tx.$queryRaw`SELECT lock_asked(${id}::uuid)::text`
  return findAsked(token)
}

const ASKED = `
  SELECT s.id, s.organization_id AS "organizationId", o.name, o.brand_color AS "brandColor",
    CASE WHEN o.shows_review_links THEN o.review_links END AS "reviewLinks",
    coalesce(r.language, c.preferred_language, o.default_language) AS language,
    v.id AS "surveyId", v.type, v.questions, v.status = 'active' AND v.deleted_at IS NULL AS "isOpen",
    d.id AS "sendingId", d.contact_id AS "contactId", d.sequence_id AS "sequenceId",
    d.location_id AS "locationId", d.employee_id AS "employeeId",
    EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = s.organization_id AND a.active AND a.trigger = 'response') AS "hasAlertRules",
    (SELECT l.merged_into_id FROM location l WHERE l.organization_id = d.organization_id AND l.id = d.location_id) AS "mergedLocationId",
    r.id AS "responseId", r.submitted_at IS NOT NULL AS "isSubmitted", r.status = 'completed' AS counts,
    r.created_at AS "createdAt", r.band, r.answers
  FROM sending_step s
    JOIN organization o ON o.id = s.organization_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = $1::uuid`

type AskedRow = Asker & {
  id: string
  organizationId: string
  language: string
  surveyId: string
  type: string
  questions: unknown
  isOpen: boolean
  sendingId: string
  contactId: string
  sequenceId: string | null
  locationId: string | null
  mergedLocationId: string | null
  employeeId: string | null
  responseId: string | null
  isSubmitted: boolean
  counts: boolean | null
  createdAt: Date | null
  band: string | null
  answers: unknown
  hasAlertRules: boolean
  reviewLinks: unknown
}

function present(row: AskedRow): Asked {
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
    response: presentBegun(row),
    hasAlertRules: row.hasAlertRules,
    reviewLinks: row.reviewLinks === null ? [] : linksFor(row.reviewLinks, locationId),
  }
}

function presentBegun({ responseId, isSubmitted, counts, createdAt, band, answers }: AskedRow): BegunResponse | null {
  if (responseId === null || counts === null || createdAt === null) return null
  return { id: responseId, isSubmitted, counts, createdAt, band, answers }
}
