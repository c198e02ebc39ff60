-- The words of a text without case and accents, each between single spaces, for matching phrases. Used by response_phrases
-- and server/responses.
CREATE OR REPLACE FUNCTION phrase_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(fold_accents(text_words(words)), ' {2,}', ' ', 'g');
