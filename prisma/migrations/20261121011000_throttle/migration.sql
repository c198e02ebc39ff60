-- How often something happened from one place within a fixed window; see server/throttle/throttle.ts. UNLOGGED: losing it
-- in a crash costs nothing but fresh windows. It takes the place of
-- sign_in_attempt, whose counts and remembered addresses start anew.
CREATE UNLOGGED TABLE throttle_count (
  bucket bytea PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz(3) NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX throttle_count_resets_at_idx ON throttle_count (resets_at);

DROP TABLE sign_in_attempt;
