-- Authenticates one API request and counts it against the rate limits of its organization, in one round trip. Returns no row
-- for an unknown key; a refused request is not counted. The key is looked up by its hash under each accepted secret, the
-- current one first; a key found under an older secret is re-hashed with the current one. Hashes of a rotated key
-- (`previous_hash`) are only looked up if no current one matches, so that other requests do not pay for rotations. Called by
-- server/api-keys for every request of /api/v1; see docs/decisions/0005-rate-limit.md and 0025-api-key-rotation.md.
-- The ring buffers are local arrays and their loops are inline, because passing an array to a function copies it.
CREATE OR REPLACE FUNCTION admit_api_request(p_hashes bytea[], p_key_id text, p_per_minute integer, p_per_hour integer)
RETURNS TABLE (
  organization_id uuid, api_key_id uuid, key_name text, scopes text[], is_active boolean, is_expired boolean, admitted boolean,
  minute_limit integer, minute_left integer, minute_reset integer, hour_limit integer, hour_left integer, hour_reset integer, retry_after integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_hash bytea;
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
  v_is_previous boolean;
BEGIN
  -- One hash at a time: with `= ANY (p_hashes)`, PostgreSQL plans the query again for every request.
  FOREACH v_hash IN ARRAY p_hashes LOOP
    SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, a.expires_at, a.last_used_at, a.hash_key_id,
           coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
      INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, v_key_id, minute_limit, hour_limit
      FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.hash = v_hash;
    EXIT WHEN FOUND;
  END LOOP;
  v_is_previous := api_key_id IS NULL;
  IF v_is_previous THEN
    -- Secrets only move from current to previous; this order misses none that moves concurrently.
    FOREACH v_hash IN ARRAY p_hashes LOOP
      SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, least(a.expires_at, a.previous_expires_at), a.previous_last_used_at,
             a.previous_hash_key_id, coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
        INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, v_key_id,
             minute_limit, hour_limit
        FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.previous_hash = v_hash;
      EXIT WHEN FOUND;
    END LOOP;
    IF api_key_id IS NULL THEN RETURN; END IF;
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
