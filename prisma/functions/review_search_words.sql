-- The words of a review and its author's name, prefixed with the end of the organization's id as in contact_grams, with the
-- same cost. Used by the index review_find_idx and server/search. After a change of this function, rebuild that index.
CREATE OR REPLACE FUNCTION review_search_words(organization_id uuid, author_name text, text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM string_to_table(folded_words(coalesce(author_name, '') || ' ' || text), ' ') word
  WHERE word <> ''));
