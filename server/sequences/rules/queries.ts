import type { Tx } from '../../db'

type MessageDay = { sequenceId: string; day: string; messages: number }

/**
 * Reads how many messages of sequences have a place on which day, from `today` (`YYYY-MM-DD`) on.
 * @param isLocked locks the counts of the sequences until the commit, in the order of their ids
 */
export async function readMessageDays(
  tx: Tx,
  organizationId: string,
  { sequenceIds, today, isLocked }: { sequenceIds: readonly string[]; today: string; isLocked: boolean },
): Promise<MessageDay[]> {
  if (isLocked)
    await tx.$executeRaw`
      INSERT INTO sequence_message_day (organization_id, sequence_id, day, messages)
      SELECT ${organizationId}::uuid, id, ${today}::date, 0 FROM unnest(${sequenceIds}::uuid[]) AS s(id) ORDER BY id
      ON CONFLICT (organization_id, sequence_id, day) DO UPDATE SET messages = sequence_message_day.messages`
  return tx.$queryRaw`
    SELECT sequence_id AS "sequenceId", to_char(day, 'YYYY-MM-DD') AS day, messages FROM sequence_message_day
    WHERE organization_id = ${organizationId}::uuid AND sequence_id = ANY (${sequenceIds}::uuid[]) AND day >= ${today}::date`
}

export async function addMessageDays(tx: Tx, organizationId: string, changes: readonly MessageDay[]): Promise<void> {
  if (changes.length === 0) return
  await tx.$executeRaw`
    INSERT INTO sequence_message_day AS d (organization_id, sequence_id, day, messages)
    SELECT ${organizationId}::uuid, c.sequence_id, c.day, c.messages
    FROM unnest(${changes.map(({ sequenceId }) => sequenceId)}::uuid[], ${changes.map(({ day }) => day)}::date[],
      ${changes.map(({ messages }) => messages)}::int[]) AS c(sequence_id, day, messages)
    ON CONFLICT (organization_id, sequence_id, day) DO UPDATE SET messages = greatest(d.messages + excluded.messages, 0)`
}

/** @property at when it is expected at the earliest */
export type UpcomingSurvey = {
  sendingId: string
  contactId: string
  surveyId: string
  name: string
  priority: number
  at: Date
}

/**
 * The surveys that contacts are on their way to, of sequences that run and by sendings without one: those above a priority that are expected
 * before a time, if no step of the sending sent them.
 */
export function listUpcomingSurveys(
  tx: Tx,
  organizationId: string,
  { contactIds, above, before }: { contactIds: readonly string[]; above: number; before: Date },
): Promise<UpcomingSurvey[]> {
  return tx.$queryRaw`
    WITH open AS MATERIALIZED (
      SELECT id, contact_id, sequence_id, survey_id, due_at FROM sending
      WHERE organization_id = ${organizationId}::uuid AND contact_id = ANY (${contactIds}::uuid[]) AND ended_at IS NULL AND due_at <= ${before}),
    ahead AS (
      SELECT o.id, o.contact_id, t.survey_id,
        o.due_at + make_interval(secs => sum(t.delay) OVER run - first_value(t.delay) OVER run) AS at
      FROM open o JOIN sequence q ON q.organization_id = ${organizationId}::uuid AND q.id = o.sequence_id AND q.status = 'active'
        JOIN sequence_step t ON t.organization_id = q.organization_id AND t.sequence_id = q.id
      WHERE NOT EXISTS (SELECT FROM sending_step x WHERE x.organization_id = ${organizationId}::uuid AND x.sending_id = o.id
        AND x.step_id = t.id AND x.ended_at IS NOT NULL)
      WINDOW run AS (PARTITION BY o.id ORDER BY t.position)
      UNION ALL SELECT id, contact_id, survey_id, due_at FROM open WHERE survey_id IS NOT NULL)
    SELECT a.id AS "sendingId", a.contact_id AS "contactId", v.id AS "surveyId", v.name, v.priority, a.at
    FROM ahead a JOIN survey v ON v.organization_id = ${organizationId}::uuid AND v.id = a.survey_id AND v.deleted_at IS NULL AND v.status = 'active'
    WHERE v.priority > ${above} AND a.at <= ${before}
      AND NOT EXISTS (SELECT FROM sending_step x WHERE x.organization_id = ${organizationId}::uuid AND x.sending_id = a.id
        AND x.survey_id = a.survey_id AND x.ended_at IS NOT NULL AND x.status NOT IN ('skipped', 'failed', 'bounced'))`
}
