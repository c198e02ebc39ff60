-- Name of the list of a location's contacts in list_total and list_change. Used by the triggers of contact and by
-- server/contacts/list.ts. PostgreSQL inlines it.
CREATE OR REPLACE FUNCTION location_list(location_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact@' || location_id::text;
