-- Moves survey requests to the location, employee or contact organization that their sending's one was merged into.
CREATE OR REPLACE FUNCTION survey_request_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE survey_request SET location_id = NEW.location_id, employee_id = NEW.employee_id, contact_organization_id = NEW.contact_organization_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id
    AND (location_id, employee_id, contact_organization_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id, NEW.contact_organization_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_sending_change AFTER UPDATE OF location_id, employee_id, contact_organization_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id, OLD.contact_organization_id)
    IS DISTINCT FROM (NEW.location_id, NEW.employee_id, NEW.contact_organization_id))
  EXECUTE FUNCTION survey_request_sending_change();
