-- What a search of reviews looks up: each word of the review and its author's name, marked with the organization, as in
-- contact_grams, and with the same cost. Used by the index review_find_idx and server/search: who changes what it answers has to
-- build that index anew.
CREATE OR REPLACE FUNCTION review_find_words(organization_id uuid, author_name text, text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM string_to_table(find_words(coalesce(author_name, '') || ' ' || text), ' ') word
  WHERE word <> ''));
