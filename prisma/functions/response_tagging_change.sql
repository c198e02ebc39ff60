-- Copies changed scores of a response to its tag rows.
CREATE OR REPLACE FUNCTION response_tagging_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE response_tagging SET answered_at = CASE WHEN NEW.status = 'completed' THEN NEW.created_at END,
    survey_id = NEW.survey_id, nps_score = NEW.nps_score, csat_score = NEW.csat_score, ces_score = NEW.ces_score
  WHERE organization_id = NEW.organization_id AND response_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_change AFTER UPDATE OF status, created_at, survey_id, nps_score, csat_score, ces_score ON response
  FOR EACH ROW WHEN ((OLD.status, OLD.created_at, OLD.survey_id, OLD.nps_score, OLD.csat_score, OLD.ces_score)
    IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score))
  EXECUTE FUNCTION response_tagging_change();
