-- DropIndex
DROP INDEX "reply_template_organization_id_name_idx";

-- DropIndex
DROP INDEX "response_tagging_count_idx";

-- AlterTable
ALTER TABLE "reply_template" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'review';

-- AlterTable
ALTER TABLE "response_tagging" ADD COLUMN     "giving_id" UUID;

-- CreateIndex
CREATE INDEX "reply_template_organization_id_kind_name_idx" ON "reply_template"("organization_id", "kind", "name");

-- CreateIndex
CREATE INDEX "response_tagging_count_idx" ON "response_tagging"("organization_id", "answered_at", "tag_id", "survey_id", "nps_score", "csat_score", "ces_score", "response_id");
