-- Writes down what happened for whoever subscribed to it: one delivery per event and active subscription that holds its
-- kind and whose owner key, if it has one, is active. The subscriptions are locked against deletion for the rest of the
-- transaction: a concurrent unsubscribe waits, or its row is not seen. Answers with the deliveries' ids. Called by
-- server/unit-of-work.ts and by the statement of insertContact (server/contacts/queries.ts).
CREATE OR REPLACE FUNCTION emit_events(p_organization_id uuid, p_kinds text[], p_bodies text[], p_at timestamptz)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  held uuid[];
  written uuid[];
BEGIN
  SELECT array_agg(h.id) INTO held FROM (
    SELECT s.id FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = p_organization_id AND s.active AND s.trigger_types && p_kinds AND coalesce(k.is_active, true)
    ORDER BY s.id FOR KEY SHARE OF s) h;
  IF held IS NULL THEN RETURN '{}'; END IF;
  WITH made AS (
    INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at, created_at)
    SELECT time_ordered_uuid(), p_organization_id, s.id, e.kind, e.body, p_at, p_at
    FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS e(kind, body, position)
    JOIN webhook_subscription s ON s.id = ANY (held) AND e.kind = ANY (s.trigger_types)
    ORDER BY e.position, s.id
    RETURNING id)
  SELECT coalesce(array_agg(id), '{}') INTO written FROM made;
  RETURN written;
END $$;
