import type { Tx } from '../../db'

/**
 * SQL: the number of the version whose steps the sending `d` of sequence `q` takes, with `own` its version at enrolment.
 * A version without a row is the current one.
 */
export const STEPS_VERSION_SQL =
  'CASE WHEN own.number IS NULL THEN q.version ELSE coalesce(own.follows, own.number) END'

export const OWN_VERSION_JOIN_SQL = `LEFT JOIN sequence_version own
  ON own.organization_id = d.organization_id AND own.sequence_id = d.sequence_id AND own.number = d.sequence_version`

/** Whether people are under way on the current steps of a sequence. */
export async function hasPeopleOnCurrentSteps(tx: Tx, organizationId: string, sequenceId: string): Promise<boolean> {
  const [row] = await tx.$queryRawUnsafe<{ exists: boolean }[]>(
    `SELECT EXISTS (
      SELECT FROM sending d JOIN sequence q ON q.organization_id = d.organization_id AND q.id = d.sequence_id ${OWN_VERSION_JOIN_SQL}
      WHERE d.organization_id = $1::uuid AND d.sequence_id = $2::uuid AND d.ended_at IS NULL AND ${STEPS_VERSION_SQL} = q.version)`,
    organizationId,
    sequenceId,
  )
  return row?.exists === true
}

/** Deletes the versions that no one under way entered with or takes the steps of. */
export async function deleteUnusedVersions(tx: Tx, organizationId: string, sequenceId: string): Promise<void> {
  await tx.$executeRaw`
    WITH entered AS (
      SELECT DISTINCT sequence_version AS number FROM sending
      WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid AND ended_at IS NULL),
    used AS (
      SELECT number FROM entered
      UNION SELECT v.follows FROM sequence_version v JOIN entered USING (number)
      WHERE v.organization_id = ${organizationId}::uuid AND v.sequence_id = ${sequenceId}::uuid AND v.follows IS NOT NULL)
    DELETE FROM sequence_version WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid
      AND number NOT IN (SELECT number FROM used)`
}

export type ProgressGroup = {
  version: number
  /** Steps that are over, in order. */
  done: { stepId: string; branch: string | null }[]
  people: number
}

/** The people under way in a sequence, grouped by the version of their steps and by the steps that are over. */
export function readProgressGroups(tx: Tx, organizationId: string, sequenceId: string): Promise<ProgressGroup[]> {
  return tx.$queryRawUnsafe(
    `WITH progress AS (
      SELECT ${STEPS_VERSION_SQL} AS version, coalesce((
        SELECT jsonb_agg(jsonb_build_object('stepId', s.step_id, 'branch', s.branch) ORDER BY s.ended_at, s.position) FROM sending_step s
        WHERE s.organization_id = d.organization_id AND s.sending_id = d.id AND s.ended_at IS NOT NULL), '[]') AS done
      FROM sending d JOIN sequence q ON q.organization_id = d.organization_id AND q.id = d.sequence_id ${OWN_VERSION_JOIN_SQL}
      WHERE d.organization_id = $1::uuid AND d.sequence_id = $2::uuid AND d.ended_at IS NULL)
    SELECT version, done, count(*)::int AS people FROM progress GROUP BY version, done`,
    organizationId,
    sequenceId,
  )
}
