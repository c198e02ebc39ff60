-- One way to fold case, for what is stored and for what is asked alike. It looks at each letter alone, never at its
-- neighbours, so that a part of a word folds as it does within the word: both small sigmas are one, dotted and dotless i are
-- one, and ß is ss, as in capitals. Accents stay. It does not depend on the database's own locale where the server knows a
-- collation that is the same on every machine (PostgreSQL 17 and newer). Used by contact_search_text, server/contacts/search-queries.ts
-- and server/surveys/surveys.ts.
-- Who applies this anew has to build contact_search_idx anew and to empty contact_search_total, even where the text did not
-- change: a server that became newer since may choose another collation.
DO $do$
DECLARE
  collation_name text := coalesce(
    (SELECT quote_ident(collname) FROM pg_collation
     WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_unicode_fast', 'pg_c_utf8') AND getdatabaseencoding() = 'UTF8'
     ORDER BY collname DESC LIMIT 1), '"default"');
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN replace(replace(replace(lower(upper(words COLLATE %1$s)), 'ς', 'σ'), 'ß', 'ss'), U&'i\0307', 'i')
  $create$, collation_name);
END $do$;
