-- Refreshes contact_activity of the contacts whose completed responses were deleted.
CREATE OR REPLACE FUNCTION contact_activity_answer_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(contact_id) INTO organizations, contacts FROM old_rows WHERE status = 'completed';
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_answer_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_answer_remove();
