-- CreateTable
CREATE TABLE "alert_rule" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "trigger" TEXT NOT NULL,
    "bands" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "nps_at_most" INTEGER,
    "csat_at_most" INTEGER,
    "ces_at_most" INTEGER,
    "stars_at_most" INTEGER,
    "words" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "survey_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "location_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "user_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "pause_minutes" INTEGER NOT NULL DEFAULT 0,
    "told_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_channel" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address_encrypted" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "subject_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" JSONB,
    "notice_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_message" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "notice_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "channel_id" UUID,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "alert_rule_organization_id_id_key" ON "alert_rule"("organization_id", "id");

-- CreateIndex
CREATE INDEX "alert_channel_organization_id_rule_id_idx" ON "alert_channel"("organization_id", "rule_id");

-- CreateIndex
CREATE UNIQUE INDEX "alert_channel_organization_id_id_key" ON "alert_channel"("organization_id", "id");

-- CreateIndex
CREATE INDEX "alert_organization_id_created_at_id_idx" ON "alert"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "alert_organization_id_rule_id_created_at_id_idx" ON "alert"("organization_id", "rule_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "alert_organization_id_notice_id_idx" ON "alert"("organization_id", "notice_id");

-- CreateIndex
CREATE UNIQUE INDEX "alert_rule_id_subject_id_key" ON "alert"("rule_id", "subject_id");

-- CreateIndex
CREATE INDEX "alert_message_organization_id_notice_id_idx" ON "alert_message"("organization_id", "notice_id");

-- CreateIndex
CREATE INDEX "alert_message_organization_id_rule_id_idx" ON "alert_message"("organization_id", "rule_id");

-- AddForeignKey
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "alert_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "alert_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "alert_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_trigger_check" CHECK ("trigger" IN ('response', 'review'));
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_bands_check" CHECK ("bands" <@ ARRAY['positive', 'neutral', 'negative']);
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_pause_check" CHECK ("pause_minutes" BETWEEN 0 AND 1440);
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_kind_check" CHECK ("kind" IN ('slack', 'teams'));
ALTER TABLE "alert" ADD CONSTRAINT "alert_state_check" CHECK ("state" IN ('waiting', 'sent', 'failed', 'skipped'));
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_kind_check" CHECK ("kind" IN ('email', 'slack', 'teams'));
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_state_check" CHECK ("state" IN ('waiting', 'sent', 'failed', 'skipped'));
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_due_check" CHECK ("next_attempt_at" IS NULL OR "state" = 'waiting');

-- What is not told yet, and what is to be posted: few rows, whatever was told before.
CREATE INDEX "alert_untold_idx" ON "alert"("organization_id", "rule_id", "id") WHERE "notice_id" IS NULL AND "state" = 'waiting';
CREATE INDEX "alert_message_due_idx" ON "alert_message"("organization_id", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
-- Old ones are removed by their age.
CREATE INDEX "alert_created_idx" ON "alert"("created_at");
CREATE INDEX "alert_message_created_idx" ON "alert_message"("created_at");
