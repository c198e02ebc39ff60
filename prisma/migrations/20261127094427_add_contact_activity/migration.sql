-- Writers of contacts, responses and survey requests wait until this migration commits: about a minute for a million contacts.
LOCK TABLE survey_request, response IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "contact" ADD COLUMN "bounced_at" TIMESTAMPTZ(3);

-- Stored totals of filters, beside those of searches.
ALTER TABLE contact_search_total ADD COLUMN terms text NOT NULL DEFAULT '', DROP CONSTRAINT contact_search_total_pkey,
  ADD CONSTRAINT contact_search_total_pkey PRIMARY KEY (organization_id, patterns, terms);

-- CreateTable
CREATE TABLE "contact_activity" (
    "organization_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_surveyed_at" TIMESTAMPTZ(3),
    "last_answered_at" TIMESTAMPTZ(3),
    "last_rating" INTEGER,
    "last_band" TEXT,
    "terms" tsvector NOT NULL DEFAULT ''::tsvector,

    CONSTRAINT "contact_activity_pkey" PRIMARY KEY ("organization_id","contact_id")
);

-- Text that sorts as the number does: the sign, then the bytes of the double in hexadecimal, inverted for a negative number.
-- Numbers beyond a double are its largest. server/contacts/filters/filter-terms.ts computes the same. Called by
-- contact_filter_terms.
CREATE OR REPLACE FUNCTION sortable_number(p_number numeric) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN abs(p_number) > 1.7e308 THEN CASE WHEN p_number > 0 THEN '1' || repeat('f', 16) ELSE '0' || repeat('0', 16) END
  WHEN abs(p_number) < 1e-300 THEN '1' || repeat('0', 16)
  WHEN p_number > 0 THEN '1' || encode(float8send(p_number::double precision), 'hex')
  ELSE '0' || translate(encode(float8send(p_number::double precision), 'hex'), '0123456789abcdef', 'fedcba9876543210') END;

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

-- Recomputes when contacts were last surveyed (a survey was delivered, or captured in the Outbox) and when they last answered,
-- with the rating and band of that response. Locks the rows in a fixed order. Called by the triggers of survey_request and
-- response, and by server/contacts.
CREATE OR REPLACE FUNCTION refresh_contact_activity(p_organization_ids uuid[], p_contact_ids uuid[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM contact_activity a JOIN unnest(p_organization_ids, p_contact_ids) k(organization_id, contact_id)
      ON a.organization_id = k.organization_id AND a.contact_id = k.contact_id
  ORDER BY a.organization_id, a.contact_id FOR UPDATE OF a;
  UPDATE contact_activity a
  SET last_surveyed_at = f.surveyed_at, last_answered_at = f.answered_at, last_rating = f.rating, last_band = f.band,
    terms = contact_filter_terms(c.organization_id, c.created_at, c.location_id, c.contact_organization_id, c.preferred_language,
      c.unsubscribed, c.bounced_at IS NOT NULL, c.tags, c.custom_fields, f.surveyed_at, f.answered_at, f.rating, f.band)
  FROM (SELECT DISTINCT organization_id, contact_id FROM unnest(p_organization_ids, p_contact_ids) u(organization_id, contact_id)) k
    JOIN contact c ON c.organization_id = k.organization_id AND c.id = k.contact_id
    CROSS JOIN LATERAL (SELECT
      (SELECT max(coalesce(r.delivered_at, r.captured_at)) FROM sending d
        JOIN survey_request r ON r.organization_id = d.organization_id AND r.sending_id = d.id
        WHERE d.organization_id = k.organization_id AND d.contact_id = k.contact_id) AS surveyed_at,
      l.created_at AS answered_at, l.rating, l.band
      FROM (SELECT) always LEFT JOIN LATERAL (SELECT r.created_at, r.rating, r.band FROM response r
        WHERE r.organization_id = k.organization_id AND r.contact_id = k.contact_id AND r.status = 'completed'
        ORDER BY r.created_at DESC, r.id DESC LIMIT 1) l ON true) f
  WHERE a.organization_id = k.organization_id AND a.contact_id = k.contact_id
    AND (a.last_surveyed_at, a.last_answered_at, a.last_rating, a.last_band) IS DISTINCT FROM (f.surveyed_at, f.answered_at, f.rating, f.band);
END $$;

-- Refreshes contact_activity of the contacts whose responses begin or cease to count, change their rating or move to another
-- Records inserted contacts in list_change: for all contacts, their locations and the stored searches that match them. See
-- Records in list_change which location lists and stored searches an update of contacts changes; returns early if location,

INSERT INTO contact_activity (organization_id, contact_id, created_at, last_surveyed_at, last_answered_at, last_rating, last_band, terms)
SELECT c.organization_id, c.id, c.created_at, k.surveyed_at, l.created_at, l.rating, l.band,
  contact_filter_terms(c.organization_id, c.created_at, c.location_id, c.contact_organization_id, c.preferred_language, c.unsubscribed,
    c.bounced_at IS NOT NULL, c.tags, c.custom_fields, k.surveyed_at, l.created_at, l.rating, l.band)
FROM contact c
  LEFT JOIN (SELECT d.organization_id, d.contact_id, max(coalesce(r.delivered_at, r.captured_at)) AS surveyed_at FROM sending d
    JOIN survey_request r ON r.organization_id = d.organization_id AND r.sending_id = d.id GROUP BY 1, 2) k
    ON k.organization_id = c.organization_id AND k.contact_id = c.id
  LEFT JOIN (SELECT DISTINCT ON (organization_id, contact_id) organization_id, contact_id, created_at, rating, band FROM response
    WHERE status = 'completed' ORDER BY organization_id, contact_id, created_at DESC, id DESC) l
    ON l.organization_id = c.organization_id AND l.contact_id = c.id;

-- CreateIndex
CREATE INDEX "contact_activity_organization_id_created_at_contact_id_idx" ON "contact_activity"("organization_id", "created_at" DESC, "contact_id" DESC);

-- CreateIndex
CREATE INDEX "contact_activity_terms_idx" ON "contact_activity" USING GIN ("terms");

-- Contacts that were never surveyed, or never answered, count as the longest ago.
CREATE INDEX contact_activity_surveyed_idx ON contact_activity (organization_id, coalesce(last_surveyed_at, '-infinity'), contact_id);
CREATE INDEX contact_activity_answered_idx ON contact_activity (organization_id, coalesce(last_answered_at, '-infinity'), contact_id);

-- AddForeignKey
ALTER TABLE "contact_activity" ADD CONSTRAINT "contact_activity_organization_id_contact_id_fkey" FOREIGN KEY ("organization_id", "contact_id") REFERENCES "contact"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Filters by values that one contact in a hundred has are planned with these statistics.
ALTER TABLE contact_activity ALTER COLUMN terms SET STATISTICS 500;
ANALYZE contact_activity;

-- Adds the row of each new contact to contact_activity.
CREATE OR REPLACE FUNCTION contact_activity_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_activity (organization_id, contact_id, created_at, terms)
  SELECT organization_id, id, created_at, contact_filter_terms(organization_id, created_at, location_id, contact_organization_id,
    preferred_language, unsubscribed, bounced_at IS NOT NULL, tags, custom_fields, NULL, NULL, NULL, NULL)
  FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_add();

-- contact.
CREATE OR REPLACE FUNCTION contact_activity_answer_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(k.organization_id), array_agg(k.contact_id) INTO organizations, contacts
  FROM new_rows n JOIN old_rows o ON o.id = n.id
    CROSS JOIN LATERAL (VALUES (n.organization_id, n.contact_id), (o.organization_id, o.contact_id)) k(organization_id, contact_id)
  WHERE 'completed' IN (n.status, o.status)
    AND (n.status, n.contact_id, n.rating, n.band, n.created_at) IS DISTINCT FROM (o.status, o.contact_id, o.rating, o.band, o.created_at);
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_answer_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_answer_change();

-- Refreshes contact_activity of the contacts whose completed responses were deleted.
CREATE OR REPLACE FUNCTION contact_activity_answer_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(contact_id) INTO organizations, contacts FROM old_rows WHERE status = 'completed';
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_answer_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_answer_remove();

-- Refreshes contact_activity of the contacts whose completed responses were added.
CREATE OR REPLACE FUNCTION contact_activity_answered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(contact_id) INTO organizations, contacts FROM new_rows WHERE status = 'completed';
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_answered AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_answered();

-- Refreshes contact_activity of the contacts whose surveys were delivered, captured or bounced.
CREATE OR REPLACE FUNCTION contact_activity_surveyed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  contacts uuid[];
BEGIN
  SELECT array_agg(d.organization_id), array_agg(d.contact_id) INTO organizations, contacts
  FROM new_rows n JOIN old_rows o ON o.organization_id = n.organization_id AND o.sending_id = n.sending_id AND o.survey_id = n.survey_id
    JOIN sending d ON d.organization_id = n.organization_id AND d.id = n.sending_id
  WHERE (n.delivered_at, n.captured_at) IS DISTINCT FROM (o.delivered_at, o.captured_at);
  IF organizations IS NOT NULL THEN PERFORM refresh_contact_activity(organizations, contacts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_surveyed AFTER UPDATE ON survey_request
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_surveyed();

-- Recomputes contact_activity.terms after an update of contacts; returns early if no field that filters compare has changed.
CREATE OR REPLACE FUNCTION contact_activity_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(n.id) INTO ids FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE (n.location_id, n.contact_organization_id, n.preferred_language, n.unsubscribed, n.bounced_at, n.tags, n.custom_fields)
    IS DISTINCT FROM (o.location_id, o.contact_organization_id, o.preferred_language, o.unsubscribed, o.bounced_at, o.tags, o.custom_fields);
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM contact_activity a JOIN new_rows n ON n.organization_id = a.organization_id AND n.id = a.contact_id
  WHERE n.id = ANY (ids) ORDER BY a.organization_id, a.contact_id FOR UPDATE OF a;
  UPDATE contact_activity a
  SET terms = contact_filter_terms(n.organization_id, n.created_at, n.location_id, n.contact_organization_id, n.preferred_language,
    n.unsubscribed, n.bounced_at IS NOT NULL, n.tags, n.custom_fields, a.last_surveyed_at, a.last_answered_at, a.last_rating, a.last_band)
  FROM new_rows n WHERE n.id = ANY (ids) AND a.organization_id = n.organization_id AND a.contact_id = n.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_change();

-- Records in list_change which stored filter totals the rows added to contact_activity change.
CREATE OR REPLACE FUNCTION contact_filter_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT s.organization_id, search_list_key(s.id), count(*) FROM contact_search_total s
  JOIN new_rows r ON s.terms <> '' AND r.organization_id = s.organization_id AND r.terms @@ s.terms::tsquery
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_filter_totals_add AFTER INSERT ON contact_activity
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_filter_totals_add();

-- Records in list_change which stored filter totals an update of contact_activity changes.
CREATE OR REPLACE FUNCTION contact_filter_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT s.organization_id, search_list_key(s.id), sum(r.n) FROM contact_search_total s
  JOIN (SELECT organization_id, terms, 1 AS n FROM new_rows UNION ALL SELECT organization_id, terms, -1 FROM old_rows) r
    ON s.terms <> '' AND r.organization_id = s.organization_id AND r.terms @@ s.terms::tsquery
  GROUP BY s.organization_id, s.id HAVING sum(r.n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_filter_totals_change AFTER UPDATE ON contact_activity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_filter_totals_change();

-- Records in list_change which stored filter totals the deletion of contacts changes.
CREATE OR REPLACE FUNCTION contact_filter_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT s.organization_id, search_list_key(s.id), -count(*) FROM contact_search_total s
  JOIN old_rows r ON s.terms <> '' AND r.organization_id = s.organization_id AND r.terms @@ s.terms::tsquery
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_filter_totals_remove AFTER DELETE ON contact_activity
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_filter_totals_remove();

-- docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', count(*) FROM new_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list_key(location_id), count(*) FROM new_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list_key(s.id), count(*) FROM contact_search_total s
  JOIN new_rows r ON s.terms = '' AND r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

-- names and email are unchanged.
CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, list, sum(n) FROM (
    SELECT organization_id, location_list_key(location_id) AS list, 1 AS n FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list_key(location_id), -1 FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list_key(s.id), r.n FROM contact_search_total s
    JOIN (SELECT organization_id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON s.terms = '' AND r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

-- Records deleted contacts in list_change; the counterpart of contact_totals_add.
CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', -count(*) FROM old_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list_key(location_id), -count(*) FROM old_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list_key(s.id), -count(*) FROM contact_search_total s
  JOIN old_rows r ON s.terms = '' AND r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;
