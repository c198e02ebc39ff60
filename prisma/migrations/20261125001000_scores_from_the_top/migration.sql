-- The list of responses by score from the highest down, the newest of each first: response_rating_list_idx read backwards has the
-- oldest first.
CREATE INDEX response_top_list_idx ON response (organization_id, rating DESC NULLS LAST, created_at DESC, id DESC)
  WHERE status = 'completed';
