-- Renames tables, columns, indexes, functions and triggers to the terms of the field; changes no rows.

ALTER TABLE sending DROP COLUMN reason;
ALTER TABLE sending_step DROP COLUMN reason;
ALTER TABLE sending RENAME COLUMN why TO reason;
ALTER TABLE sending RENAME CONSTRAINT sending_why_check TO sending_reason_check;
ALTER TABLE sending_step RENAME COLUMN why TO reason;
ALTER TABLE sending_step RENAME CONSTRAINT sending_step_why_check TO sending_step_reason_check;
ALTER TABLE digest RENAME CONSTRAINT digest_told_check TO digest_figures_check;
ALTER INDEX alert_untold_idx RENAME TO alert_pending_idx;

ALTER TABLE asked_survey RENAME TO survey_request;
ALTER TABLE survey_request RENAME CONSTRAINT asked_survey_organization_id_sending_id_fkey TO survey_request_organization_id_sending_id_fkey;
ALTER TABLE survey_request RENAME CONSTRAINT asked_survey_pkey TO survey_request_pkey;
ALTER TABLE response_tally_clock RENAME TO response_daily_stats_time_zone;
ALTER TABLE response_daily_stats_time_zone RENAME CONSTRAINT response_tally_clock_pkey TO response_daily_stats_time_zone_pkey;
ALTER TABLE response_tally RENAME TO response_daily_stats;
ALTER TABLE response_daily_stats RENAME CONSTRAINT response_tally_pkey TO response_daily_stats_pkey;
ALTER TABLE job_wake RENAME TO job_signal;
ALTER TABLE job_signal RENAME CONSTRAINT job_wake_organization_id_fkey TO job_signal_organization_id_fkey;
ALTER TABLE job_signal RENAME CONSTRAINT job_wake_pkey TO job_signal_pkey;
ALTER TABLE job_pulse RENAME TO job_heartbeat;
ALTER TABLE job_heartbeat RENAME CONSTRAINT job_pulse_pkey TO job_heartbeat_pkey;
ALTER TABLE daily_use RENAME TO daily_usage;
ALTER TABLE daily_usage RENAME CONSTRAINT daily_use_organization_id_fkey TO daily_usage_organization_id_fkey;
ALTER TABLE daily_usage RENAME CONSTRAINT daily_use_pkey TO daily_usage_pkey;
ALTER INDEX daily_use_owner_id_day_idx RENAME TO daily_usage_owner_id_day_idx;
ALTER TABLE sign_in_step RENAME TO sign_in_challenge;
ALTER TABLE sign_in_challenge RENAME CONSTRAINT sign_in_step_pkey TO sign_in_challenge_pkey;
ALTER TABLE sign_in_challenge RENAME CONSTRAINT sign_in_step_user_id_fkey TO sign_in_challenge_user_id_fkey;
ALTER INDEX sign_in_step_user_id_idx RENAME TO sign_in_challenge_user_id_idx;
ALTER TABLE idempotent_answer RENAME TO idempotency_record;
ALTER TABLE idempotency_record RENAME CONSTRAINT idempotent_answer_organization_id_api_key_id_fkey TO idempotency_record_organization_id_api_key_id_fkey;
ALTER TABLE idempotency_record RENAME CONSTRAINT idempotent_answer_organization_id_fkey TO idempotency_record_organization_id_fkey;
ALTER TABLE idempotency_record RENAME CONSTRAINT idempotent_answer_pkey TO idempotency_record_pkey;
ALTER INDEX idempotent_answer_created_at_idx RENAME TO idempotency_record_created_at_idx;
ALTER TABLE throttle_count RENAME TO rate_limit_counter;
ALTER TABLE rate_limit_counter RENAME CONSTRAINT throttle_count_pkey TO rate_limit_counter_pkey;
ALTER INDEX throttle_count_resets_at_idx RENAME TO rate_limit_counter_resets_at_idx;
ALTER TABLE email_verification RENAME TO account_token;
ALTER TABLE account_token RENAME CONSTRAINT email_verification_pkey TO account_token_pkey;
ALTER TABLE account_token RENAME CONSTRAINT email_verification_user_id_fkey TO account_token_user_id_fkey;
ALTER INDEX email_verification_user_id_idx RENAME TO account_token_user_id_idx;
ALTER TABLE visit RENAME TO unread_marker;
ALTER TABLE unread_marker RENAME CONSTRAINT visit_organization_id_user_id_fkey TO unread_marker_organization_id_user_id_fkey;
ALTER TABLE unread_marker RENAME CONSTRAINT visit_pkey TO unread_marker_pkey;

ALTER TABLE alert_rule RENAME COLUMN told_at TO notified_at;
ALTER TABLE system_email RENAME COLUMN told_count TO reported_count;
ALTER TABLE system_email RENAME COLUMN about_id TO subject_id;
ALTER TABLE account_token RENAME COLUMN about_id TO subject_id;
ALTER TABLE alert RENAME COLUMN notice_id TO notification_id;
ALTER TABLE alert_message RENAME COLUMN notice_id TO notification_id;
ALTER TABLE response_tagging RENAME COLUMN giving_id TO bulk_action_id;
ALTER TABLE review RENAME COLUMN reply_settled_at TO reply_checked_at;
ALTER TABLE review_source RENAME COLUMN walk TO sync_cursor;
ALTER TABLE review_source RENAME COLUMN next_sweep_at TO next_full_sync_at;
ALTER TABLE review_source RENAME COLUMN swept_at TO full_sync_at;
ALTER INDEX system_email_organization_id_about_id_idx RENAME TO system_email_organization_id_subject_id_idx;
ALTER INDEX alert_message_organization_id_notice_id_idx RENAME TO alert_message_organization_id_notification_id_idx;
ALTER INDEX alert_organization_id_notice_id_idx RENAME TO alert_organization_id_notification_id_idx;

ALTER TRIGGER sum_up_after_change ON list_change RENAME TO compact_after_list_change;
ALTER TRIGGER asked_survey_change ON survey_request RENAME TO survey_request_change;
ALTER TRIGGER asked_survey_remove ON survey_request RENAME TO survey_request_remove;
ALTER TRIGGER asked_survey_response_add ON response RENAME TO survey_request_response_add;
ALTER TRIGGER asked_survey_response_change ON response RENAME TO survey_request_response_change;
ALTER TRIGGER asked_survey_response_remove ON response RENAME TO survey_request_response_remove;
ALTER TRIGGER asked_survey_sending_change ON sending RENAME TO survey_request_sending_change;
ALTER TRIGGER asked_survey_step_add ON sending_step RENAME TO survey_request_step_add;
ALTER TRIGGER asked_survey_step_change ON sending_step RENAME TO survey_request_step_change;
ALTER TRIGGER asked_survey_step_remove ON sending_step RENAME TO survey_request_step_remove;
ALTER TRIGGER sum_up_after_response_change ON response_change RENAME TO compact_after_response_change;

ALTER FUNCTION add_to_response_tally RENAME TO add_to_response_daily_stats;
ALTER FUNCTION asked_survey_change RENAME TO survey_request_change;
ALTER FUNCTION asked_survey_remove RENAME TO survey_request_remove;
ALTER FUNCTION asked_survey_response_add RENAME TO survey_request_response_add;
ALTER FUNCTION asked_survey_response_change RENAME TO survey_request_response_change;
ALTER FUNCTION asked_survey_response_remove RENAME TO survey_request_response_remove;
ALTER FUNCTION asked_survey_sending_change RENAME TO survey_request_sending_change;
ALTER FUNCTION asked_survey_step_add RENAME TO survey_request_step_add;
ALTER FUNCTION asked_survey_step_change RENAME TO survey_request_step_change;
ALTER FUNCTION asked_survey_step_remove RENAME TO survey_request_step_remove;
ALTER FUNCTION day_begins RENAME TO start_of_day;
ALTER FUNCTION find_fold RENAME TO fold_accents;
ALTER FUNCTION find_words RENAME TO folded_words;
ALTER FUNCTION known_time_zone RENAME TO valid_time_zone;
ALTER FUNCTION location_list RENAME TO location_list_key;
ALTER FUNCTION lock_asked RENAME TO lock_survey_request;
ALTER FUNCTION recount_asked_surveys RENAME TO recount_survey_requests;
ALTER FUNCTION response_find_words RENAME TO response_search_lexemes;
ALTER FUNCTION response_tally_cells RENAME TO response_daily_stats_rows;
ALTER FUNCTION review_find_words RENAME TO review_search_words;
ALTER FUNCTION search_fold RENAME TO fold_case;
ALTER FUNCTION search_list RENAME TO search_list_key;
ALTER FUNCTION sum_up_after_change RENAME TO compact_after_list_change;
ALTER FUNCTION sum_up_after_response_change RENAME TO compact_after_response_change;
ALTER FUNCTION sum_up_list_changes RENAME TO compact_list_changes;
ALTER FUNCTION sum_up_response_changes RENAME TO compact_response_changes;
ALTER FUNCTION time_ordered_uuid RENAME TO uuid_v7;

-- Aggregates changes of responses to rows of response_daily_stats: per survey and for all surveys (zeros); in each in total,
-- per location and per employee; by day and by month in the stored time zone of the organization's statistics.
-- p_changes: a query of rows shaped as response_change.
CREATE OR REPLACE FUNCTION response_daily_stats_rows(p_organization_id uuid, p_changes text) RETURNS SETOF response_daily_stats LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS MATERIALIZED (
      SELECT valid_time_zone(coalesce(k.time_zone, o.time_zone)) AS zone FROM organization o
      LEFT JOIN response_daily_stats_time_zone k ON k.organization_id = o.id WHERE o.id = $1)
    SELECT $1, s.id, d.dimension, p.span, p.day, d.id,
      coalesce(sum(b.n), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'positive'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'neutral'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'negative'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 0), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 6), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 7), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 8), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 9), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 10), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 6), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 7), 0)::int,
      coalesce(sum(b.delivered), 0)::int,
      coalesce(sum(b.answered), 0)::int,
      coalesce(sum(b.captured), 0)::int
    FROM (SELECT changes.*, (at AT TIME ZONE zone)::date AS day, '00000000-0000-0000-0000-000000000000'::uuid AS zeros
        FROM changes, clock) b
      CROSS JOIN LATERAL (VALUES (b.survey_id), (b.zeros)) s(id)
      CROSS JOIN LATERAL (VALUES ('all', b.zeros), ('location', coalesce(b.location_id, b.zeros)),
        ('employee', coalesce(b.employee_id, b.zeros))) d(dimension, id)
      CROSS JOIN LATERAL (VALUES ('day', b.day), ('month', date_trunc('month', b.day)::date)) p(span, day)
    GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
  $q$, p_changes) USING p_organization_id;
END $$;

-- Adds the rows of a query (`p_changes`, shaped as response_change) to response_daily_stats, and stores the time zone of its
-- days. Called by compact_response_changes and server/responses.
CREATE OR REPLACE FUNCTION add_to_response_daily_stats(p_organization_id uuid, p_changes text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_daily_stats_time_zone (organization_id, time_zone)
  SELECT id, valid_time_zone(time_zone) FROM organization WHERE id = p_organization_id ON CONFLICT DO NOTHING;
  INSERT INTO response_daily_stats AS t SELECT * FROM response_daily_stats_rows(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET
    responses = t.responses + excluded.responses, positive = t.positive + excluded.positive, neutral = t.neutral + excluded.neutral, negative = t.negative + excluded.negative, nps_0 = t.nps_0 + excluded.nps_0, nps_1 = t.nps_1 + excluded.nps_1, nps_2 = t.nps_2 + excluded.nps_2, nps_3 = t.nps_3 + excluded.nps_3, nps_4 = t.nps_4 + excluded.nps_4, nps_5 = t.nps_5 + excluded.nps_5, nps_6 = t.nps_6 + excluded.nps_6, nps_7 = t.nps_7 + excluded.nps_7, nps_8 = t.nps_8 + excluded.nps_8, nps_9 = t.nps_9 + excluded.nps_9, nps_10 = t.nps_10 + excluded.nps_10, csat_1 = t.csat_1 + excluded.csat_1, csat_2 = t.csat_2 + excluded.csat_2, csat_3 = t.csat_3 + excluded.csat_3, csat_4 = t.csat_4 + excluded.csat_4, csat_5 = t.csat_5 + excluded.csat_5, ces_1 = t.ces_1 + excluded.ces_1, ces_2 = t.ces_2 + excluded.ces_2, ces_3 = t.ces_3 + excluded.ces_3, ces_4 = t.ces_4 + excluded.ces_4, ces_5 = t.ces_5 + excluded.ces_5, ces_6 = t.ces_6 + excluded.ces_6, ces_7 = t.ces_7 + excluded.ces_7, delivered = t.delivered + excluded.delivered, answered = t.answered + excluded.answered, captured = t.captured + excluded.captured;
END $$;

-- Authenticates one API request and counts it against the rate limits of its organization, in one round trip. Returns no row
-- for an unknown key; a refused request is not counted. The key is looked up by its hash under each accepted secret, the
-- current one first; a key found under an older secret is re-hashed with the current one. Hashes of a rotated key
-- (`previous_hash`) are only looked up if no current one matches, so that other requests do not pay for rotations. Called by
-- server/api-keys for every request of /api/v1; see docs/decisions/0005-rate-limit.md and 0025-key-rotation.md.
-- The ring buffers are local arrays and their loops are inline, because passing an array to a function copies it.
CREATE OR REPLACE FUNCTION admit_api_request(p_hashes bytea[], p_key_id text, p_per_minute integer, p_per_hour integer)
RETURNS TABLE (
  organization_id uuid, api_key_id uuid, key_name text, scopes text[], is_active boolean, is_expired boolean, admitted boolean,
  minute_limit integer, minute_left integer, minute_reset integer, hour_limit integer, hour_left integer, hour_reset integer, retry_after integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_expires_at timestamptz;
  v_last_used_at timestamptz;
  v_key_id text;
  at_epoch double precision;
  m bigint;
  h bigint;
  m_last bigint;
  h_last bigint;
  m_total integer;
  h_total integer;
  m_counts integer[];
  h_counts integer[];
  i integer;
  v_is_previous boolean := false;
BEGIN
  SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, a.expires_at, a.last_used_at, a.hash_key_id,
         coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
    INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, v_key_id, minute_limit, hour_limit
    FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.hash = ANY (p_hashes);
  IF NOT FOUND THEN
    v_is_previous := true;
    -- Secrets only move from current to previous; this order misses none that moves concurrently.
    SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, least(a.expires_at, a.previous_expires_at), a.previous_last_used_at,
           a.previous_hash_key_id, coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
      INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, v_key_id, minute_limit, hour_limit
      FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.previous_hash = ANY (p_hashes);
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  is_expired := v_expires_at IS NOT NULL AND v_expires_at <= clock_timestamp();
  admitted := false;
  IF NOT is_active OR is_expired THEN RETURN NEXT; RETURN; END IF;

  LOOP
    SELECT r.minute_slot, r.minute_total, r.minute_counts, r.hour_slot, r.hour_total, r.hour_counts
      INTO m_last, m_total, m_counts, h_last, h_total, h_counts
      FROM rate_window r WHERE r.organization_id = admit_api_request.organization_id FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_window VALUES (admit_api_request.organization_id, 0, 0, array_fill(0, ARRAY[241]), 0, 0, array_fill(0, ARRAY[241]))
      ON CONFLICT DO NOTHING;
  END LOOP;
  -- Reads the clock under the lock, so that time never goes back within one organization.
  at_epoch := extract(epoch FROM clock_timestamp());
  m := greatest(floor(at_epoch * 4)::bigint, m_last);
  h := greatest(floor(at_epoch / 15)::bigint, h_last);

  -- Empties the slots that left the window.
  IF m - m_last >= 241 THEN
    m_counts := array_fill(0, ARRAY[241]);
    m_total := 0;
  ELSE
    FOR ahead IN 1 .. (m - m_last)::integer LOOP
      i := ((m_last + ahead) % 241)::integer + 1;
      IF m_counts[i] > 0 THEN
        m_total := m_total - m_counts[i];
        m_counts[i] := 0;
      END IF;
    END LOOP;
  END IF;
  IF h - h_last >= 241 THEN
    h_counts := array_fill(0, ARRAY[241]);
    h_total := 0;
  ELSE
    FOR ahead IN 1 .. (h - h_last)::integer LOOP
      i := ((h_last + ahead) % 241)::integer + 1;
      IF h_counts[i] > 0 THEN
        h_total := h_total - h_counts[i];
        h_counts[i] := 0;
      END IF;
    END LOOP;
  END IF;

  admitted := m_total < minute_limit AND h_total < hour_limit;
  IF admitted THEN
    i := (m % 241)::integer + 1;
    m_counts[i] := m_counts[i] + 1;
    i := (h % 241)::integer + 1;
    h_counts[i] := h_counts[i] + 1;
    m_total := m_total + 1;
    h_total := h_total + 1;
    UPDATE rate_window r SET minute_slot = m, minute_total = m_total, minute_counts = m_counts, hour_slot = h, hour_total = h_total, hour_counts = h_counts
      WHERE r.organization_id = admit_api_request.organization_id;
    IF v_last_used_at IS NULL OR v_last_used_at < clock_timestamp() - interval '1 minute' OR v_key_id IS DISTINCT FROM p_key_id THEN
      -- Only if unchanged: a rotation may have happened in between.
      IF v_is_previous THEN
        UPDATE api_key a SET previous_last_used_at = clock_timestamp(), previous_hash = p_hashes[1], previous_hash_key_id = p_key_id
          WHERE a.id = api_key_id AND a.previous_hash = ANY (p_hashes);
      ELSE
        UPDATE api_key a SET last_used_at = clock_timestamp(), hash = p_hashes[1], hash_key_id = p_key_id
          WHERE a.id = api_key_id AND a.hash = ANY (p_hashes);
      END IF;
    END IF;
  END IF;

  minute_left := greatest(minute_limit - m_total, 0);
  hour_left := greatest(hour_limit - h_total, 0);
  -- A slot ends at (slot + 1) × width and leaves the window one window length later.
  minute_reset := ceil((m + 241) / 4.0 - at_epoch)::integer;
  hour_reset := ceil((h + 241) * 15.0 - at_epoch)::integer;
  retry_after := 0;
  IF NOT admitted THEN
    -- When the oldest counted slot of each full window leaves the window.
    IF minute_left = 0 THEN
      FOR age IN REVERSE 240 .. 0 LOOP
        IF m_counts[((m - age) % 241)::integer + 1] > 0 THEN
          retry_after := ceil((m + 241 - age) / 4.0 - at_epoch)::integer;
          EXIT;
        END IF;
      END LOOP;
    END IF;
    IF hour_left = 0 THEN
      FOR age IN REVERSE 240 .. 0 LOOP
        IF h_counts[((h - age) % 241)::integer + 1] > 0 THEN
          retry_after := greatest(retry_after, ceil((h + 241 - age) * 15.0 - at_epoch)::integer);
          EXIT;
        END IF;
      END LOOP;
    END IF;
    retry_after := greatest(retry_after, 1);
  END IF;
  RETURN NEXT;
END $$;

-- Adds committed rows of list_change to list_total and deletes them, once there are a hundred. One transaction per
-- organization at a time; a concurrent call returns at once. Called by the trigger of list_change; see
-- docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION compact_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM list_change WHERE organization_id = p_organization_id LIMIT 100) c) < 100
    OR NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  -- Drops searches whose count never finished.
  DELETE FROM contact_search_total
  WHERE organization_id = p_organization_id AND total IS NULL AND counted_at < clock_timestamp() - interval '10 minutes';
  -- Keeps changes of searches being counted; drops those of searches no longer stored.
  WITH summed AS (
    DELETE FROM list_change c WHERE organization_id = p_organization_id AND NOT EXISTS (
      SELECT FROM contact_search_total s
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = search_list_key(s.id))
    RETURNING list, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM summed GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = search_list_key(s.id)
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;

-- Runs compact_list_changes after each insert into list_change.
CREATE OR REPLACE FUNCTION compact_after_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compact_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

-- Adds committed rows of response_change to response_daily_stats and deletes them, once there are two hundred. One
-- transaction per organization at a time; a concurrent call returns at once. Bitmap scans are off because they collect the
-- dead rows that an index scan skips. Called by the trigger of response_change; see docs/decisions/0027.
CREATE OR REPLACE FUNCTION compact_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_daily_stats ' || p_organization_id, 0)) THEN RETURN; END IF;
  PERFORM add_to_response_daily_stats(p_organization_id,
    format('DELETE FROM response_change WHERE organization_id = %L RETURNING *', p_organization_id));
END $$;

-- Runs compact_response_changes after one of twenty inserts into response_change: the check costs more than the insert.
CREATE OR REPLACE FUNCTION compact_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compact_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows WHERE id % 20 = 0) o;
  RETURN NULL;
END $$;

-- Substrings of five letters of a contact's names and email, each prefixed with the end of the organization's id, for the
-- index contact_search_idx. The prefix keeps one posting list per organization, so that a search does not read other
-- organizations' entries. A shorter search word is a prefix of such a substring. After a change of this function, rebuild
-- contact_search_idx.
-- The cost tells the planner that computing the substrings is more expensive than looking them up.
CREATE OR REPLACE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Organizations that share it read each other's entries, never a contact: the
  -- query also compares the organization.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 5) FROM generate_series(1, char_length(words)) i));
END $$;

-- Records inserted contacts in list_change: for all contacts, their locations and the stored searches that match them. See
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
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

-- Records in list_change which location lists and stored searches an update of contacts changes; returns early if location,
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
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
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
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

-- Inserts one webhook delivery per event and active subscription to its kind; a subscription with an owner key counts only
-- while that key is active. Locks the subscriptions against deletion until the transaction ends, so a concurrent unsubscribe
-- either waits or is seen. Returns the ids of the deliveries. Called by server/unit-of-work.ts and server/contacts.
CREATE OR REPLACE FUNCTION emit_events(p_organization_id uuid, p_kinds text[], p_bodies text[], p_at timestamptz)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  subscription_ids uuid[];
  written uuid[];
BEGIN
  SELECT array_agg(h.id) INTO subscription_ids FROM (
    SELECT s.id FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = p_organization_id AND s.active AND s.trigger_types && p_kinds AND coalesce(k.is_active, true)
    ORDER BY s.id FOR KEY SHARE OF s) h;
  IF subscription_ids IS NULL THEN RETURN '{}'; END IF;
  WITH made AS (
    INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at, created_at)
    SELECT uuid_v7(), p_organization_id, s.id, e.kind, e.body, p_at, p_at
    FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS e(kind, body, position)
    JOIN webhook_subscription s ON s.id = ANY (subscription_ids) AND e.kind = ANY (s.trigger_types)
    ORDER BY e.position, s.id
    RETURNING id)
  SELECT coalesce(array_agg(id), '{}') INTO written FROM made;
  RETURN written;
END $$;

-- Recomputes, for surveys in sendings, when they were first delivered or captured and whether they were answered. Locks each
-- row before reading, so that the later of two concurrent changes sees both. `IS NOT DISTINCT FROM` cannot use an index: it
-- keeps the planner, whose statistics of a growing table are old, off the index on the survey, which may have millions of
-- responses where a sending has a few. Called by the triggers of sending_step and response.
CREATE OR REPLACE FUNCTION recount_survey_requests(p_organization_ids uuid[], p_sending_ids uuid[], p_survey_ids uuid[])
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO survey_request (organization_id, sending_id, survey_id, location_id, employee_id)
  SELECT d.organization_id, d.id, k.survey_id, d.location_id, d.employee_id
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k
    JOIN sending d ON d.organization_id = k.organization_id AND d.id = k.sending_id
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  PERFORM FROM survey_request a
    JOIN unnest(p_organization_ids, p_sending_ids, p_survey_ids) k(organization_id, sending_id, survey_id)
      ON a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
  ORDER BY a.organization_id, a.sending_id, a.survey_id FOR UPDATE OF a;
  UPDATE survey_request a SET delivered_at = f.delivered_at, captured_at = f.captured_at, is_answered = f.is_answered
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k,
    LATERAL (SELECT min(s.sent_at) FILTER (WHERE is_delivered(s.status, s.sent_at)) AS delivered_at,
      CASE WHEN NOT coalesce(bool_or(is_delivered(s.status, s.sent_at)), false) THEN min(s.captured_at) END AS captured_at,
      EXISTS (SELECT FROM response r WHERE r.organization_id = k.organization_id AND r.sending_id = k.sending_id
        AND r.survey_id IS NOT DISTINCT FROM k.survey_id AND r.status IS NOT DISTINCT FROM 'completed') AS is_answered
      FROM sending_step s WHERE s.organization_id = k.organization_id AND s.sending_id = k.sending_id
        AND s.survey_id IS NOT DISTINCT FROM k.survey_id) f
  WHERE a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
    AND (a.delivered_at, a.captured_at, a.is_answered) IS DISTINCT FROM (f.delivered_at, f.captured_at, f.is_answered);
END $$;

-- Records deleted completed responses in list_change.
CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', -count(*) FROM old_rows WHERE status = 'completed' GROUP BY organization_id;
  RETURN NULL;
END $$;

-- Records deleted reviews in list_change.
CREATE OR REPLACE FUNCTION review_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'review', -count(*) FROM old_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

-- Submits the answer to a survey link, or a response that was started and never submitted (submitted_at is null): writes the
-- response, the status of the sending's step, the webhook events (emit_events) and, if the organization has alert rules for
-- responses, a candidate for them. A low score opens a case. Returns the ids of the deliveries. Returns null and writes
-- nothing if the data that the response was built from has changed: another answer exists, the survey was archived, the
-- contact deleted, or the sending moved to another location. Called by server/responses.
-- p_response: a whole row of response as JSON. p_kinds: the events; empty for a response that already counts, which is
-- submitted without events and alerts and keeps its place in lists.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  answer response := jsonb_populate_record(NULL::response, p_response);
  started response;
  is_first boolean := cardinality(p_kinds) > 0;
BEGIN
  PERFORM lock_survey_request(answer.sending_step_id);
  -- A separate statement, so that it sees rows committed while it waited for the lock.
  SELECT r.* INTO started FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = answer.sending_step_id AND s.organization_id = answer.organization_id
    AND (answer.submitted_at IS NULL OR v.status = 'active' AND v.deleted_at IS NULL)
    AND (r.id IS NULL AND answer.submitted_at IS NOT NULL OR r.id = answer.id AND r.submitted_at IS NULL)
    AND (r.status IS DISTINCT FROM 'completed') = is_first
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (answer.sending_id, answer.survey_id, answer.contact_id, answer.sequence_id, answer.location_id, answer.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  answer.case_state := coalesce(started.case_state, CASE WHEN answer.band = 'negative' THEN 'open' END);
  UPDATE sending_step SET status = 'answered', updated_at = answer.updated_at WHERE id = answer.sending_step_id;
  IF started.id IS NOT NULL THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, created_at, updated_at)
      = (answer.status, answer.language, answer.answers, answer.nps_score, answer.csat_score, answer.ces_score, answer.rating, answer.is_promoter, answer.is_detractor, answer.band, answer.case_state, answer.submitted_at, answer.created_at, answer.updated_at)
    WHERE id = answer.id;
  ELSE
    INSERT INTO response SELECT answer.*;
  END IF;
  INSERT INTO alert_candidate (id, organization_id, kind, subject_id, created_at)
  SELECT uuid_v7(), answer.organization_id, 'response', answer.id, answer.updated_at
  WHERE is_first
    AND EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = answer.organization_id AND a.active AND a.trigger = 'response')
  ON CONFLICT DO NOTHING;
  RETURN emit_events(answer.organization_id, p_kinds, p_bodies, answer.updated_at);
END $$;

-- Recounts the survey requests of inserted responses.
CREATE OR REPLACE FUNCTION survey_request_response_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

-- Recounts the survey requests whose response became, or is no longer, completed.
CREATE OR REPLACE FUNCTION survey_request_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM (
      SELECT id, organization_id, sending_id, survey_id, status = 'completed' AS is_answered FROM new_rows
      EXCEPT SELECT id, organization_id, sending_id, survey_id, status = 'completed' FROM old_rows) d
    WHERE sending_id IS NOT NULL) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

-- Recounts the survey requests of deleted responses.
CREATE OR REPLACE FUNCTION survey_request_response_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

-- Moves survey requests to the location or employee that their sending's one was merged into.
CREATE OR REPLACE FUNCTION survey_request_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE survey_request SET location_id = NEW.location_id, employee_id = NEW.employee_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id;
  RETURN NULL;
END $$;

-- Recounts the survey requests of steps inserted as delivered or captured.
CREATE OR REPLACE FUNCTION survey_request_step_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

-- Recounts the survey requests of steps that were delivered, captured or bounced.
CREATE OR REPLACE FUNCTION survey_request_step_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT n.organization_id, n.sending_id, n.survey_id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE n.survey_id IS NOT NULL AND (is_delivered(n.status, n.sent_at), n.sent_at, n.captured_at)
      IS DISTINCT FROM (is_delivered(o.status, o.sent_at), o.sent_at, o.captured_at)
      AND (is_delivered(n.status, n.sent_at) OR is_delivered(o.status, o.sent_at) OR n.captured_at IS DISTINCT FROM o.captured_at)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

-- Recounts the survey requests of deleted steps that were delivered or captured.
CREATE OR REPLACE FUNCTION survey_request_step_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

