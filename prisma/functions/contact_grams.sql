-- Substrings of five letters of a contact's names and email, each prefixed with the end of the organization's id, for the
-- index contact_search_idx. The prefix keeps one posting list per organization, so that a search does not read other
-- organizations' entries. A shorter search word is a prefix of such a substring. After a change of this function, rebuild
-- contact_search_idx.
-- The cost tells the planner that computing the substrings is more expensive than looking them up.
CREATE OR REPLACE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Organizations that share it read each other's entries, never a contact: the
  -- query also compares the organization.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 5) FROM generate_series(1, char_length(words)) i));
END $$;
