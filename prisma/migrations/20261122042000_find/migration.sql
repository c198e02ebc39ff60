-- What the command menu finds by (docs/decisions/0008-search.md).

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

-- The words of a text as the command menu compares them, each between spaces: `jean.dupont@example.com` is four. Used by
-- response_find_words and server/search: who changes what it answers has to build response_find_idx anew.
CREATE OR REPLACE FUNCTION find_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(find_fold(words), E'.@_-+,;:!?/\'"()’\n\r\t', '                   ') || ' ';

-- What the command menu looks up of a response: each word that the customer wrote, marked with the organization, as in
-- contact_grams, and with the same cost. Used by the index response_find_idx and server/search: who changes what it answers has to
-- build that index anew.
CREATE OR REPLACE FUNCTION response_find_words(organization_id uuid, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM jsonb_array_elements(answers) answer, string_to_table(find_words(answer->>'value'), ' ') word
  WHERE answer->>'type' = 'text' AND word <> ''));

-- Beginnings, in the order of code points: a search reads from where the beginning stands, and stops when it has enough.
CREATE INDEX contact_find_name_idx ON contact (organization_id, (find_fold(first_name || coalesce(' ' || last_name, '')) COLLATE "C"));
CREATE INDEX contact_find_last_name_idx ON contact (organization_id, (find_fold(last_name) COLLATE "C"));
CREATE INDEX contact_find_email_idx ON contact (organization_id, (find_fold(email) COLLATE "C"));
CREATE INDEX contact_find_domain_idx ON contact (organization_id, (find_fold(split_part(email, '@', 2)) COLLATE "C"));

-- A small pending list and no statistics, as contact_search_idx.
CREATE INDEX response_find_idx ON response USING gin (response_find_words(organization_id, answers))
  WITH (fastupdate = on, gin_pending_list_limit = 256);
ALTER INDEX response_find_idx ALTER COLUMN 1 SET STATISTICS 0;
