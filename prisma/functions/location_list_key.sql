-- Key of the list of a location's contacts in list_total and list_change. Used by the triggers of contact and
-- server/contacts. Inlined by PostgreSQL.
CREATE OR REPLACE FUNCTION location_list_key(location_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact@' || location_id::text;
