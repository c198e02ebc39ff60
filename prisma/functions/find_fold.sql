-- As search_fold, and without accents: what the command menu compares, for what is stored and for what is asked alike. Only marks
-- on letters go, not the signs of scripts that write vowels so. Used by find_words, the indexes contact_find_*_idx and
-- server/search: who changes what it answers has to build contact_find_*_idx and response_find_idx anew. Accents can only be told
-- apart where the database is in UTF-8. Not STRICT, because PostgreSQL would then not put a CASE in line.
DO $do$
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION find_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN %s
  $create$, CASE getdatabaseencoding() WHEN 'UTF8' THEN $body$
    CASE WHEN octet_length(words) = char_length(words) THEN search_fold(words)
      ELSE normalize(replace(replace(translate(
        regexp_replace(normalize(search_fold(words), NFD), U&'[\0300-\036F]', '', 'g'), 'øłđ', 'old'), 'œ', 'oe'), 'æ', 'ae'), NFC) END
  $body$ ELSE 'search_fold(words)' END);
END $do$;
