-- Dedupe keys of enrolments (docs/decisions/0079-dedupe-keys.md).
CREATE TABLE "sending_dedupe_key" (
    "organization_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "key_hash" TEXT NOT NULL,
    "sending_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sending_dedupe_key_pkey" PRIMARY KEY ("organization_id", "target_id", "key_hash")
);

CREATE INDEX "sending_dedupe_key_created_at_idx" ON "sending_dedupe_key"("created_at");

ALTER TABLE "sending_dedupe_key" ADD CONSTRAINT "sending_dedupe_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
