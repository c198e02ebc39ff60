-- What a search of contacts looks at: each name and the email after a space. Used by the index contact_search_idx, the triggers
-- of contact and server/contacts/search-queries.ts: who changes what it answers has to build that index anew and to empty
-- contact_search_total.
CREATE OR REPLACE FUNCTION contact_search_text(first_name text, last_name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN search_fold(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email);
