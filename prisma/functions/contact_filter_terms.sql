-- What filters compare of a contact, as lexemes of contact_activity.terms: the end of the organization's id, a letter for the
-- field, and the value. The prefix keeps one posting list per organization, as in contact_grams. A missing value is `-`; days
-- are those of UTC. server/contacts/filters/filter-terms.ts builds the queries. After a change of this function, recompute
-- contact_activity.terms and empty contact_search_total.
CREATE OR REPLACE FUNCTION contact_filter_terms(p_organization_id uuid, p_created_at timestamptz, p_location_id uuid, p_company_id uuid,
  p_language text, p_unsubscribed boolean, p_is_bounced boolean, p_tags text[], p_custom_fields jsonb,
  p_surveyed_at timestamptz, p_answered_at timestamptz, p_rating integer, p_band text) RETURNS tsvector LANGUAGE plpgsql STABLE AS $$
DECLARE
  p text := right(p_organization_id::text, 8);
  terms text[];
BEGIN
  terms := ARRAY[p || 'a', p || 'c' || to_char(p_created_at AT TIME ZONE 'UTC', 'YYYYMMDD'), p || 'l' || coalesce(p_location_id::text, '-'),
    p || 'o' || coalesce(p_company_id::text, '-'), p || 'g' || coalesce(p_language, '-'), p || 'u' || p_unsubscribed::int,
    p || 'd' || p_is_bounced::int, p || 'b' || coalesce(p_band, '-'), p || 'r' || coalesce(p_rating::text, '-'),
    p || 'k' || coalesce(to_char(p_surveyed_at AT TIME ZONE 'UTC', 'YYYYMMDD'), '-'),
    p || 'w' || coalesce(to_char(p_answered_at AT TIME ZONE 'UTC', 'YYYYMMDD'), '-')];
  IF p_tags <> '{}' THEN terms := terms || ARRAY(SELECT p || 't' || tag FROM unnest(p_tags) tag); END IF;
  IF p_custom_fields <> '{}' THEN
    -- Longer keys cannot be declared as properties, and no filter names them.
    terms := terms || ARRAY(
      SELECT unnest(CASE jsonb_typeof(value)
        WHEN 'string' THEN ARRAY[p || 'h' || key, p || 'p' || key || '=' || fold_case(left(value #>> '{}', 100))]
        WHEN 'number' THEN ARRAY[p || 'h' || key, p || 'n' || key || '=' || sortable_number((value #>> '{}')::numeric)]
        WHEN 'boolean' THEN ARRAY[p || 'h' || key, p || 'p' || key || '=' || (value #>> '{}')]
        ELSE ARRAY[p || 'h' || key] END)
      FROM jsonb_each(p_custom_fields) WHERE char_length(key) <= 50 AND jsonb_typeof(value) <> 'null');
  END IF;
  RETURN array_to_tsvector(terms);
END $$;
