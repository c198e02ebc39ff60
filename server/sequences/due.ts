import pLimit from 'p-limit'
import { now } from '../clock'
import { rowsOf } from '../db'
import type { Due, DueJob } from '../jobs/due-job'
import { ListedFlow } from '../jobs/listed'
import { applyRevisions } from './revisions'
import { runSending } from './steps'

/** One that is due for so long has lost its wake. */
const OVERDUE_MS = 60_000
/** Connections to the mail server, of one process. */
const MESSAGES_AT_ONCE = 50

const inTurn = pLimit(MESSAGES_AT_ONCE)

/** The people of one organization on their way through sequences, at most ten at once. */
export const dueSendings: DueJob = {
  job: 'sequences/sendings.queued',
  atOnce: 10,
  organizationsAtOnce: 50,
  // A message that is handed over at its end may take most of the minute of a job's call.
  budgetMs: 10_000,
  whoHasDue: async (organizationIds) => {
    const rows = await rowsOf<{ id: string }>({
      name: 'who-has-due-sendings',
      text: `SELECT o.id FROM unnest($1::uuid[]) AS o(id)
        WHERE EXISTS (SELECT FROM sending WHERE organization_id = o.id AND due_at <= $2::timestamptz)`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  begin: (organizationId) =>
    new ListedFlow({
      list: (after, limit) => listDue(organizationId, after, limit),
      nextDueAt: (after) => nextDueAt(organizationId, after),
      work: (id, until) => inTurn(() => runSending(organizationId, id, until)),
    }),
}

async function listDue(organizationId: string, after: Due | null, limit: number): Promise<Due[]> {
  await applyRevisions(organizationId)
  return rowsOf<Due>({
    name: 'due-sendings',
    text: `SELECT id, due_at AS "dueAt" FROM sending
      WHERE organization_id = $1::uuid AND due_at <= $2::timestamptz AND (due_at, id) > ($3::timestamptz, $4::uuid)
      ORDER BY due_at, id LIMIT $5`,
    values: [organizationId, now(), ...placeOf(after), limit],
  })
}

async function nextDueAt(organizationId: string, after: Due | null): Promise<Date | null> {
  const [next] = await rowsOf<{ at: Date | null }>({
    name: 'next-due-sending',
    text: `SELECT CASE WHEN EXISTS (SELECT FROM sequence_revision WHERE organization_id = $1::uuid) THEN $4::timestamptz ELSE (
        SELECT due_at FROM sending WHERE organization_id = $1::uuid AND (due_at, id) > ($2::timestamptz, $3::uuid)
        ORDER BY due_at, id LIMIT 1) END AS at`,
    values: [organizationId, ...placeOf(after), now()],
  })
  return next?.at ?? null
}

/**
 * Organizations with a sending that should have gone on a minute ago, or a change of a sequence that should have been
 * applied, the longest waiting first. Looks at one row of each organization, however many it has.
 * @param patienceMs how long a wake is given to arrive.
 */
export async function listOverdueSendings(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>({
    text: `
      WITH RECURSIVE first AS (
        (SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL ORDER BY organization_id, due_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM first CROSS JOIN LATERAL (
          SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL AND organization_id > first.organization_id
          ORDER BY organization_id, due_at LIMIT 1) next),
      overdue AS (
        SELECT organization_id, due_at FROM first WHERE due_at <= $1::timestamptz
        UNION ALL SELECT organization_id, created_at FROM sequence_revision WHERE created_at <= $1::timestamptz)
      SELECT organization_id AS id FROM overdue GROUP BY organization_id ORDER BY min(due_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}

function placeOf(after: Due | null): [Date | '-infinity', string] {
  return after ? [after.dueAt, after.id] : ['-infinity', '00000000-0000-0000-0000-000000000000']
}
