-- Name of the list of a stored search's contacts in list_change. Used by the triggers of contact, sum_up_list_changes and
-- server/contacts/search-queries.ts. PostgreSQL inlines it.
CREATE OR REPLACE FUNCTION search_list(search_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact?' || search_id::text;
