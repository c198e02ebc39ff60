import { now } from '../clock'
import { Prisma } from '../db'
import { queueSystemEmails } from '../system-emails/queue'
import { transact } from '../unit-of-work'

const PEOPLE_AT_ONCE = 500

/** A case is due from the morning of its due date in the organization's time zone, not from midnight. */
export const IS_DUE = (at: Date) => Prisma.sql`
  r.due_on IS NOT NULL AND r.assignee_id IS NOT NULL AND r.case_state <> 'resolved'
  AND r.due_on <= (${at}::timestamptz AT TIME ZONE 'UTC')::date + 1
  AND (${at}::timestamptz AT TIME ZONE known_time_zone(o.time_zone)) >= r.due_on + time '08:00'`

/**
 * Queues reminders of due, unresolved cases to their assignees. The due date is marked as reminded in the same transaction, so each is sent
 * once, also with concurrent sweeps. @returns the number of recipients
 */
export async function remindOfDueCases(): Promise<number> {
  return transact(async (work) => {
    const due = Prisma.sql`${IS_DUE(now())} AND r.reminded_on IS DISTINCT FROM r.due_on`
    const rows = await work.tx.$queryRaw<{ id: string; organizationId: string; userId: string }[]>`
      WITH people AS (
        SELECT DISTINCT r.organization_id, r.assignee_id FROM response r JOIN organization o ON o.id = r.organization_id
        WHERE ${due} LIMIT ${PEOPLE_AT_ONCE}
      )
      UPDATE response r SET reminded_on = r.due_on FROM people p JOIN organization o ON o.id = p.organization_id
      WHERE r.organization_id = p.organization_id AND r.assignee_id = p.assignee_id AND ${due}
      RETURNING r.id, r.organization_id AS "organizationId", r.assignee_id AS "userId"`
    const first = new Map(rows.map((row) => [`${row.organizationId} ${row.userId}`, row]))
    await queueSystemEmails(
      work,
      [...first.values()].map(({ id, ...whose }) => ({ kind: 'caseDue', ...whose, aboutId: id })),
    )
    return first.size
  })
}
