-- Refreshes contact_activity of the contacts whose completed responses were added.
CREATE OR REPLACE FUNCTION contact_activity_answered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(contact_id) INTO organizations, contacts FROM new_rows WHERE status = 'completed';
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_answered AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_answered();
