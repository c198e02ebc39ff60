-- The name under which a kept search is kept (list_change, list_mark). Used by the triggers of contact, sum_up_list_changes and
-- server/contacts/search.ts; set_list_marks reads the search off it again. PostgreSQL puts it in line.
CREATE OR REPLACE FUNCTION search_list(search_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact?' || search_id::text;
