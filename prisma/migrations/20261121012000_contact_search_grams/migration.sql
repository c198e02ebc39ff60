-- What a search looks up: every piece of five letters of a contact's names and email, each marked with its organization. One
-- list then holds one organization's contacts with one piece, so what a search reads does not grow with the other
-- organizations, nor, but for what it finds, with its own. Shorter words are beginnings of pieces: those at the text's end
-- are shorter than five.
-- Its cost tells the planner that cutting contacts into pieces takes longer than looking pieces up.
CREATE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Two organizations that share it read each other's pieces, never a contact: the
  -- query compares the organization itself too.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 5) FROM generate_series(1, char_length(words)) i));
END $$;

DROP INDEX contact_search_idx;
-- A small pending list: an insert stays cheap, and a search has little to read beside the index.
CREATE INDEX contact_search_idx ON contact
  USING gin (contact_grams(organization_id, lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email)))
  WITH (fastupdate = on, gin_pending_list_limit = 256);
-- No statistics: with them a planner that takes a piece for a common one would rather cut every contact into its pieces.
ALTER INDEX contact_search_idx ALTER COLUMN 1 SET STATISTICS 0;

-- The extensions of the index before stay: somebody else in this database may have begun to use them.
