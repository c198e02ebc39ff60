-- The words of a text as they were written, each between spaces, one or more: what stands around them is no part of them, three kinds of
-- spaces that do not break among it. Used by response_find_words, response_phrases and server/responses/search-queries.ts: who changes
-- what it answers has to build response_find_idx anew.
CREATE OR REPLACE FUNCTION text_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(words, E'.@_-+,;:!?/\'"()’‘“”„«»‹›…–—‑·•¡¿[]{}<>*&%#=|~^\\`   \n\r\t', repeat(' ', 60)) || ' ';
