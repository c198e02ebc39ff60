-- What waits with a reason, and what failed lately, for the operations page.
CREATE INDEX sending_step_postponed_idx ON sending_step (organization_id) WHERE ended_at IS NULL AND reason IS NOT NULL;
CREATE INDEX sending_step_failed_idx ON sending_step (organization_id, ended_at) WHERE status IN ('failed', 'bounced');
CREATE INDEX response_reply_failed_idx ON response_reply (organization_id, ended_at) WHERE status = 'failed';
CREATE INDEX trigger_request_failed_idx ON trigger_request (organization_id, created_at)
  WHERE outcome IN ('invalid', 'failed', 'forged', 'unreadable', 'tooLarge', 'sequenceInactive');
