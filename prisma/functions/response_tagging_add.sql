-- Copies a response's scores to its tag row, so that numbers by tag need only an index. Locks the response, so that a
-- concurrent change of it sees the tag.
CREATE OR REPLACE FUNCTION response_tagging_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN r.status = 'completed' THEN r.created_at END, r.survey_id, r.nps_score, r.csat_score, r.ces_score
  INTO NEW.answered_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score
  FROM response r WHERE r.organization_id = NEW.organization_id AND r.id = NEW.response_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_add BEFORE INSERT ON response_tagging
  FOR EACH ROW EXECUTE FUNCTION response_tagging_add();
