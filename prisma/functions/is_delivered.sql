-- A provider took the message and did not send it back. What was only kept in the Outbox has no time of leaving.
CREATE OR REPLACE FUNCTION is_delivered(p_status text, p_sent_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_sent_at IS NOT NULL AND p_status IN ('sent', 'delivered', 'opened', 'answered');
