-- What became of a step of a sequence. Surveys sent without a sequence, whose step is the sending itself, are left out.
CREATE INDEX sending_step_step_idx ON sending_step (organization_id, step_id) WHERE step_id <> sending_id;
