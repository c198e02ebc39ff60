import { queryRows } from '../../db'
import type { ReasonCode } from '../../messaging/outcome/schema'
import type { Branch } from '../conditions/constants'
import { type ResultState, STATES_WITH_REASON } from './constants'

/** Outcomes of steps, with whether the survey that the step asked was answered in the same sending. */
export const STEP_SQL = `(SELECT s.*, r.sending_id IS NOT NULL AS is_answered FROM sending_step s
  LEFT JOIN survey_request r ON r.organization_id = s.organization_id AND r.sending_id = s.sending_id AND r.survey_id = s.survey_id AND r.is_answered)`

/** SQL on `s` (STEP_SQL): the one definition of each state, for the numbers and for the lists behind them. */
export const RESULT_STATE_SQL: Record<Exclude<ResultState, 'waiting'>, string> = {
  sent: 's.sent_at IS NOT NULL',
  delivered: 'is_delivered(s.status, s.sent_at)',
  bounced: `s.status = 'bounced'`,
  opened: `s.sent_at IS NOT NULL AND s.status IN ('opened', 'answered')`,
  answered: 'is_delivered(s.status, s.sent_at) AND s.is_answered',
  captured: 's.captured_at IS NOT NULL AND s.sent_at IS NULL',
  skipped: `s.status = 'skipped'`,
  failed: `s.status = 'failed'`,
  completed: `s.status = 'completed'`,
}

/**
 * SQL: the step that each sending in progress waits for, of the sequence in `$2`; as `findNextStep` in
 * server/sequences/sending/find-next-step.ts, for many sendings at once.
 */
export const NEXT_STEPS_SQL = `
  WITH planned AS (SELECT id, position, branch, CASE WHEN branch IS NOT NULL THEN (SELECT f.id FROM sequence_step f
      WHERE f.organization_id = $1::uuid AND f.sequence_id = $2::uuid AND f.type = 'fork' AND f.position < t.position ORDER BY f.position DESC LIMIT 1) END AS fork_id
    FROM sequence_step t WHERE organization_id = $1::uuid AND sequence_id = $2::uuid),
  active AS (SELECT id FROM sending WHERE organization_id = $1::uuid AND sequence_id = $2::uuid AND ended_at IS NULL),
  ended AS MATERIALIZED (
    SELECT s.sending_id, s.step_id, s.branch, p.position, s.ended_at, s.position AS former_position FROM active d
      JOIN sending_step s ON s.organization_id = $1::uuid AND s.sending_id = d.id AND s.ended_at IS NOT NULL JOIN planned p ON p.id = s.step_id),
  latest AS (SELECT DISTINCT ON (sending_id) sending_id, position FROM ended ORDER BY sending_id, ended_at DESC, former_position DESC)
  SELECT DISTINCT ON (d.id) d.id AS sending_id, p.id AS step_id FROM active d
    LEFT JOIN latest l ON l.sending_id = d.id
    JOIN planned p ON p.position > coalesce(l.position, -1)
    LEFT JOIN ended e ON e.sending_id = d.id AND e.position = p.position
    LEFT JOIN ended f ON f.sending_id = d.id AND f.step_id = p.fork_id
  WHERE e.sending_id IS NULL AND (p.branch IS NULL OR p.branch = f.branch) ORDER BY d.id, p.position`

export type RemovedStep = { id: string; type: string; position: number; surveyId: string | null }

/** Steps that a sequence had, by what became of them. Skips from step to step in an index (sending_step_step_idx). */
export function listRemovedSteps(organizationId: string, sequenceId: string): Promise<RemovedStep[]> {
  return queryRows<RemovedStep>({
    name: 'removed-steps',
    text: `
      WITH RECURSIVE known AS (
        (SELECT step_id, sending_id, type, position FROM sending_step
          WHERE organization_id = $1::uuid AND step_id <> sending_id ORDER BY step_id LIMIT 1)
        UNION ALL SELECT n.* FROM known k CROSS JOIN LATERAL (SELECT s.step_id, s.sending_id, s.type, s.position FROM sending_step s
          WHERE s.organization_id = $1::uuid AND s.step_id <> s.sending_id AND s.step_id > k.step_id ORDER BY s.step_id LIMIT 1) n)
      SELECT k.step_id AS id, k.type, k.position, (SELECT s.survey_id FROM sending_step s WHERE s.organization_id = $1::uuid
          AND s.step_id <> s.sending_id AND s.step_id = k.step_id AND s.survey_id IS NOT NULL LIMIT 1) AS "surveyId"
      FROM known k JOIN sending d ON d.organization_id = $1::uuid AND d.id = k.sending_id AND d.sequence_id = $2::uuid
      WHERE NOT EXISTS (SELECT FROM sequence_step p WHERE p.organization_id = $1::uuid AND p.id = k.step_id)
      ORDER BY k.position, k.step_id`,
    values: [organizationId, sequenceId],
  })
}

type CountedState = Exclude<ResultState, 'waiting'>

/**
 * @property reason of the states that a reason explains, else null
 * @property surveyed those delivered with a survey
 */
export type StepCountsRow = Record<CountedState | 'surveyed', number> & { stepId: string; reason: ReasonCode | null }

const COUNTS_SQL = Object.entries({
  ...RESULT_STATE_SQL,
  surveyed: `${RESULT_STATE_SQL.delivered} AND s.has_survey`,
})
  .map(([name, sql]) => `coalesce(sum(s.number) FILTER (WHERE ${sql}), 0)::int AS ${name}`)
  .join(', ')

/** Sendings by step, reason and state. Rows are summed by what the states depend on before anything else. */
export function countByStep(organizationId: string, stepIds: readonly string[]): Promise<StepCountsRow[]> {
  return queryRows<StepCountsRow>({
    name: 'count-by-step',
    text: `
      SELECT s.step_id AS "stepId", s.reason, ${COUNTS_SQL}
      FROM (SELECT s.step_id, s.status, s.is_answered, s.survey_id IS NOT NULL AS has_survey, CASE WHEN s.status = ANY ($3::text[]) THEN s.reason->>'code' END AS reason,
          min(s.sent_at) AS sent_at, min(s.captured_at) AS captured_at, count(*) AS number
        FROM ${STEP_SQL} s WHERE s.organization_id = $1::uuid AND s.step_id = ANY ($2::uuid[]) AND s.step_id <> s.sending_id
        GROUP BY 1, 2, 3, 4, 5, s.sent_at IS NULL, s.captured_at IS NULL) s
      GROUP BY 1, 2`,
    values: [organizationId, stepIds, STATES_WITH_REASON],
  })
}

/** Sendings that forks sent to each branch. */
export function countByBranch(
  organizationId: string,
  forkIds: readonly string[],
): Promise<{ stepId: string; branch: Branch; count: number }[]> {
  return queryRows({
    name: 'count-by-branch',
    text: `SELECT step_id AS "stepId", branch, count(*)::int AS count FROM sending_step
      WHERE organization_id = $1::uuid AND step_id = ANY ($2::uuid[]) AND step_id <> sending_id AND branch IS NOT NULL GROUP BY 1, 2`,
    values: [organizationId, forkIds],
  })
}

/** Sendings of which at least one of these steps was sent, and delivered. */
export async function countMessagedSendings(
  organizationId: string,
  stepIds: readonly string[],
): Promise<{ sent: number; delivered: number }> {
  const [row] = await queryRows<{ sent: number; delivered: number }>({
    name: 'count-messaged-sendings',
    text: `
      SELECT count(*)::int AS sent, (count(*) FILTER (WHERE m.delivered))::int AS delivered
      FROM (SELECT bool_or(${RESULT_STATE_SQL.delivered}) AS delivered FROM sending_step s
        WHERE s.organization_id = $1::uuid AND s.step_id = ANY ($2::uuid[]) AND s.step_id <> s.sending_id AND ${RESULT_STATE_SQL.sent}
        GROUP BY s.sending_id) m`,
    values: [organizationId, stepIds],
  })
  return row ?? { sent: 0, delivered: 0 }
}

export async function countWaitingByStep(organizationId: string, sequenceId: string): Promise<Map<string, number>> {
  const rows = await queryRows<{ id: string; count: number }>({
    name: 'count-waiting-by-step',
    text: `SELECT n.step_id AS id, count(*)::int AS count FROM (${NEXT_STEPS_SQL}) n GROUP BY 1`,
    values: [organizationId, sequenceId],
  })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export type RequestCounts = { sequenceId: string; delivered: number; answered: number }

/** Surveys delivered and answered, by sequence: one survey in one sending counts once (survey_request), as in the response rate. */
export function countRequestsBySequence(
  organizationId: string,
  sequenceIds: readonly string[],
): Promise<RequestCounts[]> {
  return queryRows<RequestCounts>({
    name: 'count-requests-by-sequence',
    text: `
      SELECT d.sequence_id AS "sequenceId", count(*)::int AS delivered, (count(*) FILTER (WHERE r.is_answered))::int AS answered
      FROM sending d JOIN survey_request r ON r.organization_id = d.organization_id AND r.sending_id = d.id
      WHERE d.organization_id = $1::uuid AND d.sequence_id = ANY ($2::uuid[]) AND r.delivered_at IS NOT NULL GROUP BY 1`,
    values: [organizationId, sequenceIds],
  })
}

/** @property seconds from the first delivery of a survey to its answer, the median */
export type AnswerTimes = { sendings: number; seconds: number | null; secondsBySurvey: Record<string, number> | null }

/** Sendings that answered a delivered survey, and how long it took them. */
export async function readAnswerTimes(organizationId: string, sequenceId: string): Promise<AnswerTimes | undefined> {
  const [row] = await queryRows<AnswerTimes>({
    name: 'answer-times',
    text: `
      WITH answer AS MATERIALIZED (
        SELECT r.sending_id, r.survey_id, CASE WHEN p.created_at >= r.delivered_at THEN date_part('epoch', p.created_at - r.delivered_at) END AS seconds
        FROM sending d JOIN survey_request r ON r.organization_id = d.organization_id AND r.sending_id = d.id
          JOIN response p ON p.organization_id = r.organization_id AND p.sending_id = r.sending_id AND p.survey_id = r.survey_id AND p.status = 'completed'
        WHERE d.organization_id = $1::uuid AND d.sequence_id = $2::uuid AND r.delivered_at IS NOT NULL AND r.is_answered)
      SELECT (SELECT count(*)::int FROM (SELECT DISTINCT sending_id FROM answer) s) AS sendings,
        (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM answer) AS seconds,
        (SELECT jsonb_object_agg(survey_id, median) FROM (
          SELECT survey_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median FROM answer GROUP BY 1) m) AS "secondsBySurvey"`,
    values: [organizationId, sequenceId],
  })
  return row
}
