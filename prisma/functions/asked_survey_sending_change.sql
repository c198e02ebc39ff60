-- A sending's location or employee was merged into another: what was asked in it is counted there.
CREATE OR REPLACE FUNCTION asked_survey_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE asked_survey SET location_id = NEW.location_id, employee_id = NEW.employee_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_sending_change AFTER UPDATE OF location_id, employee_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id))
  EXECUTE FUNCTION asked_survey_sending_change();
