-- The given time zone if PostgreSQL knows it, else UTC, so that one organization's setting cannot break a statement about
-- all of them. Names without a slash are refused: PostgreSQL also reads abbreviations (`IST` is Israel's) and offsets
-- (`+05:30` is west of Greenwich), which browsers read differently.
CREATE OR REPLACE FUNCTION valid_time_zone(p_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_name = 'UTC' THEN RETURN p_name; END IF;
  IF p_name NOT LIKE '%/%' AND (p_name !~ '^[A-Za-z]' OR EXISTS (SELECT FROM pg_timezone_abbrevs WHERE abbrev = upper(p_name)))
  THEN RETURN 'UTC'; END IF;
  PERFORM '2000-01-01'::timestamptz AT TIME ZONE p_name;
  RETURN p_name;
EXCEPTION WHEN invalid_parameter_value THEN RETURN 'UTC';
END $$;
