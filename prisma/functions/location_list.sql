-- The name under which the list of a location's contacts is kept (list_total, list_change, list_mark). Used by the triggers of
-- contact and server/contacts/list.ts; set_list_marks reads the location off it again. PostgreSQL puts it in line.
CREATE OR REPLACE FUNCTION location_list(location_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact@' || location_id::text;
