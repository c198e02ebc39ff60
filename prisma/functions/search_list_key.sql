-- Key of the list of a stored contact search in list_change. Used by the triggers of contact, compact_list_changes and
-- server/contacts. Inlined by PostgreSQL.
CREATE OR REPLACE FUNCTION search_list_key(search_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact?' || search_id::text;
