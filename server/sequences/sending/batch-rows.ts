import type { Organization, Survey } from '@/prisma/generated/client'
import type { Tx } from '../../db'
import type { Step } from './next-step'
import type { ContactRow, SendingRow, StepRow } from './sending-draft'

/* Reads the data of a batch in one statement. It runs after the sendings are locked, so that it sees the writes of earlier lock holders. */

export type OrganizationRow = Pick<
  Organization,
  | 'id'
  | 'name'
  | 'brandColor'
  | 'postalAddress'
  | 'defaultLanguage'
  | 'timeZone'
  | 'reviewLinks'
  | 'throttleDays'
  | 'quietHoursStart'
  | 'quietHoursEnd'
  | 'verifiedAt'
  | 'suspendedAt'
  | 'deletesAt'
> & {
  /** Address of the member who receives customers' replies; null if there is none. */
  replyTo: string | null
}
export type SurveyRow = Pick<Survey, 'id' | 'type' | 'status' | 'questions'>
export type SequenceRow = { id: string; status: string; steps: Step[] }

/** @property done the steps that have a row. */
export type Rows = {
  organization: OrganizationRow
  sendings: SendingRow[]
  done: StepRow[]
  sequences: SequenceRow[]
  /** Surveys of the sequences' steps, of sent steps, and of sendings without a sequence. Excludes deleted ones. */
  surveys: SurveyRow[]
  contacts: ContactRow[]
}

/** @param ids of sendings that the caller has locked. */
export async function readBatchRows(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Rows> {
  const [row] = await tx.$queryRawUnsafe<Rows[]>(STATEMENT, organizationId, ids)
  if (!row) throw new Error('a statement without a FROM answered without a row')
  withDates([row.organization], 'verifiedAt', 'suspendedAt', 'deletesAt')
  withDates(row.sendings, 'anchorAt', 'dueAt', 'endedAt')
  withDates(row.done, 'claimedAt', 'firstTriedAt', 'sentAt', 'capturedAt', 'dueAt', 'endedAt', 'createdAt')
  return row
}

/** Converts columns back to dates, which JSON does not have. */
function withDates<Row extends object>(rows: readonly Row[], ...columns: (keyof Row)[]): void {
  for (const row of rows)
    for (const column of columns) {
      const value: unknown = row[column]
      if (typeof value === 'string') Object.assign(row, { [column]: new Date(value) })
    }
}

const list = (query: string) => `(SELECT coalesce(json_agg(r), '[]') FROM (${query}) r)`

const STATEMENT = `
  WITH going AS MATERIALIZED (
    SELECT id, organization_id AS "organizationId", sequence_id AS "sequenceId", survey_id AS "surveyId", contact_id AS "contactId",
      email, location_id AS "locationId", status, why AS reason, anchor_at AS "anchorAt", due_at AS "dueAt", ended_at AS "endedAt"
    FROM sending WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])),
  done AS MATERIALIZED (
    SELECT id, organization_id AS "organizationId", sending_id AS "sendingId", step_id AS "stepId", position, type,
      survey_id AS "surveyId", status, why AS reason, channel, recipient, claimed_at AS "claimedAt", first_tried_at AS "firstTriedAt",
      sent_at AS "sentAt", captured_at AS "capturedAt", due_at AS "dueAt", ended_at AS "endedAt", message_id AS "messageId",
      created_at AS "createdAt"
    FROM sending_step WHERE organization_id = $1::uuid AND sending_id = ANY($2::uuid[])),
  step AS MATERIALIZED (
    SELECT id, sequence_id, position, type, delay, survey_id AS "surveyId", subject, body, webhook_url AS "webhookUrl", condition
    FROM sequence_step WHERE organization_id = $1::uuid AND sequence_id IN (SELECT "sequenceId" FROM going))
  SELECT
    (SELECT row_to_json(r) FROM (
      SELECT id, name, brand_color AS "brandColor", postal_address AS "postalAddress", (
          SELECT u.email FROM membership m JOIN "user" u ON u.id = m.user_id
          WHERE m.organization_id = organization.id AND m.user_id = organization.reply_to_user_id
            AND u.email_verified_at IS NOT NULL AND u.deletes_at IS NULL) AS "replyTo", default_language AS "defaultLanguage", time_zone AS "timeZone",
        review_links AS "reviewLinks", throttle_days AS "throttleDays", quiet_hours_start AS "quietHoursStart", quiet_hours_end AS "quietHoursEnd",
        verified_at AS "verifiedAt", suspended_at AS "suspendedAt", deletes_at AS "deletesAt"
      FROM organization WHERE id = $1::uuid) r) AS organization,
    ${list('SELECT * FROM going')} AS sendings,
    ${list('SELECT * FROM done')} AS done,
    ${list(`
      SELECT q.id, q.status, (
        SELECT coalesce(json_agg(s ORDER BY s.position), '[]') FROM step s WHERE s.sequence_id = q.id) AS steps
      FROM sequence q WHERE q.organization_id = $1::uuid AND q.id IN (SELECT "sequenceId" FROM going)`)} AS sequences,
    ${list(`
      SELECT id, type, status, questions FROM survey
      WHERE organization_id = $1::uuid AND deleted_at IS NULL AND id IN (
        SELECT "surveyId" FROM step UNION SELECT "surveyId" FROM done UNION SELECT "surveyId" FROM going)`)} AS surveys,
    ${list(`
      SELECT id, email, phone, first_name AS "firstName", last_name AS "lastName", preferred_language AS "preferredLanguage",
        location_id AS "locationId", unsubscribed
      FROM contact WHERE organization_id = $1::uuid AND id IN (SELECT "contactId" FROM going)`)} AS contacts`
