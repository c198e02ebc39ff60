-- Recomputes contact_activity.terms after an update of contacts; returns early if no field that filters compare has changed.
CREATE OR REPLACE FUNCTION contact_activity_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(n.id) INTO ids FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE (n.location_id, n.contact_organization_id, n.preferred_language, n.unsubscribed, n.bounced_at, n.tags, n.custom_fields)
    IS DISTINCT FROM (o.location_id, o.contact_organization_id, o.preferred_language, o.unsubscribed, o.bounced_at, o.tags, o.custom_fields);
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM contact_activity a JOIN new_rows n ON n.organization_id = a.organization_id AND n.id = a.contact_id
  WHERE n.id = ANY (ids) ORDER BY a.organization_id, a.contact_id FOR UPDATE OF a;
  UPDATE contact_activity a
  SET terms = contact_filter_terms(n.organization_id, n.created_at, n.location_id, n.contact_organization_id, n.preferred_language,
    n.unsubscribed, n.bounced_at IS NOT NULL, n.tags, n.custom_fields, a.last_surveyed_at, a.last_answered_at, a.last_rating, a.last_band)
  FROM new_rows n WHERE n.id = ANY (ids) AND a.organization_id = n.organization_id AND a.contact_id = n.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_change();
