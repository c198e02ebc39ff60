-- AlterTable
ALTER TABLE "response_tagging" ADD COLUMN     "answered_at" TIMESTAMPTZ(3),
ADD COLUMN     "ces_score" INTEGER,
ADD COLUMN     "csat_score" INTEGER,
ADD COLUMN     "nps_score" INTEGER,
ADD COLUMN     "survey_id" UUID;

-- Keeps beside a tag what its response counts as, so that numbers by tag are read off an index. The response is held: whoever changes
-- it meanwhile comes after, and finds the tag.
CREATE OR REPLACE FUNCTION response_tagging_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN r.status = 'completed' THEN r.created_at END, r.survey_id, r.nps_score, r.csat_score, r.ces_score
  INTO NEW.answered_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score
  FROM response r WHERE r.organization_id = NEW.organization_id AND r.id = NEW.response_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_add BEFORE INSERT ON response_tagging
  FOR EACH ROW EXECUTE FUNCTION response_tagging_add();

-- Tells a response's tags what it counts as from now on.
CREATE OR REPLACE FUNCTION response_tagging_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE response_tagging SET answered_at = CASE WHEN NEW.status = 'completed' THEN NEW.created_at END,
    survey_id = NEW.survey_id, nps_score = NEW.nps_score, csat_score = NEW.csat_score, ces_score = NEW.ces_score
  WHERE organization_id = NEW.organization_id AND response_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_change AFTER UPDATE OF status, created_at, survey_id, nps_score, csat_score, ces_score ON response
  FOR EACH ROW WHEN ((OLD.status, OLD.created_at, OLD.survey_id, OLD.nps_score, OLD.csat_score, OLD.ces_score)
    IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score))
  EXECUTE FUNCTION response_tagging_change();

-- Those that have a tag already.
UPDATE response_tagging t SET answered_at = CASE WHEN r.status = 'completed' THEN r.created_at END,
  survey_id = r.survey_id, nps_score = r.nps_score, csat_score = r.csat_score, ces_score = r.ces_score
FROM response r WHERE r.organization_id = t.organization_id AND r.id = t.response_id;

-- CreateIndex
CREATE INDEX "response_tagging_count_idx" ON "response_tagging"("organization_id", "answered_at", "tag_id", "survey_id", "nps_score", "csat_score", "ces_score");
