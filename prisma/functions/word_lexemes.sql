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
