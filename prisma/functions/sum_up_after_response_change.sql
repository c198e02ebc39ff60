-- Whoever writes down a change of responses adds up, now and then, what was written down in its organization: one of twenty looks
-- whether it is time, for looking costs more than writing down.
CREATE OR REPLACE FUNCTION sum_up_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows WHERE id % 20 = 0) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sum_up_after_response_change AFTER INSERT ON response_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_up_after_response_change();
