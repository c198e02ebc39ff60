-- What is looked up of a response: the lexemes of each word that the customer wrote, marked with the organization, as in
-- contact_grams, and with the same cost. Used by the index response_find_idx and server/responses: who changes what it answers has to
-- build that index anew.
CREATE OR REPLACE FUNCTION response_find_words(organization_id uuid, language text, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || unnest(word_lexemes(language, folded, spelled)) FROM (
    SELECT find_fold(word) AS folded, search_fold(word) AS spelled
    FROM jsonb_array_elements(answers) answer, string_to_table(text_words(answer->>'value'), ' ') word
    WHERE answer->>'type' = 'text' AND word <> '' OFFSET 0) words));
