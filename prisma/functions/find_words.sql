-- The words of a text as the command menu compares them, each between spaces: `jean.dupont@example.com` is four. Used by
-- response_find_words and server/search: who changes what it answers has to build response_find_idx anew.
CREATE OR REPLACE FUNCTION find_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(find_fold(words), E'.@_-+,;:!?/\'"()’\n\r\t', '                   ') || ' ';
