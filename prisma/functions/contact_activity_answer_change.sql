-- Refreshes contact_activity of the contacts whose responses begin or cease to count, change their rating or move to another
-- contact.
CREATE OR REPLACE FUNCTION contact_activity_answer_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(k.organization_id), array_agg(k.contact_id) INTO organizations, contacts
  FROM new_rows n JOIN old_rows o ON o.id = n.id
    CROSS JOIN LATERAL (VALUES (n.organization_id, n.contact_id), (o.organization_id, o.contact_id)) k(organization_id, contact_id)
  WHERE 'completed' IN (n.status, o.status)
    AND (n.status, n.contact_id, n.rating, n.band, n.created_at) IS DISTINCT FROM (o.status, o.contact_id, o.rating, o.band, o.created_at);
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_answer_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_answer_change();
