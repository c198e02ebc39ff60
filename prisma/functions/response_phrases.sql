-- The words of a response's texts, folded, answer by answer, in which a quoted phrase is searched. Used by server/responses.
CREATE OR REPLACE FUNCTION response_phrases(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(phrase_words(answer->>'value'), '|') FROM jsonb_array_elements(answers) answer WHERE answer->>'type' = 'text');
