-- Rules by which contacts enter a sequence by themselves (docs/decisions/0080-entry-rules.md).
CREATE TABLE "entry_rule" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "segment_id" UUID,
    "created_via" TEXT[],
    "tag" TEXT,
    "survey_id" UUID,
    "bands" TEXT[],
    "property_key" TEXT,
    "day_offset" INTEGER,
    "is_yearly" BOOLEAN NOT NULL DEFAULT false,
    "every_days" INTEGER,
    "reentry_days" INTEGER,
    "next_scan_at" TIMESTAMPTZ(3),
    "scan_claimed_at" TIMESTAMPTZ(3),
    "scanned_through" DATE,
    "baseline_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "entry_rule_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "entry_candidate" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "occurrence" TEXT NOT NULL,
    "outcome" TEXT,
    "sending_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "entry_candidate_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "entry_rule_member" (
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,

    CONSTRAINT "entry_rule_member_pkey" PRIMARY KEY ("rule_id","contact_id")
);

CREATE INDEX "entry_rule_organization_id_type_idx" ON "entry_rule"("organization_id", "type");

CREATE INDEX "entry_rule_organization_id_sequence_id_idx" ON "entry_rule"("organization_id", "sequence_id");

CREATE INDEX "entry_rule_next_scan_at_idx" ON "entry_rule"("next_scan_at");

CREATE UNIQUE INDEX "entry_rule_organization_id_id_key" ON "entry_rule"("organization_id", "id");

CREATE INDEX "entry_candidate_organization_id_rule_id_created_at_id_idx" ON "entry_candidate"("organization_id", "rule_id", "created_at" DESC, "id" DESC);

CREATE INDEX "entry_candidate_created_at_idx" ON "entry_candidate"("created_at");

CREATE UNIQUE INDEX "entry_candidate_rule_id_contact_id_occurrence_key" ON "entry_candidate"("rule_id", "contact_id", "occurrence");

CREATE INDEX "entry_rule_member_organization_id_rule_id_idx" ON "entry_rule_member"("organization_id", "rule_id");

ALTER TABLE "entry_rule" ADD CONSTRAINT "entry_rule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "entry_rule" ADD CONSTRAINT "entry_rule_organization_id_sequence_id_fkey" FOREIGN KEY ("organization_id", "sequence_id") REFERENCES "sequence"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "entry_rule" ADD CONSTRAINT "entry_rule_organization_id_segment_id_fkey" FOREIGN KEY ("organization_id", "segment_id") REFERENCES "segment"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "entry_rule" ADD CONSTRAINT "entry_rule_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "entry_candidate" ADD CONSTRAINT "entry_candidate_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "entry_candidate" ADD CONSTRAINT "entry_candidate_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "entry_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "entry_rule_member" ADD CONSTRAINT "entry_rule_member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "entry_rule_member" ADD CONSTRAINT "entry_rule_member_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "entry_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX entry_candidate_pending_idx ON entry_candidate (organization_id, rule_id, created_at, id) WHERE decided_at IS NULL;

ALTER TABLE entry_rule ADD CONSTRAINT entry_rule_type_check
  CHECK (type IN ('contact_created', 'tag_added', 'tag_removed', 'response_given', 'segment_entered', 'date_reached', 'recurring'));
ALTER TABLE entry_candidate ADD CONSTRAINT entry_candidate_decided_check CHECK ((decided_at IS NULL) = (outcome IS NULL));

-- Records new contacts as candidates of the entry rules of active sequences: they are created in a way, and get the tags they begin with.
CREATE OR REPLACE FUNCTION entry_candidate_contact_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A silent import (server/contacts/upsert-contacts.ts).
  IF current_setting('feedback.silent', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
  SELECT uuid_v7(), n.organization_id, r.id, n.id, 'created', clock_timestamp()
  FROM new_rows n
  JOIN entry_rule r ON r.organization_id = n.organization_id
    AND (r.type = 'contact_created' AND n.created_via = ANY (r.created_via) OR r.type = 'tag_added' AND r.tag = ANY (n.tags))
  JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active'
  ON CONFLICT (rule_id, contact_id, occurrence) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_contact_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entry_candidate_contact_add();

-- Records the contact of a response as a candidate of the entry rules of active sequences, once the response counts. Imported responses
-- are past answers. A sequence does not enrol those who answer its own survey: it would never end.
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
  WHEN (NEW.status = 'completed' AND NEW.import_id IS NULL) EXECUTE FUNCTION entry_candidate_response();

CREATE OR REPLACE TRIGGER entry_candidate_response_count AFTER UPDATE ON response FOR EACH ROW
  WHEN (NEW.status = 'completed' AND NEW.import_id IS NULL AND OLD.status <> 'completed') EXECUTE FUNCTION entry_candidate_response();

-- Records contacts that get or lose a tag as candidates of the entry rules of active sequences; returns early if no tags change.
CREATE OR REPLACE FUNCTION entry_candidate_tag_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A silent import (server/contacts/upsert-contacts.ts).
  IF current_setting('feedback.silent', true) = 'on' THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.tags <> o.tags) THEN RETURN NULL; END IF;
  INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
  SELECT uuid_v7(), n.organization_id, r.id, n.id, uuid_v7()::text, clock_timestamp()
  FROM new_rows n
  JOIN old_rows o ON o.id = n.id AND n.tags <> o.tags
  JOIN entry_rule r ON r.organization_id = n.organization_id AND r.type = ANY ('{tag_added,tag_removed}')
    AND (r.tag = ANY (n.tags)) = (r.type = 'tag_added') AND (r.tag = ANY (o.tags)) <> (r.type = 'tag_added')
  JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_tag_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entry_candidate_tag_change();

-- Signals the scheduler (server/jobs/signal-jobs.ts) once a transaction that records candidates commits. Without a scheduler that listens,
-- a sweep finds them.
CREATE OR REPLACE FUNCTION entry_candidate_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', json_build_array('sequences/entries', organization_id)::text)
  FROM (SELECT DISTINCT organization_id FROM new_rows) organization;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_signal AFTER INSERT ON entry_candidate
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entry_candidate_signal();
