-- The delivery log's tools: a resend keeps the id that the receiver knows, a test says that it is one.
ALTER TABLE "webhook_delivery" ADD COLUMN "resend_of_id" UUID,
ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;

-- The header as it was sent, so that what a developer pastes into the signature checker can be had from the log.
ALTER TABLE "webhook_attempt" ADD COLUMN "signature" TEXT;

-- The log filtered by state, its counts, and what is to be resent.
CREATE INDEX "webhook_delivery_organization_id_subscription_id_status_cre_idx" ON "webhook_delivery"("organization_id", "subscription_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_delivery_organization_id_resend_of_id_idx" ON "webhook_delivery"("organization_id", "resend_of_id");

-- What owners and admins are to be told of a subscription, one row for each message.
CREATE TABLE "webhook_notice" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "failed_count" INTEGER NOT NULL,
    "told_count" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "first_tried_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_notice_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "webhook_notice_organization_id_id_key" ON "webhook_notice"("organization_id", "id");
CREATE INDEX "webhook_notice_subscription_id_user_id_sent_at_idx" ON "webhook_notice"("subscription_id", "user_id", "sent_at" DESC);
CREATE INDEX "webhook_notice_due_at_idx" ON "webhook_notice"("due_at");

-- Prisma cannot say it: one open message for each person and subscription; more failures add to it.
CREATE UNIQUE INDEX "webhook_notice_open_key" ON "webhook_notice"("subscription_id", "user_id") WHERE "ended_at" IS NULL;

ALTER TABLE "webhook_notice" ADD CONSTRAINT "webhook_notice_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_notice" ADD CONSTRAINT "webhook_notice_organization_id_subscription_id_fkey" FOREIGN KEY ("organization_id", "subscription_id") REFERENCES "webhook_subscription"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_notice" ADD CONSTRAINT "webhook_notice_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
