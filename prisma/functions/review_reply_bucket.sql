-- How long a reply took, in steps of 5 %: the steps of one minute and less are one. Used by the triggers of review and
-- server/reviews/statistics.ts, which turns it back: who changes it has to fill review_reply_tally anew.
CREATE OR REPLACE FUNCTION review_reply_bucket(published_at timestamptz, responded_at timestamptz) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN floor(ln(greatest(extract(epoch FROM responded_at - published_at), 60) / 60) / ln(1.05))::smallint;
