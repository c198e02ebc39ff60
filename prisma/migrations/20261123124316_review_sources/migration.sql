-- Review sites that organizations connect, and what became of each review and its reply.
ALTER TABLE "review" ADD COLUMN     "edited_at" TIMESTAMPTZ(6),
ADD COLUMN     "reply_claim_id" UUID,
ADD COLUMN     "reply_claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reply_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "reply_reason" JSONB,
ADD COLUMN     "reply_sent_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reply_settled_at" TIMESTAMPTZ(3),
ADD COLUMN     "reply_state" TEXT,
ADD COLUMN     "reply_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reply_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "source_id" UUID,
ADD COLUMN     "url" TEXT;

CREATE TABLE "review_source" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "config" JSONB NOT NULL DEFAULT '{}',
    "credentials_encrypted" TEXT,
    "status" TEXT NOT NULL DEFAULT 'connected',
    "announces_history" BOOLEAN NOT NULL DEFAULT true,
    "imported_at" TIMESTAMPTZ(3),
    "total" INTEGER,
    "walk" JSONB,
    "watermark" TIMESTAMPTZ(6),
    "next_sync_at" TIMESTAMPTZ(3),
    "next_sweep_at" TIMESTAMPTZ(3),
    "claim_id" UUID,
    "claimed_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3),
    "swept_at" TIMESTAMPTZ(3),
    "failure" JSONB,
    "failed_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_source_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "review_event" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "values" JSONB NOT NULL DEFAULT '{}',
    "user_id" UUID,

    CONSTRAINT "review_event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "removed_review" (
    "organization_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "review_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removed_review_pkey" PRIMARY KEY ("organization_id","source","external_id")
);

CREATE UNIQUE INDEX "review_source_organization_id_id_key" ON "review_source"("organization_id", "id");

CREATE UNIQUE INDEX "review_source_organization_id_kind_site_key" ON "review_source"("organization_id", "kind", "site");

CREATE INDEX "review_event_organization_id_review_id_at_id_idx" ON "review_event"("organization_id", "review_id", "at", "id");

CREATE UNIQUE INDEX "removed_review_organization_id_review_id_key" ON "removed_review"("organization_id", "review_id");

CREATE INDEX "review_organization_id_source_id_id_idx" ON "review"("organization_id", "source_id", "id");

ALTER TABLE "review_source" ADD CONSTRAINT "review_source_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review" ADD CONSTRAINT "review_organization_id_source_id_fkey" FOREIGN KEY ("organization_id", "source_id") REFERENCES "review_source"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "review_event" ADD CONSTRAINT "review_event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review_event" ADD CONSTRAINT "review_event_organization_id_review_id_fkey" FOREIGN KEY ("organization_id", "review_id") REFERENCES "review"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "removed_review" ADD CONSTRAINT "removed_review_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due.
CREATE INDEX "review_source_due_idx" ON "review_source"("next_sync_at") WHERE "next_sync_at" IS NOT NULL;
CREATE INDEX "review_reply_due_idx" ON "review"("organization_id", "reply_due_at", "id") WHERE "reply_due_at" IS NOT NULL;
-- How many want an answer, and which of them came last.
CREATE INDEX "review_unreplied_idx" ON "review"("organization_id", "published_at" DESC, "id" DESC) WHERE "responded_at" IS NULL;

ALTER TABLE "review_source" ADD CONSTRAINT "review_source_kind_check" CHECK ("kind" IN ('google', 'trustpilot', 'feed', 'sandbox'));
ALTER TABLE "review_source" ADD CONSTRAINT "review_source_status_check" CHECK ("status" IN ('connected', 'reconnect', 'disconnected'));
ALTER TABLE "review_source" ADD CONSTRAINT "review_source_due_check" CHECK ("next_sync_at" IS NULL OR "status" = 'connected');
ALTER TABLE "review" ADD CONSTRAINT "review_reply_state_check" CHECK ("reply_state" IN ('sending', 'live', 'pending', 'rejected', 'failed', 'local', 'removing'));
