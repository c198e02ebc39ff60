import { now } from '../clock'
import { db, Prisma, type Tx } from '../db'
import { UNRESOLVED_CASE_SQL } from './case-filters'

export async function countUnresolvedAndOverdueCases(
  organizationId: string,
  at: Date,
): Promise<{ open: number; overdue: number }> {
  const [row] = await db.$queryRaw<{ open: number; overdue: number }[]>`
    SELECT count(*)::int AS open,
      count(*) FILTER (WHERE r.due_on < (${at}::timestamptz AT TIME ZONE valid_time_zone(o.time_zone))::date)::int AS overdue
    FROM response r JOIN organization o ON o.id = r.organization_id
    WHERE r.organization_id = ${organizationId}::uuid AND r.status = 'completed' AND ${Prisma.raw(UNRESOLVED_CASE_SQL)}`
  return row ?? { open: 0, overdue: 0 }
}

/**
 * Locks the memberships of assignees against a concurrent removal. Call it before locking responses, as the removal does, to avoid deadlocks.
 * @returns the names of those who are members
 */
export async function lockMembershipsAndReadNames(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const members = await tx.$queryRaw<{ userId: string; name: string }[]>`
    SELECT m.user_id AS "userId", u.name FROM membership m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId}::uuid AND m.user_id = ANY(${[...userIds]}::uuid[])
    ORDER BY m.user_id FOR SHARE OF m`
  return new Map(members.map(({ userId, name }) => [userId, name]))
}

/** @returns the member's name, or null for a non-member */
export async function lockMembershipAndReadName(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<string | null> {
  const [name] = (await lockMembershipsAndReadNames(tx, organizationId, [userId])).values()
  return name ?? null
}

/** A case is due from 8:00 on its due date, in the organization's time zone. */
const isDue = (at: Date) => Prisma.sql`
  r.due_on IS NOT NULL AND r.assignee_id IS NOT NULL AND r.case_state <> 'resolved'
  AND r.due_on <= (${at}::timestamptz AT TIME ZONE 'UTC')::date + 1
  AND (${at}::timestamptz AT TIME ZONE valid_time_zone(o.time_zone)) >= r.due_on + time '08:00'`

export async function listDueCaseIdsOfAssignee(tx: Tx, organizationId: string, assigneeId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM response r JOIN organization o ON o.id = r.organization_id
    WHERE r.organization_id = ${organizationId}::uuid AND r.assignee_id = ${assigneeId}::uuid AND ${isDue(now())}`
  return rows.map(({ id }) => id)
}

export type RemindedCase = { id: string; organizationId: string; userId: string }

/**
 * Marks due, unresolved cases of all organizations as reminded of their due date, for a limited number of assignees.
 * @returns the cases that were marked now
 */
export function markDueCasesReminded(tx: Tx, assigneesAtMost: number): Promise<RemindedCase[]> {
  const due = Prisma.sql`${isDue(now())} AND r.reminded_on IS DISTINCT FROM r.due_on`
  return tx.$queryRaw<RemindedCase[]>`
    WITH people AS (
      SELECT DISTINCT r.organization_id, r.assignee_id FROM response r JOIN organization o ON o.id = r.organization_id
      WHERE ${due} LIMIT ${assigneesAtMost}
    )
    UPDATE response r SET reminded_on = r.due_on FROM people p JOIN organization o ON o.id = p.organization_id
    WHERE r.organization_id = p.organization_id AND r.assignee_id = p.assignee_id AND ${due}
    RETURNING r.id, r.organization_id AS "organizationId", r.assignee_id AS "userId"`
}

export async function deleteReplyEmails(tx: Tx, organizationId: string, replyIds: readonly string[]) {
  const emails = await tx.$queryRaw<{ replyId: string; claimedAt: Date | null }[]>`
    DELETE FROM system_email
    WHERE organization_id = ${organizationId}::uuid AND kind = 'caseReply' AND subject_id = ANY(${[...replyIds]}::uuid[])
    RETURNING subject_id AS "replyId", claimed_at AS "claimedAt"`
  return emails.filter(({ claimedAt }) => claimedAt !== null).map(({ replyId }) => replyId)
}

type EventRow = { id: string; responseId: string; kind: string; value?: string | null }

/** Thousands at a time: Prisma takes a millisecond for each row of `createMany`. */
export async function insertResponseEvents(
  tx: Tx,
  organizationId: string,
  events: readonly EventRow[],
  { actorId, actorName, at }: { actorId: string | null; actorName: string | null; at: Date },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO response_event (organization_id, id, response_id, kind, value, actor_id, actor_name, created_at)
    SELECT ${organizationId}::uuid, e.id, e."responseId", e.kind, e.value, ${actorId}::uuid, ${actorName}, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e (id uuid, "responseId" uuid, kind text, value text)`
}

/** Adds a tag to the responses that lack it. @returns their ids */
export async function insertTaggings(
  tx: Tx,
  organizationId: string,
  responseIds: readonly string[],
  { tagId, bulkActionId }: { tagId: string; bulkActionId: string | null },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ responseId: string }[]>`
    INSERT INTO response_tagging (organization_id, tag_id, bulk_action_id, response_id)
    SELECT ${organizationId}::uuid, ${tagId}::uuid, ${bulkActionId}::uuid, unnest(${[...responseIds]}::uuid[])
    ON CONFLICT DO NOTHING RETURNING response_id AS "responseId"`
  return rows.map(({ responseId }) => responseId)
}
