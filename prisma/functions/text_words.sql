-- The words of a text as written, separated by spaces; punctuation and three kinds of non-breaking spaces become spaces.
-- Used by response_search_lexemes, response_phrases and server/responses. After a change of this function, rebuild
-- response_find_idx.
CREATE OR REPLACE FUNCTION text_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(words, E'.@_-+,;:!?/\'"()’‘“”„«»‹›…–—‑·•¡¿[]{}<>*&%#=|~^\\`   \n\r\t', repeat(' ', 60)) || ' ';
