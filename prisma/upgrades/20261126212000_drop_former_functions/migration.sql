-- Nothing calls them since the first release: what submissions compared before alerts were matched in a job, and the form of
-- admit_api_request for a single secret.
DROP FUNCTION alert_rules_mark(uuid);
DROP FUNCTION admit_api_request(bytea, integer, integer);
