-- The words of a text as the command menu compares them, separated by spaces: `jean.dupont@example.com` has four. Used by
-- response_search_lexemes and server/search. After a change of this function, rebuild response_find_idx.
CREATE OR REPLACE FUNCTION folded_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(fold_accents(words), E'.@_-+,;:!?/\'"()’\n\r\t', '                   ') || ' ';
