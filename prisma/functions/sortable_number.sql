-- Text that sorts as the number does: the sign, then the bytes of the double in hexadecimal, inverted for a negative number.
-- Numbers beyond a double are its largest. server/contacts/filters/filter-terms.ts computes the same. Called by
-- contact_filter_terms.
CREATE OR REPLACE FUNCTION sortable_number(p_number numeric) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN abs(p_number) > 1.7e308 THEN CASE WHEN p_number > 0 THEN '1' || repeat('f', 16) ELSE '0' || repeat('0', 16) END
  WHEN abs(p_number) < 1e-300 THEN '1' || repeat('0', 16)
  WHEN p_number > 0 THEN '1' || encode(float8send(p_number::double precision), 'hex')
  ELSE '0' || translate(encode(float8send(p_number::double precision), 'hex'), '0123456789abcdef', 'fedcba9876543210') END;
