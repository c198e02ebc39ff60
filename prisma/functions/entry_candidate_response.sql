-- Records the contact of a response as a candidate of the entry rules of active sequences, once the response counts. Imported responses
-- are past answers, one without a contact enrols no one, nor does one by an open link: anyone may enter an address there. A sequence does not enrol those who answer its own survey: it would never end.
CREATE OR REPLACE FUNCTION entry_candidate_response() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
  SELECT uuid_v7(), NEW.organization_id, r.id, NEW.contact_id, NEW.id::text, clock_timestamp()
  FROM entry_rule r
  JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active'
  WHERE r.organization_id = NEW.organization_id AND r.type = 'response_given' AND NEW.band = ANY (r.bands)
    AND (r.survey_id IS NULL OR r.survey_id = NEW.survey_id) AND r.sequence_id IS DISTINCT FROM NEW.sequence_id
  ON CONFLICT (rule_id, contact_id, occurrence) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_response_add AFTER INSERT ON response FOR EACH ROW
  WHEN (NEW.status = 'completed' AND NEW.contact_id IS NOT NULL AND NEW.survey_link_id IS NULL AND NEW.import_id IS NULL) EXECUTE FUNCTION entry_candidate_response();

CREATE OR REPLACE TRIGGER entry_candidate_response_count AFTER UPDATE ON response FOR EACH ROW
  WHEN (NEW.status = 'completed' AND NEW.contact_id IS NOT NULL AND NEW.survey_link_id IS NULL AND NEW.import_id IS NULL AND OLD.status <> 'completed') EXECUTE FUNCTION entry_candidate_response();
