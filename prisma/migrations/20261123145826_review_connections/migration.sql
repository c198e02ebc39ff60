-- Consents at review sites that are under way, replies kept ready, and sources that are removed with their reviews. An organization
-- may connect two accounts of one site.
DROP INDEX "review_source_organization_id_kind_site_key";

CREATE TABLE "review_consent" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "source_id" UUID,
    "state_hash" TEXT NOT NULL,
    "verifier_encrypted" TEXT,
    "credentials_encrypted" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_consent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "reply_template" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "texts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_template_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "review_consent_state_hash_key" ON "review_consent"("state_hash");

CREATE INDEX "review_consent_organization_id_idx" ON "review_consent"("organization_id");

CREATE INDEX "reply_template_organization_id_name_idx" ON "reply_template"("organization_id", "name");

CREATE UNIQUE INDEX "reply_template_organization_id_id_key" ON "reply_template"("organization_id", "id");

CREATE INDEX "review_source_organization_id_kind_site_idx" ON "review_source"("organization_id", "kind", "site");

ALTER TABLE "review_consent" ADD CONSTRAINT "review_consent_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review_consent" ADD CONSTRAINT "review_consent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply_template" ADD CONSTRAINT "reply_template_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review_source" DROP CONSTRAINT "review_source_status_check";
ALTER TABLE "review_source" ADD CONSTRAINT "review_source_status_check" CHECK ("status" IN ('connected', 'reconnect', 'disconnected', 'removing'));
ALTER TABLE "review_source" DROP CONSTRAINT "review_source_due_check";
ALTER TABLE "review_source" ADD CONSTRAINT "review_source_due_check" CHECK ("next_sync_at" IS NULL OR "status" IN ('connected', 'removing'));
