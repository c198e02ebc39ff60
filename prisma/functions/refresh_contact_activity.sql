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
