-- The first moment of a day by a clock. Where the clock is put back to midnight, midnight comes twice, and `AT TIME ZONE` takes the
-- later one: a second before it there is only one. Where the clock skips the whole day before, there is no such second.
CREATE OR REPLACE FUNCTION day_begins(p_day date, p_zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(p_day::timestamp AT TIME ZONE p_zone,
    ((p_day::timestamp - interval '1 second') AT TIME ZONE p_zone) + interval '1 second')
$$;
