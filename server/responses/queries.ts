import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, Prisma, queryRows, type Tx } from '../db'
import type { MasterDataKind } from '../master-data/constants'
import type { StoredLogo } from '../sender-profile/constants'
import { type DomainEvent, transactStatement } from '../unit-of-work'

export type SurveyRequestRow = {
  name: string
  brandColor: string | null
  pageLook: unknown
  privacyNotice: unknown
  logo: StoredLogo | null
  id: string
  organizationId: string
  language: string
  surveyId: string
  type: string
  version: number
  questions: unknown
  endings: unknown
  thanks: unknown
  surveyFields: unknown
  layout: string
  changeHours: number | null
  isOpen: boolean
  sendingId: string
  contactId: string
  sequenceId: string | null
  locationId: string | null
  employeeId: string | null
  contactOrganizationId: string | null
  channel: string | null
  responseId: string | null
  isSubmitted: boolean
  submittedAt: Date | null
  changedAt: Date | null
  countsInScores: boolean | null
  createdAt: Date | null
  band: string | null
  answers: unknown
  fields: unknown
  firstName: string
  lastName: string | null
  customFields: unknown
  hasAlertRules: boolean
  clockOffsetMs: number
  reviewLinks: unknown
}

const SURVEY_REQUEST_SQL = `
  SELECT s.id, s.organization_id AS "organizationId", o.name, o.brand_color AS "brandColor", o.page_look AS "pageLook",
    o.privacy_notice AS "privacyNotice",
    (SELECT json_build_object('id', l.id, 'width', l.width, 'height', l.height) FROM organization_logo l
      WHERE l.organization_id = o.id) AS logo,
    CASE WHEN o.shows_review_links THEN o.review_links END AS "reviewLinks",
    coalesce(r.language, c.preferred_language, o.default_language) AS language,
    v.id AS "surveyId", v.type, v.version, v.questions, v.endings, v.thanks, v.fields AS "surveyFields", v.layout,
    v.change_hours AS "changeHours", v.status = 'active' AND v.deleted_at IS NULL AS "isOpen",
    d.id AS "sendingId", d.contact_id AS "contactId", d.sequence_id AS "sequenceId",
    d.location_id AS "locationId", d.employee_id AS "employeeId",
    d.contact_organization_id AS "contactOrganizationId", s.channel,
    EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = s.organization_id AND a.active AND a.trigger = 'response') AS "hasAlertRules",
    coalesce((SELECT t.clock_offset_ms FROM test_organization t WHERE t.organization_id = s.organization_id), 0)::float8 AS "clockOffsetMs",
    r.id AS "responseId", r.submitted_at IS NOT NULL AS "isSubmitted",
    r.submitted_at AS "submittedAt", r.changed_at AS "changedAt", r.status = 'completed' AS "countsInScores",
    r.created_at AS "createdAt", r.band, r.answers, r.fields,
    c.first_name AS "firstName", c.last_name AS "lastName", c.custom_fields AS "customFields"
  FROM sending_step s
    JOIN organization o ON o.id = s.organization_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = $1::uuid`

export async function loadSurveyRequestRow(stepId: string): Promise<SurveyRequestRow | null> {
  const [row] = await queryRows<SurveyRequestRow>({
    name: 'survey-request',
    text: SURVEY_REQUEST_SQL,
    values: [stepId],
  })
  return row ?? null
}

/** Locks a survey link's step, its contact and its sending until the transaction ends (database function lock_survey_request). */
export async function lockSurveyLinkRows(tx: Tx, stepId: string): Promise<void> {
  await tx.$queryRaw`SELECT lock_survey_request(${stepId}::uuid)::text`
}

/**
 * Writes a response that counts, with its events and, on its first write, a candidate for the alert rules, in one statement (database
 * function submit_response).
 * @param events none if the response counted before.
 * @returns false, with nothing written, if the data that the row was made from has changed.
 */
export async function executeSubmitResponse(
  row: ResponseRecord,
  events: readonly DomainEvent[],
  hasAlertRules: boolean,
): Promise<boolean> {
  const { organizationId } = row
  const kinds = events.map(({ kind }) => kind)
  const bodies = events.map(({ payload }) => JSON.stringify([payload]))
  const { deliveries } = await transactStatement(
    organizationId,
    {
      name: 'submit-response',
      text: 'SELECT submit_response($1::jsonb, $2::text[], $3::text[]) AS deliveries',
      values: [toColumns(row), kinds, bodies],
    },
    (written) =>
      written.deliveries !== null && events.length > 0 && hasAlertRules
        ? [{ queue: 'alerts/alerts', organizationId }]
        : [],
  )
  return deliveries !== null
}

function toColumns(row: ResponseRecord): string {
  const columns = Object.entries(row).map(([field, value]) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return JSON.stringify(Object.fromEntries(columns))
}

export function listUnfinishedResponsesWithScore(after: Date, until: Date, limit: number) {
  return db.$queryRaw<{ id: string; organizationId: string; stepId: string }[]>`
    SELECT r.id, r.organization_id AS "organizationId", r.sending_step_id AS "stepId"
    FROM response r JOIN contact c ON c.organization_id = r.organization_id AND c.id = r.contact_id
    WHERE r.status = 'partial' AND r.rating IS NOT NULL AND r.sending_step_id IS NOT NULL
      AND r.created_at > ${after} AND r.created_at <= ${until}
    ORDER BY r.created_at LIMIT ${limit}`
}

/** Responses with the same scores. `id`: what they are counted by. */
export type ScoreCount = { id: string | null; nps: number | null; csat: number | null; ces: number | null; n: number }

/**
 * Counts responses by tag and scores; without a tag, all tagged responses, each once. The triggers response_tagging_add
 * and response_tagging_change copy the scores to response_tagging, so one index of it answers: one entry is read per tagging in the
 * period (docs/decisions/0058-tag-statistics.md).
 */
export function countResponsesByTagAndScore(
  organizationId: string,
  { surveyId, from, to }: { surveyId: string | undefined; from: Date; to: Date },
): Promise<ScoreCount[]> {
  return queryRows<ScoreCount>({
    name: 'tag-scores',
    text: `WITH tagged AS (
        SELECT tag_id, response_id, nps_score, csat_score, ces_score FROM response_tagging
        WHERE organization_id = $1::uuid AND answered_at >= $2::timestamptz AND answered_at < $3::timestamptz
          AND ($4::uuid IS NULL OR survey_id = $4::uuid))
      SELECT tag_id AS id, nps_score AS nps, csat_score AS csat, ces_score AS ces, count(*)::int AS n
      FROM tagged GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT NULL, nps_score, csat_score, ces_score, count(*)::int
      FROM (SELECT DISTINCT response_id, nps_score, csat_score, ces_score FROM tagged) once GROUP BY 2, 3, 4`,
    values: [organizationId, from, to, surveyId ?? null],
  })
}

const IS_TEXT_ANSWER_SQL = Prisma.sql`answer ->> 'type' = 'text'`

/** Hidden fields count as texts: anything can be in them. */
export async function removeTextAnswers(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE response SET updated_at = ${now()}, fields = '{}', answers = (
      SELECT coalesce(jsonb_agg(answer ORDER BY place), '[]')
      FROM jsonb_array_elements(answers) WITH ORDINALITY AS entry(answer, place) WHERE NOT ${IS_TEXT_ANSWER_SQL})
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[])
      AND (fields <> '{}' OR EXISTS (SELECT FROM jsonb_array_elements(answers) AS answer WHERE ${IS_TEXT_ANSWER_SQL}))
    RETURNING id`
  return rows.map(({ id }) => id)
}

export function listSampleAnswersPerQuestionSet(organizationId: string, ids: readonly string[]) {
  return queryRows<{ surveyId: string; answers: unknown }>({
    name: 'distinct-answers',
    text: `SELECT DISTINCT ON (survey_id, jsonb_path_query_array(answers, '$[*].questionId')) survey_id AS "surveyId", answers
      FROM response WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[])`,
    values: [organizationId, ids],
  })
}

/** Ids of the hidden fields that responses have, by survey. */
export function listStoredFieldIds(organizationId: string, ids: readonly string[]) {
  return queryRows<{ surveyId: string; fieldId: string }>({
    name: 'distinct-fields',
    text: `SELECT DISTINCT survey_id AS "surveyId", jsonb_object_keys(fields) AS "fieldId"
      FROM response WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[]) AND fields <> '{}'`,
    values: [organizationId, ids],
  })
}

/** When each location, employee or company got its last response that counts, from the index of its list. */
export async function listLastAnswerTimes(
  organizationId: string,
  kind: MasterDataKind,
  ids: readonly string[],
): Promise<{ id: string; at: Date }[]> {
  const rows = await queryRows<{ id: string; at: Date | null }>({
    name: `last-answers-${kind}`,
    text: `SELECT s.id, (SELECT max(created_at) FROM response r
        WHERE r.organization_id = $1::uuid AND r.${kind}_id = s.id AND r.status = 'completed') AS at
      FROM unnest($2::uuid[]) AS s(id)`,
    values: [organizationId, [...ids]],
  })
  return rows.flatMap(({ id, at }) => (at === null ? [] : [{ id, at }]))
}
