-- What a search looks up: every piece of four letters of a contact's names and email, each marked with its organization. One
-- list then holds one organization's contacts with one piece, so what a search reads does not grow with the other
-- organizations, nor, but for what it finds, with its own. Shorter words are beginnings of pieces: those at the text's end
-- are shorter than four.
CREATE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Two organizations that share it read each other's pieces, never a contact: the
  -- query compares the organization itself too.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 4) FROM generate_series(1, char_length(words)) i));
END $$;

DROP INDEX contact_search_idx;
-- A small pending list: an insert stays cheap, and a search has little to read beside the index.
CREATE INDEX contact_search_idx ON contact
  USING gin (contact_grams(organization_id, lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email)))
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- Contacts that hold the pieces, whoever's they are, in no order, with what else a list is filtered by. Through the index
-- alone: a planner that takes a piece for a common one would rather cut every contact into its pieces, which takes longer
-- than anything else here.
CREATE FUNCTION contacts_holding(pieces tsquery, at_most bigint)
RETURNS TABLE (id uuid, organization_id uuid, created_at timestamptz, location_id uuid, email text, phone text, words text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT id, organization_id, created_at, location_id, email, phone, lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email)
    FROM contact
    WHERE contact_grams(organization_id, lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email)) @@ pieces
    LIMIT at_most;
END $$;

DROP EXTENSION btree_gin;
DROP EXTENSION pg_trgm;
