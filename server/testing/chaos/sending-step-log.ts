import type { PostgresServer } from './postgres-server'

/* A log of the steps of sendings that PostgreSQL writes, independent of what the service writes, and moved due times. */

/** A process dead for this long has nothing in flight. */
const SURELY_DEAD_MS = 1000

/**
 * Test-only table filled by a trigger: which process claimed a step, released its claim or ended it, and when. `beganAt` is the begin of the
 * transaction.
 */
export async function addStepLog({ query }: PostgresServer): Promise<void> {
  for (const statement of [
    `CREATE TABLE sending_step_log (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, step_id uuid NOT NULL, kind text NOT NULL,
       worker text NOT NULL DEFAULT current_setting('application_name'),
       began_at timestamptz NOT NULL DEFAULT transaction_timestamp(), at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    `CREATE INDEX ON sending_step_log (step_id, id)`,
    `CREATE FUNCTION log_sending_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
     DECLARE before sending_step;
     BEGIN
       IF TG_OP = 'UPDATE' THEN before := OLD; END IF;
       IF before.ended_at IS NOT NULL AND (NEW.ended_at IS DISTINCT FROM before.ended_at OR NEW.status NOT IN (before.status, 'answered')) THEN
         INSERT INTO sending_step_log (step_id, kind) VALUES (NEW.id, 'rewritten');
       END IF;
       IF NEW.claimed_at IS NOT NULL AND NEW.ended_at IS NULL AND NEW.claimed_at IS DISTINCT FROM before.claimed_at
           AND current_setting('application_name') LIKE 'worker-%' THEN
         INSERT INTO sending_step_log (step_id, kind) VALUES (NEW.id, 'claimed');
       END IF;
       IF before.claimed_at IS NOT NULL AND NEW.claimed_at IS NULL THEN
         INSERT INTO sending_step_log (step_id, kind) VALUES (NEW.id, 'released');
       END IF;
       IF before.ended_at IS NULL AND NEW.ended_at IS NOT NULL THEN
         INSERT INTO sending_step_log (step_id, kind) VALUES (NEW.id, 'ended');
       END IF;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER log_sending_step AFTER INSERT OR UPDATE ON sending_step FOR EACH ROW EXECUTE FUNCTION log_sending_step()`,
  ])
    await query(statement)
}

/** Skips the delays of steps and the pauses before retries, and expires the claims of dead processes. @throws {Error} while the server is down */
export async function fastForwardSendings(
  { query }: PostgresServer,
  killed: ReadonlyMap<string, number>,
): Promise<void> {
  const dead = [...killed].flatMap(([name, at]) => (Date.now() - at > SURELY_DEAD_MS ? name : []))
  await query(EXPIRE_LOST_CLAIMS, [dead])
  await query(SKIP_DELAYS)
}

/**
 * Also claims that are older than any answer of the mail server: a process may lose the outcome while the database is down. Locks sendings
 * before their steps, as the service does.
 */
const EXPIRE_LOST_CLAIMS = `
  WITH lost AS (
    SELECT s.id, s.sending_id FROM sending d JOIN sending_step s ON s.sending_id = d.id
    WHERE d.ended_at IS NULL AND s.ended_at IS NULL AND s.claimed_at > clock_timestamp() - interval '20 minutes' AND EXISTS (
      SELECT FROM sending_step_log l WHERE l.step_id = s.id AND l.kind = 'claimed'
        AND l.id = (SELECT max(id) FROM sending_step_log m WHERE m.step_id = s.id AND m.kind = 'claimed')
        AND (l.worker = ANY($1) OR l.at < clock_timestamp() - interval '45 seconds'))
    FOR UPDATE OF d SKIP LOCKED),
  expired AS (
    UPDATE sending_step s SET claimed_at = s.claimed_at - interval '20 minutes' FROM lost
    WHERE s.id = lost.id AND s.ended_at IS NULL AND s.claimed_at IS NOT NULL RETURNING s.sending_id)
  UPDATE sending d SET due_at = clock_timestamp() FROM expired WHERE d.id = expired.sending_id AND d.ended_at IS NULL`

const SKIP_DELAYS = `
  WITH waiting AS (
    SELECT id, due_at - clock_timestamp() - random() * interval '3 seconds' AS skipped FROM sending d
    WHERE ended_at IS NULL AND due_at > clock_timestamp() + interval '4 seconds'
      AND NOT EXISTS (SELECT FROM sending_step s WHERE s.sending_id = d.id AND s.claimed_at IS NOT NULL AND s.ended_at IS NULL)
    FOR UPDATE SKIP LOCKED),
  retried AS (
    UPDATE sending_step s SET due_at = s.due_at - skipped, first_tried_at = s.first_tried_at - skipped FROM waiting
    WHERE s.sending_id = waiting.id AND s.ended_at IS NULL AND s.claimed_at IS NULL)
  UPDATE sending d SET due_at = d.due_at - skipped, anchor_at = d.anchor_at - skipped FROM waiting
  WHERE d.id = waiting.id AND d.ended_at IS NULL`
