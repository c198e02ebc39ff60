import { filterConditionSql } from '../../contacts/filters/filter-queries'
import type { FilterQuery } from '../../contacts/filters/filter-terms'
import { queryRows, type Statement, type Tx } from '../../db'
import type { CandidateOutcome } from './schema'

/*
 * Candidates whose events happen to rows are recorded by triggers, in the transaction of the event: entry_candidate_contact_add,
 * entry_candidate_tag_change and entry_candidate_response (prisma/functions); entry_candidate_signal wakes the queue. Those of reviews are
 * recorded by the one call that matches them, those of segments and days by scans.
 */

/** @property isInSample by a hash, so that a repeated decision is the same */
export type PendingCandidate = { id: string; contactId: string; isInSample: boolean }

/** Records the contact who wrote a review as a candidate of the rules of active sequences. */
export async function insertReviewCandidates(
  tx: Tx,
  organizationId: string,
  { reviewId, contactId, rating }: { reviewId: string; contactId: string; rating: number },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
    SELECT uuid_v7(), r.organization_id, r.id, ${contactId}::uuid, ${reviewId}::text, clock_timestamp()
    FROM entry_rule r
    JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active'
    WHERE r.organization_id = ${organizationId}::uuid AND r.type = 'review_matched' AND ${rating} = ANY (r.ratings)
    ON CONFLICT (rule_id, contact_id, occurrence) DO NOTHING`
}

/** Locks candidates that wait, oldest first, and skips those that another worker decides on. */
export function lockPendingCandidates(
  tx: Tx,
  organizationId: string,
  ruleId: string,
  { sampleOneIn, limit }: { sampleOneIn: number; limit: number },
): Promise<PendingCandidate[]> {
  return tx.$queryRaw<PendingCandidate[]>`
    SELECT id, contact_id AS "contactId",
      ('x' || left(md5(rule_id::text || contact_id::text || occurrence), 8))::bit(32)::bigint % ${sampleOneIn}::int = 0 AS "isInSample"
    FROM entry_candidate
    WHERE organization_id = ${organizationId}::uuid AND rule_id = ${ruleId}::uuid AND decided_at IS NULL
    ORDER BY created_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`
}

export type Decision = { id: string; outcome: CandidateOutcome; sendingId: string | null }

export async function recordDecisions(
  tx: Tx,
  organizationId: string,
  decisions: readonly Decision[],
  at: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE entry_candidate c SET outcome = d.outcome, sending_id = d.sending_id, decided_at = ${at}
    FROM unnest(${decisions.map(({ id }) => id)}::uuid[], ${decisions.map(({ outcome }) => outcome)}::text[],
      ${decisions.map(({ sendingId }) => sendingId)}::uuid[]) AS d(id, outcome, sending_id)
    WHERE c.organization_id = ${organizationId}::uuid AND c.id = d.id`
}

/** The contacts among `ids` that match a filter. */
export async function listMatchingIds(
  tx: Tx,
  organizationId: string,
  query: FilterQuery,
  ids: readonly string[],
): Promise<string[]> {
  const values: unknown[] = [organizationId]
  const condition = filterConditionSql(query, values)
  const text = `SELECT a.contact_id AS id FROM contact_activity a WHERE ${condition} AND a.contact_id = ANY ($${values.push(ids)}::uuid[])`
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(text, ...values)
  return rows.map(({ id }) => id)
}

/**
 * Spreads contacts evenly over `everyDays` days: the number of a contact's day, from the random end of its id (RFC 9562, 5.7).
 * @param everyDays a parameter of the statement
 */
const slotSql = (everyDays: string) =>
  `(('x' || right(replace(a.contact_id::text, '-', ''), 7))::bit(28)::int % ${everyDays}::int)`

/** What is compared on a day: `slot` of `everyDays`, or the dates of a property as `YYYY-MM-DD`, or `MM-DD` if yearly. */
export type DayCondition =
  | { everyDays: number; slot: number }
  | { propertyKey: string; dates: readonly string[]; isYearly: boolean }

function dayConditionSql(condition: DayCondition, values: unknown[]): string {
  const parameter = (value: unknown) => `$${values.push(value)}`
  if ('slot' in condition) return `${slotSql(parameter(condition.everyDays))} = ${parameter(condition.slot)}::int`
  return `${propertyDateSql(condition, parameter)} = ANY (${parameter(condition.dates)}::text[])`
}

/** SQL: the date of a property of contact `a`, as `YYYY-MM-DD` or `MM-DD`. */
function propertyDateSql(
  { propertyKey, isYearly }: { propertyKey: string; isYearly: boolean },
  parameter: (value: unknown) => string,
): string {
  return `(SELECT substring(c.custom_fields ->> ${parameter(propertyKey)}::text from ${isYearly ? '6 for 5' : '1 for 10'}) FROM contact c
    WHERE c.organization_id = a.organization_id AND c.id = a.contact_id)`
}

/** Contacts in the order of their ids, those after `after`. `limit` bounds the transaction: it is how many are looked at, not how many are written. */
type ContactPage = { ruleId: string; query: FilterQuery; after: string; limit: number }

/** The last id of a full page, null after the last page. */
type NextPage = Promise<string | null>

const PAGE_END_SQL = 'count(*)::int AS count, (array_agg(contact_id ORDER BY contact_id DESC))[1] AS last FROM page'

/** Without a statement name, so that PostgreSQL plans each page for the frequency of the terms. */
async function runPage(text: string, values: unknown[], limit: number): NextPage {
  const [row] = await queryRows<{ count: number; last: string | null }>({ text, values })
  return row && row.count === limit ? row.last : null
}

export type DayPage = ContactPage & { day: string; condition: DayCondition }

/** Records those of a page whose day it is as candidates. */
export function insertDayCandidates(
  organizationId: string,
  { ruleId, day, query, condition, after, limit }: DayPage,
): NextPage {
  const values: unknown[] = [organizationId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const text = `
    WITH page AS MATERIALIZED (
      SELECT a.contact_id, ${dayConditionSql(condition, values)} AS is_due FROM contact_activity a
      WHERE ${filterConditionSql(query, values)} AND a.contact_id > ${parameter(after)}::uuid
      ORDER BY a.contact_id LIMIT ${parameter(limit)}::int),
    added AS (
      INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
      SELECT uuid_v7(), $1::uuid, ${parameter(ruleId)}::uuid, contact_id, ${parameter(day)}::text, clock_timestamp() FROM page WHERE is_due
      ON CONFLICT (rule_id, contact_id, occurrence) DO NOTHING)
    SELECT ${PAGE_END_SQL}`
  return runPage(text, values, limit)
}

/** Forgets those of a page of members who left the segment. */
export function deleteFormerMembers(organizationId: string, { ruleId, query, after, limit }: ContactPage): NextPage {
  const values: unknown[] = [organizationId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const condition = filterConditionSql(query, values)
  const rule = `${parameter(ruleId)}::uuid`
  const text = `
    WITH page AS MATERIALIZED (
      SELECT contact_id FROM entry_rule_member
      WHERE organization_id = $1::uuid AND rule_id = ${rule} AND contact_id > ${parameter(after)}::uuid
      ORDER BY contact_id LIMIT ${parameter(limit)}::int),
    present AS MATERIALIZED (
      SELECT a.contact_id FROM contact_activity a WHERE ${condition} AND a.contact_id = ANY (ARRAY(SELECT contact_id FROM page))),
    removed AS (
      DELETE FROM entry_rule_member m USING page
      WHERE m.rule_id = ${rule} AND m.contact_id = page.contact_id AND page.contact_id NOT IN (SELECT contact_id FROM present))
    SELECT ${PAGE_END_SQL}`
  return runPage(text, values, limit)
}

/** Adds those of a page who are new in the segment. @param areCandidates false for the first scan */
export function insertNewSegmentMembers(
  organizationId: string,
  { ruleId, query, after, limit, areCandidates }: ContactPage & { areCandidates: boolean },
): NextPage {
  const values: unknown[] = [organizationId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const rule = `${parameter(ruleId)}::uuid`
  const text = `
    WITH page AS MATERIALIZED (
      SELECT a.contact_id FROM contact_activity a
      WHERE ${filterConditionSql(query, values)} AND a.contact_id > ${parameter(after)}::uuid
      ORDER BY a.contact_id LIMIT ${parameter(limit)}::int),
    added AS (
      INSERT INTO entry_rule_member (organization_id, rule_id, contact_id) SELECT $1::uuid, ${rule}, contact_id FROM page
      ON CONFLICT (rule_id, contact_id) DO NOTHING RETURNING contact_id),
    candidates AS (
      INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
      SELECT uuid_v7(), $1::uuid, ${rule}, contact_id, uuid_v7()::text, clock_timestamp() FROM added WHERE ${parameter(areCandidates)}::boolean)
    SELECT ${PAGE_END_SQL}`
  return runPage(text, values, limit)
}

/** How many contacts have which value: the slot of `everyDays`, or the date of a property. */
export function countByDayValueStatement(
  organizationId: string,
  query: FilterQuery,
  by: { everyDays: number } | { propertyKey: string; isYearly: boolean; dates: readonly string[] },
): Statement {
  const values: unknown[] = [organizationId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const condition = filterConditionSql(query, values)
  const value = 'everyDays' in by ? `${slotSql(parameter(by.everyDays))}::text` : propertyDateSql(by, parameter)
  const wanted = 'everyDays' in by ? 'true' : `value = ANY (${parameter(by.dates)}::text[])`
  return {
    text: `SELECT value, count(*)::int AS contacts FROM (SELECT ${value} AS value FROM contact_activity a WHERE ${condition}) v
      WHERE ${wanted} GROUP BY value`,
    values,
  }
}
