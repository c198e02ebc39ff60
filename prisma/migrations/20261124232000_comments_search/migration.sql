-- The index of the words goes with the function that made them: without stems, and with whatever stood around a word.
DROP INDEX response_find_idx;
DROP FUNCTION response_find_words(uuid, jsonb);

-- What a word is found by: itself without case and accents, and its stems, marked with a space and their language, which no word has.
-- French knows its accents, and people leave them out: the stems of both spellings are kept. Of a text in another language the word
-- alone; for what is asked (no language), the stems of both. Used by response_find_words and server/responses: who changes what it
-- answers has to build response_find_idx anew.
-- folded, spelled: the word by find_fold and by search_fold.
CREATE OR REPLACE FUNCTION word_lexemes(language text, folded text, spelled text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[left(folded, 40),
  CASE WHEN coalesce(language, 'en') = 'en' THEN left(' en ' || (ts_lexize('pg_catalog.english_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' THEN left(' fr ' || (ts_lexize('pg_catalog.french_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' AND spelled <> folded
    THEN left(' fr ' || find_fold((ts_lexize('pg_catalog.french_stem', spelled))[1]), 40) END], NULL);

-- The words of a text as they were written, each between spaces, one or more: what stands around them is no part of them, three kinds of
-- spaces that do not break among it. Used by response_find_words, response_phrases and server/responses/asked-words.ts: who changes
-- what it answers has to build response_find_idx anew.
CREATE OR REPLACE FUNCTION text_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(words, E'.@_-+,;:!?/\'"()’‘“”„«»‹›…–—‑·•¡¿[]{}<>*&%#=|~^\\`   \n\r\t', repeat(' ', 60)) || ' ';

-- A text as phrases are compared: its words without case and accents, with one space before and after each. Used by response_phrases
-- and server/responses/asked-words.ts.
CREATE OR REPLACE FUNCTION phrase_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(find_fold(text_words(words)), ' {2,}', ' ', 'g');

-- What a quoted phrase is looked for in: the words of what the customer wrote, without case and accents, answer by answer. Used by
-- server/responses/search.ts.
CREATE OR REPLACE FUNCTION response_phrases(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(phrase_words(answer->>'value'), '|') FROM jsonb_array_elements(answers) answer WHERE answer->>'type' = 'text');

-- What is looked up of a response: the lexemes of each word that the customer wrote, marked with the organization, as in
-- contact_grams, and with the same cost. Used by the index response_find_idx and server/responses: who changes what it answers has to
-- build that index anew.
CREATE OR REPLACE FUNCTION response_find_words(organization_id uuid, language text, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || unnest(word_lexemes(language, folded, spelled)) FROM (
    SELECT find_fold(word) AS folded, search_fold(word) AS spelled
    FROM jsonb_array_elements(answers) answer, string_to_table(text_words(answer->>'value'), ' ') word
    WHERE answer->>'type' = 'text' AND word <> '' OFFSET 0) words));

-- A small pending list and no statistics, as contact_search_idx.
CREATE INDEX response_find_idx ON response USING gin (response_find_words(organization_id, language, answers))
  WITH (fastupdate = on, gin_pending_list_limit = 256);
ALTER INDEX response_find_idx ALTER COLUMN 1 SET STATISTICS 0;
