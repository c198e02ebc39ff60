-- The search terms of a word: itself without case and accents, and its stems, prefixed with a space and their language.
-- French stems are kept with and without accents. A text in another language has only the word; search input (language null)
-- has the stems of both. Used by response_search_lexemes and server/responses. After a change of this function, rebuild
-- response_find_idx.
-- folded, spelled: the word by fold_accents and by fold_case.
CREATE OR REPLACE FUNCTION word_lexemes(language text, folded text, spelled text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[left(folded, 40),
  CASE WHEN coalesce(language, 'en') = 'en' THEN left(' en ' || (ts_lexize('pg_catalog.english_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' THEN left(' fr ' || (ts_lexize('pg_catalog.french_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' AND spelled <> folded
    THEN left(' fr ' || fold_accents((ts_lexize('pg_catalog.french_stem', spelled))[1]), 40) END], NULL);
