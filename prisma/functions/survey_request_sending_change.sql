-- Moves survey requests to the location or employee that their sending's one was merged into.
CREATE OR REPLACE FUNCTION survey_request_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE survey_request SET location_id = NEW.location_id, employee_id = NEW.employee_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_sending_change AFTER UPDATE OF location_id, employee_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id))
  EXECUTE FUNCTION survey_request_sending_change();
