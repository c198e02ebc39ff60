-- The first moment of a day in a time zone. Where clocks go back to midnight, midnight occurs twice and `AT TIME ZONE`
-- returns the later one; one second before midnight is unambiguous. Where a whole day is skipped, no such second exists and
-- the first term is used.
CREATE OR REPLACE FUNCTION start_of_day(p_day date, p_zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(p_day::timestamp AT TIME ZONE p_zone,
    ((p_day::timestamp - interval '1 second') AT TIME ZONE p_zone) + interval '1 second')
$$;
