-- AlterTable
ALTER TABLE "response" ADD COLUMN     "flag" TEXT,
ADD COLUMN     "flagged_contact" JSONB,
ADD COLUMN     "survey_link_id" UUID;

-- CreateTable
CREATE TABLE "survey_link" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "survey_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "placement" TEXT,
    "location_id" UUID,
    "employee_id" UUID,
    "closes_on" DATE,
    "quota" INTEGER,
    "pin_hash" TEXT,
    "once_per_device" BOOLEAN NOT NULL DEFAULT false,
    "asks_contact" TEXT NOT NULL DEFAULT 'no',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "answers" INTEGER NOT NULL DEFAULT 0,
    "flagged" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "survey_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "survey_link_slug_key" ON "survey_link"("slug");

-- CreateIndex
CREATE INDEX "survey_link_organization_id_survey_id_created_at_id_idx" ON "survey_link"("organization_id", "survey_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "survey_link_organization_id_id_key" ON "survey_link"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "survey_link" ADD CONSTRAINT "survey_link_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "survey_link" ADD CONSTRAINT "survey_link_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- Keeps the order of changes by updated_at safe to read while transactions run (server/change-feed): no row
-- is written with an updated_at of more than two seconds before the write. A time that the service read earlier (it waited for
-- a connection or a lock, its clock is slow, or a statement left updated_at as it was) is replaced by the database's time.
-- The conditions take the transaction's id before they read the clock, so that readChangeWatermark sees the transaction. Changes of
-- columns that no client sees do not count.
CREATE OR REPLACE FUNCTION advance_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER contact_insert_updated_at BEFORE INSERT ON contact FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER contact_update_updated_at BEFORE UPDATE ON contact FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.email, OLD.first_name, OLD.last_name, OLD.phone, OLD.title, OLD.preferred_language, OLD.location_id,
         OLD.contact_organization_id, OLD.custom_fields, OLD.tags, OLD.unsubscribed, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.email, NEW.first_name, NEW.last_name, NEW.phone, NEW.title, NEW.preferred_language, NEW.location_id,
         NEW.contact_organization_id, NEW.custom_fields, NEW.tags, NEW.unsubscribed, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER response_insert_updated_at BEFORE INSERT ON response FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER response_update_updated_at BEFORE UPDATE ON response FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.survey_id, OLD.contact_id, OLD.sequence_id, OLD.location_id, OLD.employee_id, OLD.contact_organization_id, OLD.status, OLD.language,
         OLD.answers, OLD.nps_score, OLD.csat_score, OLD.ces_score, OLD.rating, OLD.is_promoter, OLD.is_detractor, OLD.band,
         OLD.submitted_at, OLD.channel, OLD.survey_link_id, OLD.case_state, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.survey_id, NEW.contact_id, NEW.sequence_id, NEW.location_id, NEW.employee_id, NEW.contact_organization_id, NEW.status, NEW.language,
         NEW.answers, NEW.nps_score, NEW.csat_score, NEW.ces_score, NEW.rating, NEW.is_promoter, NEW.is_detractor, NEW.band,
         NEW.submitted_at, NEW.channel, NEW.survey_link_id, NEW.case_state, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER review_insert_updated_at BEFORE INSERT ON review FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER review_update_updated_at BEFORE UPDATE ON review FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.source, OLD.location_id, OLD.rating, OLD.text, OLD.published_at, OLD.reply_text, OLD.responded_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.source, NEW.location_id, NEW.rating, NEW.text, NEW.published_at, NEW.reply_text, NEW.responded_at))
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER sending_insert_updated_at BEFORE INSERT ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER sending_update_updated_at BEFORE UPDATE ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.sequence_id, OLD.survey_id, OLD.contact_id, OLD.email, OLD.location_id, OLD.employee_id, OLD.status,
         OLD.reason, OLD.due_at, OLD.paused_at, OLD.ended_at, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.sequence_id, NEW.survey_id, NEW.contact_id, NEW.email, NEW.location_id, NEW.employee_id, NEW.status,
         NEW.reason, NEW.due_at, NEW.paused_at, NEW.ended_at, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();

-- Records the contact of a response as a candidate of the entry rules of active sequences, once the response counts. Imported responses
-- are past answers, one without a contact enrols no one, nor does one by an open link: anyone may enter an address there. A sequence does not enrol those who answer its own survey: it would never end.
CREATE OR REPLACE FUNCTION entry_candidate_response() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
  SELECT uuid_v7(), NEW.organization_id, r.id, NEW.contact_id, NEW.id::text, clock_timestamp()
  FROM entry_rule r
  JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active'
  WHERE r.organization_id = NEW.organization_id AND r.type = 'response_given' AND NEW.band = ANY (r.bands)
    AND (r.survey_id IS NULL OR r.survey_id = NEW.survey_id) AND r.sequence_id IS DISTINCT FROM NEW.sequence_id
  ON CONFLICT (rule_id, contact_id, occurrence) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_response_add AFTER INSERT ON response FOR EACH ROW
  WHEN (NEW.status = 'completed' AND NEW.contact_id IS NOT NULL AND NEW.survey_link_id IS NULL AND NEW.import_id IS NULL) EXECUTE FUNCTION entry_candidate_response();

CREATE OR REPLACE TRIGGER entry_candidate_response_count AFTER UPDATE ON response FOR EACH ROW
  WHEN (NEW.status = 'completed' AND NEW.contact_id IS NOT NULL AND NEW.survey_link_id IS NULL AND NEW.import_id IS NULL AND OLD.status <> 'completed') EXECUTE FUNCTION entry_candidate_response();

-- The answers of a link, and those that wait for a decision. No row is in them yet, but the table is read once.
CREATE INDEX response_survey_link_idx ON response (organization_id, survey_link_id, created_at DESC, id DESC) WHERE survey_link_id IS NOT NULL;

CREATE INDEX response_flagged_idx ON response (organization_id, created_at DESC, id DESC) WHERE status = 'flagged';

-- Existing rows satisfy it: the former constraint was narrower.
ALTER TABLE response DROP CONSTRAINT response_status_check,
  ADD CONSTRAINT response_status_check CHECK (status IN ('partial', 'completed', 'flagged')) NOT VALID;

ALTER TABLE response VALIDATE CONSTRAINT response_status_check;

ALTER TABLE survey_link ADD CONSTRAINT survey_link_quota_check CHECK (quota > 0),
  ADD CONSTRAINT survey_link_asks_contact_check CHECK (asks_contact IN ('no', 'optional', 'required'));
