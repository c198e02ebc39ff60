-- CreateTable
CREATE TABLE "alert_candidate" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_candidate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "alert_candidate_subject_id_key" ON "alert_candidate"("subject_id");

-- CreateIndex
CREATE INDEX "alert_candidate_organization_id_id_idx" ON "alert_candidate"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "alert_candidate" ADD CONSTRAINT "alert_candidate_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Submits the answer to a survey link: the response, the status of the sending's step, the events (emit_events), and, where the
-- organization has alert rules for responses, a row that has them compared with it. Returns the ids of the deliveries; null, and nothing
-- done, where anything is no longer as the response was made of it: another answer was submitted or begun, the survey archived, the
-- contact deleted, the sending moved to another location. Called by server/responses/submit.ts.
-- p_response: a whole row of response, in JSON.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  said response := jsonb_populate_record(NULL::response, p_response);
  is_begun boolean;
BEGIN
  PERFORM lock_asked(said.sending_step_id);
  -- A statement of its own, so it sees what was committed while the lock was waited for.
  SELECT r.id IS NOT NULL INTO is_begun FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = said.sending_step_id AND s.organization_id = said.organization_id AND v.status = 'active' AND v.deleted_at IS NULL
    AND (r.id IS NULL OR r.id = said.id AND r.status <> 'completed')
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (said.sending_id, said.survey_id, said.contact_id, said.sequence_id, said.location_id, said.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE sending_step SET status = 'answered', updated_at = said.updated_at WHERE id = said.sending_step_id;
  IF is_begun THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, submitted_at, created_at, updated_at)
      = (said.status, said.language, said.answers, said.nps_score, said.csat_score, said.ces_score, said.rating, said.is_promoter, said.is_detractor, said.band, said.submitted_at, said.created_at, said.updated_at)
    WHERE id = said.id;
  ELSE
    INSERT INTO response SELECT said.*;
  END IF;
  INSERT INTO alert_candidate (id, organization_id, kind, subject_id, created_at)
  SELECT time_ordered_uuid(), said.organization_id, 'response', said.id, said.submitted_at
  WHERE EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = said.organization_id AND a.active AND a.trigger = 'response')
  ON CONFLICT DO NOTHING;
  RETURN emit_events(said.organization_id, p_kinds, p_bodies, said.submitted_at);
END $$;

-- As processes of the version before call it, which run while this one is put in their place.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[], p_rules_mark text, p_alert_ids uuid[], p_rule_ids uuid[])
RETURNS uuid[] LANGUAGE sql RETURN submit_response(p_response, p_kinds, p_bodies);
