import type { Organization, Survey } from '@/prisma/generated/client'
import { DAY_MS, now } from '../../clock'
import type { PropertyDefinition } from '../../contact-properties/constants'
import { queryRows, type Tx } from '../../db'
import type { DueOrganization } from '../../jobs/define-queue'
import { PROPERTY_PLACEHOLDER_PREFIX } from '../../messaging/constants'
import type { StoredLogo } from '../../sender-profile/constants'
import type { VerifiedDomain } from '../../sending-domains/organization-sender'
import type { SequenceRules } from '../rules/schema'
import { OWN_VERSION_JOIN_SQL, STEPS_VERSION_SQL } from '../versions/queries'
import type { LoadedStep } from './find-next-step'
import type { RecipientRow, SendingRow, SendingStepRow } from './in-memory-sending'

export type BatchOrganizationRow = Pick<
  Organization,
  | 'id'
  | 'name'
  | 'fromName'
  | 'brandColor'
  | 'pageLook'
  | 'postalAddress'
  | 'footerText'
  | 'tracksOpensAndClicks'
  | 'defaultLanguage'
  | 'timeZone'
  | 'reviewLinks'
  | 'throttleDays'
  | 'quietHoursStart'
  | 'quietHoursEnd'
  | 'verifiedAt'
  | 'suspendedAt'
  | 'deletesAt'
  | 'sendingStoppedAt'
> & {
  /** The highest priority of its surveys. */
  topPriority: number | null
  isTest: boolean
  replyTo: string | null
  sendingDomain: VerifiedDomain | null
  /** While it is verified. */
  linkDomain: string | null
  logo: StoredLogo | null
}
export type BatchSurveyRow = Pick<Survey, 'id' | 'type' | 'status' | 'questions' | 'cooldownDays' | 'priority'>
/** A sequence with the steps of one of its versions. */
export type BatchSequenceRow = {
  id: string
  version: number
  status: string
  rules: SequenceRules
  steps: LoadedStep[]
}

/** Times by contact and survey. */
export type LastSurveyedAt = ReadonlyMap<string, ReadonlyMap<string, Date>>

export type BatchRows = {
  organization: BatchOrganizationRow
  sendings: SendingRow[]
  done: SendingStepRow[]
  sequences: BatchSequenceRow[]
  surveys: BatchSurveyRow[]
  contacts: RecipientRow[]
  contactProperties: PropertyDefinition[]
}

/** Reads the data of a batch in one statement. @param ids of sendings that the caller has locked, so that it sees the writes of earlier lock holders */
export async function loadSendingBatch(tx: Tx, organizationId: string, ids: readonly string[]): Promise<BatchRows> {
  return parseBatch(await tx.$queryRawUnsafe<BatchRows[]>(READ_BATCH_SQL, organizationId, ids))
}

/** As `loadSendingBatch`, for contacts that have not entered a sequence: their sendings have the ids of the contacts. */
export async function loadNewSendingBatch(
  tx: Tx,
  organizationId: string,
  { sequenceId, contactIds }: { sequenceId: string; contactIds: readonly string[] },
): Promise<BatchRows> {
  return parseBatch(
    await tx.$queryRawUnsafe<BatchRows[]>(READ_NEW_BATCH_SQL, organizationId, contactIds, sequenceId, now()),
  )
}

function parseBatch([row]: readonly BatchRows[]): BatchRows {
  if (!row) throw new Error('a statement without a FROM answered without a row')
  parseDates([row.organization], 'verifiedAt', 'suspendedAt', 'deletesAt', 'sendingStoppedAt')
  parseDates(row.sendings, 'anchorAt', 'dueAt', 'pausedAt', 'endedAt')
  parseDates(row.done, 'claimedAt', 'firstTriedAt', 'sentAt', 'capturedAt', 'dueAt', 'endedAt', 'createdAt')
  return row
}

function parseDates<Row extends object>(rows: readonly Row[], ...columns: (keyof Row)[]): void {
  for (const row of rows)
    for (const column of columns) {
      const value: unknown = row[column]
      if (typeof value === 'string') Object.assign(row, { [column]: new Date(value) })
    }
}

const jsonList = (query: string) => `(SELECT coalesce(json_agg(r), '[]') FROM (${query}) r)`

const RULES_SQL = `json_build_object('stopsOnAnswer', q.stops_on_answer, 'stopsOnOptOut', q.stops_on_opt_out, 'stopTag', q.stop_tag,
        'stopOutsideSegmentId', q.stop_outside_segment_id, 'lastDay', q.last_day, 'sendDays', q.send_days, 'sendFrom', q.send_from,
        'sendUntil', q.send_until, 'dailyCap', q.daily_cap)`

const SENDINGS_SQL = `
    SELECT d.id, d.organization_id AS "organizationId", d.sequence_id AS "sequenceId", d.survey_id AS "surveyId", d.contact_id AS "contactId",
      d.email, d.location_id AS "locationId", d.status, d.reason, d.anchor_at AS "anchorAt", d.due_at AS "dueAt", d.paused_at AS "pausedAt",
      d.ended_at AS "endedAt",
      ${STEPS_VERSION_SQL} AS "stepsVersion"
    FROM sending d LEFT JOIN sequence q ON q.organization_id = d.organization_id AND q.id = d.sequence_id ${OWN_VERSION_JOIN_SQL}
    WHERE d.organization_id = $1::uuid AND d.id = ANY($2::uuid[])`

/** Sendings that contacts would have if they entered a sequence now, with the ids of the contacts. */
const NEW_SENDINGS_SQL = `
    SELECT c.id, c.organization_id AS "organizationId", q.id AS "sequenceId", NULL::uuid AS "surveyId", c.id AS "contactId", c.email,
      NULL::uuid AS "locationId", 'queued' AS status, NULL::jsonb AS reason, $4::timestamptz AS "anchorAt", $4::timestamptz AS "dueAt",
      NULL::timestamptz AS "pausedAt", NULL::timestamptz AS "endedAt", q.version AS "stepsVersion"
    FROM sequence q JOIN contact c ON c.organization_id = q.organization_id AND c.id = ANY($2::uuid[])
    WHERE q.organization_id = $1::uuid AND q.id = $3::uuid`

const readBatchSql = (sendings: string) => `
  WITH batch AS MATERIALIZED (${sendings}),
  done AS MATERIALIZED (
    SELECT id, organization_id AS "organizationId", sending_id AS "sendingId", step_id AS "stepId", position, type,
      survey_id AS "surveyId", status, reason, channel, recipient, claimed_at AS "claimedAt", first_tried_at AS "firstTriedAt",
      sent_at AS "sentAt", captured_at AS "capturedAt", due_at AS "dueAt", ended_at AS "endedAt", branch, message_id AS "messageId",
      created_at AS "createdAt"
    FROM sending_step WHERE organization_id = $1::uuid AND sending_id = ANY($2::uuid[])),
  step AS MATERIALIZED (
    SELECT t.id, t.sequence_id, q.version, t.position, t.type, t.delay, t.survey_id AS "surveyId", t.subject, t.body,
      t.webhook_url AS "webhookUrl", t.condition, t.conditions, t.branch
    FROM sequence_step t JOIN sequence q ON q.organization_id = t.organization_id AND q.id = t.sequence_id
    WHERE t.organization_id = $1::uuid AND t.sequence_id IN (SELECT "sequenceId" FROM batch)
    UNION ALL
    SELECT s.id, v.sequence_id, v.number, s.position, s.type, s.delay, s."surveyId", s.subject, s.body, (
        SELECT webhook_url FROM sequence_step t WHERE t.organization_id = $1::uuid AND t.id = s.id), s.condition, s.conditions, s.branch
    FROM sequence_version v, jsonb_to_recordset(v.steps) AS s(id uuid, position int, type text, delay int, "surveyId" uuid, subject jsonb,
      body jsonb, condition text, conditions jsonb, branch text)
    WHERE v.organization_id = $1::uuid AND (v.sequence_id, v.number) IN (SELECT "sequenceId", "stepsVersion" FROM batch)),
  property AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM step WHERE strpos(concat(subject, body), '${PROPERTY_PLACEHOLDER_PREFIX}') > 0)
      OR EXISTS (SELECT FROM survey WHERE organization_id = $1::uuid AND id IN (SELECT "surveyId" FROM step UNION SELECT "surveyId" FROM batch)
        AND strpos(questions::text, '${PROPERTY_PLACEHOLDER_PREFIX}') > 0) AS "isUsed")
  SELECT
    (SELECT row_to_json(r) FROM (
      SELECT id, name, from_name AS "fromName", brand_color AS "brandColor", page_look AS "pageLook", postal_address AS "postalAddress",
        footer_text AS "footerText", tracks_opens_and_clicks AS "tracksOpensAndClicks", (
          SELECT json_build_object('id', l.id, 'width', l.width, 'height', l.height) FROM organization_logo l
          WHERE l.organization_id = organization.id) AS logo, coalesce(reply_to_email, (
          SELECT u.email FROM membership m JOIN "user" u ON u.id = m.user_id
          WHERE m.organization_id = organization.id AND m.user_id = organization.reply_to_user_id
            AND u.email_verified_at IS NOT NULL AND u.deletes_at IS NULL)) AS "replyTo", default_language AS "defaultLanguage", time_zone AS "timeZone",
        review_links AS "reviewLinks", throttle_days AS "throttleDays", quiet_hours_start AS "quietHoursStart", quiet_hours_end AS "quietHoursEnd",
        verified_at AS "verifiedAt", suspended_at AS "suspendedAt", deletes_at AS "deletesAt", sending_stopped_at AS "sendingStoppedAt",
        (SELECT max(priority) FROM survey v WHERE v.organization_id = $1::uuid AND v.deleted_at IS NULL) AS "topPriority",
        EXISTS (SELECT FROM test_organization t WHERE t.organization_id = $1::uuid) AS "isTest",
        (SELECT row_to_json(d) FROM (
          SELECT id, domain, local_part AS "localPart", dkim_selector AS "dkimSelector", dkim_private_key_encrypted AS "dkimPrivateKey",
            "check" FROM sending_domain WHERE organization_id = $1::uuid AND verified_at IS NOT NULL) d) AS "sendingDomain",
        (SELECT domain FROM link_domain WHERE organization_id = $1::uuid AND verified_at IS NOT NULL) AS "linkDomain"
      FROM organization WHERE id = $1::uuid) r) AS organization,
    ${jsonList('SELECT * FROM batch')} AS sendings,
    ${jsonList('SELECT * FROM done')} AS done,
    ${jsonList(`
      SELECT q.id, n.version, q.status, ${RULES_SQL} AS rules, (
        SELECT coalesce(json_agg(s ORDER BY s.position), '[]') FROM step s WHERE s.sequence_id = q.id AND s.version = n.version) AS steps
      FROM (SELECT DISTINCT "sequenceId" AS id, "stepsVersion" AS version FROM batch) n
        JOIN sequence q ON q.organization_id = $1::uuid AND q.id = n.id`)} AS sequences,
    ${jsonList(`
      SELECT id, type, status, questions, cooldown_days AS "cooldownDays", priority FROM survey
      WHERE organization_id = $1::uuid AND deleted_at IS NULL AND id IN (
        SELECT "surveyId" FROM step UNION SELECT "surveyId" FROM done UNION SELECT "surveyId" FROM batch)`)} AS surveys,
    ${jsonList(`
      SELECT id, email, phone, first_name AS "firstName", last_name AS "lastName", preferred_language AS "preferredLanguage",
        location_id AS "locationId", unsubscribed,
        CASE WHEN (SELECT "isUsed" FROM property) THEN custom_fields ELSE '{}' END AS "customFields"
      FROM contact WHERE organization_id = $1::uuid AND id IN (SELECT "contactId" FROM batch)`)} AS contacts,
    ${jsonList(`
      SELECT key, type, json_build_object('en', label_en, 'fr', label_fr) AS label, options
      FROM contact_property WHERE organization_id = $1::uuid AND (SELECT "isUsed" FROM property)`)} AS "contactProperties"`

const READ_BATCH_SQL = readBatchSql(SENDINGS_SQL)
const READ_NEW_BATCH_SQL = readBatchSql(NEW_SENDINGS_SQL)

export type LockedSending = { id: string; isDue: boolean }

/** Locks sendings by id, and up to `due` due ones with SKIP LOCKED, the longest overdue first. */
export function lockSendings(
  tx: Tx,
  organizationId: string,
  { ids, except, due }: { ids: readonly string[]; except: readonly string[]; due: number },
): Promise<LockedSending[]> {
  return tx.$queryRaw`
    WITH named AS (
      SELECT id FROM sending WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE),
    due AS (
      SELECT id FROM sending WHERE organization_id = ${organizationId}::uuid AND due_at <= ${now()}
        AND id <> ALL(${[...except, ...ids]}::uuid[])
      ORDER BY due_at, id LIMIT ${due}::integer FOR UPDATE SKIP LOCKED)
    SELECT id, false AS "isDue" FROM named UNION ALL SELECT id, true FROM due`
}

export async function writeSendingBatch(
  tx: Tx,
  organizationId: string,
  steps: readonly SendingStepRow[],
  sendings: readonly SendingRow[],
): Promise<void> {
  await tx.$executeRawUnsafe(WRITE_BATCH_SQL, toJsonParameter(steps), toJsonParameter(sendings), organizationId, now())
}

const WRITE_BATCH_SQL = `
  WITH written AS (
    INSERT INTO sending_step (id, organization_id, sending_id, step_id, position, type, survey_id, status, reason, channel, recipient,
      claimed_at, first_tried_at, sent_at, captured_at, due_at, ended_at, branch, message_id, created_at, updated_at)
    SELECT id, $3::uuid, "sendingId", "stepId", position, type, "surveyId", status, reason, channel, recipient,
      "claimedAt", "firstTriedAt", "sentAt", "capturedAt", "dueAt", "endedAt", branch, "messageId", "createdAt", $4::timestamptz
    FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, "sendingId" uuid, "stepId" uuid,
      position int, type text, "surveyId" uuid, status text, reason jsonb, channel text, recipient text, "claimedAt" timestamptz,
      "firstTriedAt" timestamptz, "sentAt" timestamptz, "capturedAt" timestamptz, "dueAt" timestamptz, "endedAt" timestamptz, branch text,
      "messageId" text, "createdAt" timestamptz)
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, type = excluded.type, survey_id = excluded.survey_id,
      status = excluded.status, reason = excluded.reason, channel = excluded.channel, recipient = excluded.recipient,
      claimed_at = excluded.claimed_at, first_tried_at = excluded.first_tried_at, sent_at = excluded.sent_at,
      captured_at = excluded.captured_at, due_at = excluded.due_at, ended_at = excluded.ended_at, branch = excluded.branch,
      message_id = excluded.message_id, updated_at = excluded.updated_at)
  UPDATE sending d SET status = r.status, reason = r.reason, anchor_at = r."anchorAt", due_at = r."dueAt",
    ended_at = r."endedAt", updated_at = $4::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, status text, reason jsonb, "anchorAt" timestamptz, "dueAt" timestamptz,
    "endedAt" timestamptz)
  WHERE d.id = r.id AND d.organization_id = $3::uuid`

/** PostgreSQL's JSON accepts neither NULs nor lone surrogates; a mail server's reply may contain both. */
function toJsonParameter(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{FFFD}') : value,
  )
}

/**
 * When contacts were last sent each survey within these days, by other sendings, or answered it by an open link or a widget. Includes
 * messages that are being sent right now, and excludes bounces, which did not arrive.
 */
export async function readLastSurveyed(
  tx: Tx,
  organizationId: string,
  { contactIds, except, days }: { contactIds: readonly string[]; except: readonly string[]; days: number },
): Promise<LastSurveyedAt> {
  const since = new Date(now().getTime() - days * DAY_MS)
  const rows = await tx.$queryRaw<{ contactId: string; surveyId: string; at: Date }[]>`
    SELECT contact_id AS "contactId", survey_id AS "surveyId", max(at) AS at FROM (
    SELECT d.contact_id, s.survey_id, coalesce(s.sent_at, s.claimed_at) AS at
    FROM sending d JOIN sending_step s ON s.organization_id = d.organization_id AND s.sending_id = d.id
    WHERE d.organization_id = ${organizationId}::uuid AND d.contact_id = ANY(${contactIds}::uuid[]) AND d.id <> ALL(${except}::uuid[])
      AND s.survey_id IS NOT NULL
      AND ((s.sent_at > ${since} AND s.status <> 'bounced') OR (s.claimed_at > ${since} AND s.ended_at IS NULL))
    UNION ALL
    SELECT r.contact_id, r.survey_id, r.submitted_at FROM response r
    WHERE r.organization_id = ${organizationId}::uuid AND r.contact_id = ANY(${contactIds}::uuid[])
      AND r.channel IN ('link', 'web') AND r.status = 'completed' AND r.submitted_at > ${since}) surveyed
    GROUP BY contact_id, survey_id`
  const byContact = new Map<string, Map<string, Date>>()
  for (const { contactId, surveyId, at } of rows)
    byContact.set(contactId, (byContact.get(contactId) ?? new Map<string, Date>()).set(surveyId, at))
  return byContact
}

export function listOrganizationsWithDueSendings(limit: number, before: Date): Promise<DueOrganization[]> {
  return queryRows({
    text: `
      WITH RECURSIVE first AS (
        (SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL ORDER BY organization_id, due_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM first CROSS JOIN LATERAL (
          SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL AND organization_id > first.organization_id
          ORDER BY organization_id, due_at LIMIT 1) next),
      due AS (
        SELECT organization_id, due_at FROM first WHERE due_at <= $1::timestamptz
        UNION ALL SELECT organization_id, created_at FROM sequence_revision WHERE created_at <= $1::timestamptz)
      SELECT organization_id AS "organizationId", min(due_at) AS "dueAt" FROM due
      GROUP BY organization_id ORDER BY min(due_at) LIMIT $2`,
    values: [before, limit],
  })
}

/** When the next sending is due, those in `except` aside; now if a revision is not applied. */
export async function readNextSendingDueAt(organizationId: string, except: readonly string[]): Promise<Date | null> {
  const [next] = await queryRows<{ at: Date | null }>({
    name: 'next-due-sending',
    text: `SELECT CASE WHEN EXISTS (SELECT FROM sequence_revision WHERE organization_id = $1::uuid) THEN $3::timestamptz ELSE (
        SELECT due_at FROM sending WHERE organization_id = $1::uuid AND due_at IS NOT NULL AND id <> ALL($2::uuid[])
        ORDER BY due_at, id LIMIT 1) END AS at`,
    values: [organizationId, except, now()],
  })
  return next?.at ?? null
}
