-- The responses of a version of a survey. No row is in it yet, but the table is read once.
CREATE INDEX response_survey_version_idx ON response (organization_id, survey_id, survey_version, created_at DESC, id DESC)
  WHERE survey_version IS NOT NULL;
