-- Low scores, the latest first, where most are not: the overview asks for a few of them, and for a thousand.
CREATE INDEX response_low_idx ON response (organization_id, created_at DESC, id DESC, survey_id)
  WHERE status = 'completed' AND band = 'negative';
