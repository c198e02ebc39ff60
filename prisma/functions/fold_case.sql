-- Folds case letter by letter, for stored text and search input alike: both small sigmas are one letter, dotted and dotless
-- i too, and ß becomes ss. Accents are kept. Independent of the database's locale where the server has a portable collation
-- (PostgreSQL 17 and newer). Used by contact_search_text, server/contacts and server/surveys.
-- After applying this function again, rebuild contact_search_idx and empty contact_search_total, even if the text did not
-- change: a newer server may choose another collation.
DO $do$
DECLARE
  collation_name text := coalesce(
    (SELECT quote_ident(collname) FROM pg_collation
     WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_unicode_fast', 'pg_c_utf8') AND getdatabaseencoding() = 'UTF8'
     ORDER BY collname DESC LIMIT 1), '"default"');
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION fold_case(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN replace(replace(replace(lower(upper(words COLLATE %1$s)), 'ς', 'σ'), 'ß', 'ss'), U&'i\0307', 'i')
  $create$, collation_name);
END $do$;
