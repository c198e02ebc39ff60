-- Refreshes contact_activity of the contacts whose surveys were delivered, captured or bounced.
CREATE OR REPLACE FUNCTION contact_activity_surveyed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(d.organization_id), array_agg(d.contact_id) INTO organizations, contacts
  FROM new_rows n JOIN old_rows o ON o.organization_id = n.organization_id AND o.sending_id = n.sending_id AND o.survey_id = n.survey_id
    JOIN sending d ON d.organization_id = n.organization_id AND d.id = n.sending_id
  WHERE (n.delivered_at, n.captured_at) IS DISTINCT FROM (o.delivered_at, o.captured_at);
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_surveyed AFTER UPDATE ON survey_request
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_surveyed();
