-- Inserts one webhook delivery per event and active subscription to its kind; a subscription with an owner key counts only
-- while that key is active. Locks the subscriptions against deletion until the transaction ends, so a concurrent unsubscribe
-- either waits or is seen. Returns the ids of the deliveries. Called by server/unit-of-work.ts and server/contacts.
CREATE OR REPLACE FUNCTION emit_events(p_organization_id uuid, p_kinds text[], p_bodies text[], p_at timestamptz)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  subscription_ids uuid[];
  written uuid[];
BEGIN
  SELECT array_agg(h.id) INTO subscription_ids FROM (
    SELECT s.id FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = p_organization_id AND s.active AND s.trigger_types && p_kinds AND coalesce(k.is_active, true)
    ORDER BY s.id FOR KEY SHARE OF s) h;
  IF subscription_ids IS NULL THEN RETURN '{}'; END IF;
  WITH made AS (
    INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at, created_at)
    SELECT uuid_v7(), p_organization_id, s.id, e.kind, e.body, p_at, p_at
    FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS e(kind, body, position)
    JOIN webhook_subscription s ON s.id = ANY (subscription_ids) AND e.kind = ANY (s.trigger_types)
    ORDER BY e.position, s.id
    RETURNING id)
  SELECT coalesce(array_agg(id), '{}') INTO written FROM made;
  RETURN written;
END $$;
