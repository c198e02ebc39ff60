-- Whether a provider accepted the message and did not bounce it. Messages captured in the Outbox have no sent_at.
CREATE OR REPLACE FUNCTION is_delivered(p_status text, p_sent_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_sent_at IS NOT NULL AND p_status IN ('sent', 'delivered', 'opened', 'answered');
