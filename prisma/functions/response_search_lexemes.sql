-- The lexemes of the words of a response's texts, prefixed with the end of the organization's id as in contact_grams, with
-- the same cost. Used by the index response_find_idx and server/responses. After a change of this function, rebuild that
-- index.
CREATE OR REPLACE FUNCTION response_search_lexemes(organization_id uuid, language text, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || unnest(word_lexemes(language, folded, spelled)) FROM (
    SELECT fold_accents(word) AS folded, fold_case(word) AS spelled
    FROM jsonb_array_elements(answers) answer, string_to_table(text_words(answer->>'value'), ' ') word
    WHERE answer->>'type' = 'text' AND word <> '' OFFSET 0) words));
