-- What a search looks up: every piece of five letters of a contact's names and email, each marked with its organization. One
-- list then holds one organization's contacts with one piece, so what a search reads does not grow with the other
-- organizations, nor, but for what it finds, with its own. Shorter words are beginnings of pieces: those at the text's end
-- are shorter than five. Used by the index contact_search_idx and server/contacts/search-queries.ts: who changes what it answers has to
-- build that index anew.
-- Its cost tells the planner that cutting contacts into pieces takes longer than looking pieces up.
CREATE OR REPLACE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Two organizations that share it read each other's pieces, never a contact: the
  -- query compares the organization itself too.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 5) FROM generate_series(1, char_length(words)) i));
END $$;
