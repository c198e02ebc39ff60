-- The text that the contact search matches: names and email, each after a space. Used by the index contact_search_idx, the
-- triggers of contact and server/contacts. After a change of this function, rebuild contact_search_idx and empty
-- contact_search_total.
CREATE OR REPLACE FUNCTION contact_search_text(first_name text, last_name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN fold_case(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email);
