-- A text as phrases are compared: its words without case and accents, with one space before and after each. Used by response_phrases
-- and server/responses/search-queries.ts.
CREATE OR REPLACE FUNCTION phrase_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(find_fold(text_words(words)), ' {2,}', ' ', 'g');
