-- One way for every mail of the service's own. Notices of failed webhooks that wait move over; their table goes with the next release.
CREATE TABLE "system_email" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "organization_id" UUID,
    "user_id" UUID,
    "address" TEXT,
    "language" TEXT,
    "about_id" UUID,
    "values" JSONB NOT NULL DEFAULT '{}',
    "group_key" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "told_count" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "first_tried_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "reason" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "system_email_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "system_email_recipient_check" CHECK ("user_id" IS NOT NULL OR "address" IS NOT NULL),
    CONSTRAINT "system_email_reason_check" CHECK ("reason" IS NULL OR "reason" ->> 'code' IS NOT NULL AND jsonb_typeof("reason" -> 'values') = 'object')
);

CREATE INDEX "system_email_organization_id_about_id_idx" ON "system_email"("organization_id", "about_id");
CREATE INDEX "system_email_user_id_idx" ON "system_email"("user_id");
CREATE INDEX "system_email_group_key_created_at_idx" ON "system_email"("group_key", "created_at" DESC);
CREATE INDEX "system_email_due_idx" ON "system_email"("due_at") WHERE "ended_at" IS NULL;
CREATE UNIQUE INDEX "system_email_group_idx" ON "system_email"("group_key") WHERE "ended_at" IS NULL;

ALTER TABLE "system_email" ADD CONSTRAINT "system_email_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "system_email" ADD CONSTRAINT "system_email_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "system_email" ("id", "kind", "organization_id", "user_id", "about_id", "group_key", "count", "told_count", "due_at",
  "claimed_at", "first_tried_at", "sent_at", "ended_at", "reason", "created_at")
SELECT "id", 'webhookFailures', "organization_id", "user_id", "subscription_id", 'webhookFailures ' || "subscription_id" || ' ' || "user_id",
  "failed_count", "told_count", "due_at", "claimed_at", "first_tried_at", "sent_at", "ended_at", "why", "created_at"
FROM "webhook_notice" WHERE "ended_at" IS NULL OR "ended_at" > now() - interval '30 days';
DELETE FROM "webhook_notice";

-- What opens an account, or a place in an organization, is not shown to all of its members.
ALTER TABLE "captured_message" ADD COLUMN "visible_to" TEXT NOT NULL DEFAULT 'member';
ALTER TABLE "captured_message" ADD CONSTRAINT "captured_message_visible_to_check" CHECK ("visible_to" IN ('owner', 'admin', 'member'));
