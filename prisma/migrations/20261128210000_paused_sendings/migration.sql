-- Sendings that a member or a program paused, and jobs that act on many sendings.
ALTER TABLE "sending" ADD COLUMN "paused_at" TIMESTAMPTZ(3);
CREATE INDEX "sending_paused_idx" ON "sending" ("organization_id", "created_at" DESC, "id" DESC) WHERE "paused_at" IS NOT NULL;

ALTER TABLE "contact_job_item" ADD COLUMN "sending_id" UUID;
