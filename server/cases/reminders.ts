import { now } from '../clock'
import { Prisma } from '../db'
import { queueSystemEmails } from '../system-emails/queue'
import { transact } from '../unit-of-work'

/** People of one sweep, one mail each, however many cases of theirs are due: what is left then is for the next minute. */
const PEOPLE_AT_ONCE = 500

/** In the morning of the day on which a case is due, by the organization's clock, not at its first minute. */
export const IS_DUE = (at: Date) => Prisma.sql`
  r.due_on IS NOT NULL AND r.assignee_id IS NOT NULL AND r.case_state <> 'resolved'
  AND r.due_on <= (${at}::timestamptz AT TIME ZONE 'UTC')::date + 1
  AND (${at}::timestamptz AT TIME ZONE known_time_zone(o.time_zone)) >= r.due_on + time '08:00'`

/**
 * Writes down the mails about cases that are due and not resolved, to those who take care of them: once for each day that a case was
 * given, for the day is noted in the same transaction. Of two at once the second finds nothing. @returns how many people get one.
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
