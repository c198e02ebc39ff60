-- What the command menu looks up of a response: each word that the customer wrote, marked with the organization, as in
-- contact_grams, and with the same cost. Used by the index response_find_idx and server/search: who changes what it answers has to
-- build that index anew.
CREATE OR REPLACE FUNCTION response_find_words(organization_id uuid, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM jsonb_array_elements(answers) answer, string_to_table(find_words(answer->>'value'), ' ') word
  WHERE answer->>'type' = 'text' AND word <> ''));
