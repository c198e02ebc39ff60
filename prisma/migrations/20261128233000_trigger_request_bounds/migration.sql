ALTER TABLE trigger_request RENAME COLUMN failures TO attempts;

-- Details outlive a body that is erased beyond the limits.
DROP INDEX trigger_request_body_idx;
CREATE INDEX trigger_request_content_idx ON trigger_request (created_at) WHERE body IS NOT NULL OR details IS NOT NULL;
