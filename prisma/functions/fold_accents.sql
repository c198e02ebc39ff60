-- fold_case without accents, for the command menu. Removes combining marks on letters only, not the vowel signs of scripts
-- that need them. Used by folded_words, the indexes contact_find_*_idx and server/search. After a change of this function,
-- rebuild contact_find_*_idx and response_find_idx. Requires a UTF-8 database. Not STRICT, because PostgreSQL does not
-- inline a CASE in a strict function.
DO $do$
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION fold_accents(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN %s
  $create$, CASE getdatabaseencoding() WHEN 'UTF8' THEN $body$
    CASE WHEN octet_length(words) = char_length(words) THEN fold_case(words)
      ELSE normalize(replace(replace(translate(
        regexp_replace(normalize(fold_case(words), NFD), U&'[\0300-\036F]', '', 'g'), 'øłđ', 'old'), 'œ', 'oe'), 'æ', 'ae'), NFC) END
  $body$ ELSE 'fold_case(words)' END);
END $do$;
