-- What a quoted phrase is looked for in: the words of what the customer wrote, without case and accents, answer by answer. Used by
-- server/responses/search-queries.ts.
CREATE OR REPLACE FUNCTION response_phrases(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(phrase_words(answer->>'value'), '|') FROM jsonb_array_elements(answers) answer WHERE answer->>'type' = 'text');
