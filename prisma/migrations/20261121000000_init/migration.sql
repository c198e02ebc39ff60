-- CreateTable
CREATE TABLE "organization" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "default_language" TEXT NOT NULL DEFAULT 'en',
    "default_country" TEXT NOT NULL DEFAULT 'US',
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "brand_color" TEXT,
    "throttle_days" INTEGER,
    "quiet_hours_start" INTEGER,
    "quiet_hours_end" INTEGER,
    "rate_limit_per_minute" INTEGER,
    "rate_limit_per_hour" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "language" TEXT NOT NULL DEFAULT 'en',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "start" TEXT NOT NULL,
    "end" TEXT NOT NULL,
    "scopes" TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_organization" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "employee" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "employee_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT,
    "phone" TEXT,
    "title" TEXT,
    "preferred_language" TEXT,
    "location_id" UUID,
    "contact_organization_id" UUID,
    "custom_fields" JSONB NOT NULL DEFAULT '{}',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unsubscribed" BOOLEAN NOT NULL DEFAULT false,
    "opted_out_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "organization_id" UUID NOT NULL,
    "email_hash" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("organization_id","email_hash")
);

-- CreateTable
CREATE TABLE "survey" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "questions" JSONB NOT NULL DEFAULT '[]',
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "survey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'draft',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_step" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "delay" INTEGER NOT NULL DEFAULT 0,
    "survey_id" UUID,
    "subject" JSONB,
    "body" JSONB,
    "webhook_url" TEXT,
    "condition" TEXT NOT NULL DEFAULT 'always',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sending" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sequence_id" UUID,
    "survey_id" UUID,
    "contact_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "location_id" UUID,
    "employee_id" UUID,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "anchor_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sending_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sending_step" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sending_id" UUID NOT NULL,
    "step_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "survey_id" UUID,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "channel" TEXT,
    "recipient" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sending_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "survey_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "sending_id" UUID,
    "sending_step_id" UUID,
    "sequence_id" UUID,
    "location_id" UUID,
    "employee_id" UUID,
    "status" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "answers" JSONB NOT NULL DEFAULT '[]',
    "nps_score" INTEGER,
    "csat_score" INTEGER,
    "ces_score" INTEGER,
    "rating" INTEGER,
    "is_promoter" BOOLEAN NOT NULL DEFAULT false,
    "is_detractor" BOOLEAN NOT NULL DEFAULT false,
    "band" TEXT,
    "submitted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "response_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_subscription" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "hook_url" TEXT NOT NULL,
    "trigger_types" TEXT[],
    "secret_encrypted" TEXT NOT NULL,
    "previous_secret_encrypted" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "deactivated_at" TIMESTAMPTZ(3),
    "owner_key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "dead_letter" BOOLEAN NOT NULL DEFAULT false,
    "next_attempt_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "http_status_code" INTEGER,
    "success" BOOLEAN NOT NULL DEFAULT false,
    "dead_letter" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "duration_ms" INTEGER,
    "response_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captured_message" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT,
    "text" TEXT NOT NULL,
    "html" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "captured_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_total" (
    "organization_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "total" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "list_total_pkey" PRIMARY KEY ("organization_id","list")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_organization_id_idx" ON "session"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_organization_id_created_at_id_idx" ON "api_key"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "api_key_created_by_id_idx" ON "api_key"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_organization_id_id_key" ON "api_key"("organization_id", "id");

-- CreateIndex
CREATE INDEX "location_organization_id_created_at_id_idx" ON "location"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "location_organization_id_id_key" ON "location"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_organization_organization_id_id_key" ON "contact_organization"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "employee_organization_id_id_key" ON "employee"("organization_id", "id");

-- CreateIndex
CREATE INDEX "contact_organization_id_created_at_id_idx" ON "contact"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contact_organization_id_phone_idx" ON "contact"("organization_id", "phone");

-- CreateIndex
CREATE INDEX "contact_organization_id_location_id_created_at_id_idx" ON "contact"("organization_id", "location_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contact_organization_id_contact_organization_id_idx" ON "contact"("organization_id", "contact_organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_organization_id_id_key" ON "contact"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_organization_id_email_key" ON "contact"("organization_id", "email");

-- CreateIndex
CREATE INDEX "survey_organization_id_created_at_id_idx" ON "survey"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "survey_organization_id_id_key" ON "survey"("organization_id", "id");

-- CreateIndex
CREATE INDEX "sequence_organization_id_created_at_id_idx" ON "sequence"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sequence_organization_id_id_key" ON "sequence"("organization_id", "id");

-- CreateIndex
CREATE INDEX "sequence_step_organization_id_sequence_id_position_idx" ON "sequence_step"("organization_id", "sequence_id", "position");

-- CreateIndex
CREATE INDEX "sequence_step_organization_id_survey_id_idx" ON "sequence_step"("organization_id", "survey_id");

-- CreateIndex
CREATE INDEX "sequence_step_organization_id_webhook_url_idx" ON "sequence_step"("organization_id", "webhook_url");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_step_organization_id_id_key" ON "sequence_step"("organization_id", "id");

-- CreateIndex
CREATE INDEX "sending_organization_id_created_at_id_idx" ON "sending"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sending_organization_id_sequence_id_created_at_idx" ON "sending"("organization_id", "sequence_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sending_organization_id_contact_id_created_at_idx" ON "sending"("organization_id", "contact_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sending_organization_id_survey_id_idx" ON "sending"("organization_id", "survey_id");

-- CreateIndex
CREATE INDEX "sending_due_at_idx" ON "sending"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "sending_organization_id_id_key" ON "sending"("organization_id", "id");

-- CreateIndex
CREATE INDEX "sending_step_organization_id_sending_id_position_idx" ON "sending_step"("organization_id", "sending_id", "position");

-- CreateIndex
CREATE INDEX "sending_step_organization_id_survey_id_idx" ON "sending_step"("organization_id", "survey_id");

-- CreateIndex
CREATE UNIQUE INDEX "sending_step_organization_id_id_key" ON "sending_step"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sending_step_sending_id_step_id_key" ON "sending_step"("sending_id", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "response_sending_step_id_key" ON "response"("sending_step_id");

-- CreateIndex
CREATE INDEX "response_organization_id_status_created_at_id_idx" ON "response"("organization_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "response_organization_id_survey_id_created_at_id_idx" ON "response"("organization_id", "survey_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "response_organization_id_contact_id_created_at_id_idx" ON "response"("organization_id", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "response_organization_id_location_id_created_at_id_idx" ON "response"("organization_id", "location_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "response_organization_id_rating_idx" ON "response"("organization_id", "rating");

-- CreateIndex
CREATE INDEX "response_organization_id_sending_id_idx" ON "response"("organization_id", "sending_id");

-- CreateIndex
CREATE UNIQUE INDEX "response_organization_id_id_key" ON "response"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "response_organization_id_sending_step_id_key" ON "response"("organization_id", "sending_step_id");

-- CreateIndex
CREATE INDEX "webhook_subscription_organization_id_created_at_id_idx" ON "webhook_subscription"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_subscription_organization_id_owner_key_id_idx" ON "webhook_subscription"("organization_id", "owner_key_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_subscription_organization_id_id_key" ON "webhook_subscription"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_subscription_organization_id_hook_url_key" ON "webhook_subscription"("organization_id", "hook_url");

-- CreateIndex
CREATE INDEX "webhook_delivery_organization_id_subscription_id_created_at_idx" ON "webhook_delivery"("organization_id", "subscription_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_next_attempt_at_idx" ON "webhook_delivery"("next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_organization_id_id_key" ON "webhook_delivery"("organization_id", "id");

-- CreateIndex
CREATE INDEX "webhook_attempt_organization_id_delivery_id_idx" ON "webhook_attempt"("organization_id", "delivery_id");

-- CreateIndex
CREATE INDEX "webhook_attempt_organization_id_subscription_id_created_at__idx" ON "webhook_attempt"("organization_id", "subscription_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempt_organization_id_id_key" ON "webhook_attempt"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempt_delivery_id_attempt_key" ON "webhook_attempt"("delivery_id", "attempt");

-- CreateIndex
CREATE INDEX "captured_message_organization_id_created_at_id_idx" ON "captured_message"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "captured_message_organization_id_id_key" ON "captured_message"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_organization" ADD CONSTRAINT "contact_organization_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employee" ADD CONSTRAINT "employee_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_organization_id_location_id_fkey" FOREIGN KEY ("organization_id", "location_id") REFERENCES "location"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_organization_id_contact_organization_id_fkey" FOREIGN KEY ("organization_id", "contact_organization_id") REFERENCES "contact_organization"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "survey" ADD CONSTRAINT "survey_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_organization_id_sequence_id_fkey" FOREIGN KEY ("organization_id", "sequence_id") REFERENCES "sequence"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending" ADD CONSTRAINT "sending_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending" ADD CONSTRAINT "sending_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_step" ADD CONSTRAINT "sending_step_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_step" ADD CONSTRAINT "sending_step_organization_id_sending_id_fkey" FOREIGN KEY ("organization_id", "sending_id") REFERENCES "sending"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_step" ADD CONSTRAINT "sending_step_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response" ADD CONSTRAINT "response_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response" ADD CONSTRAINT "response_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response" ADD CONSTRAINT "response_organization_id_sending_id_fkey" FOREIGN KEY ("organization_id", "sending_id") REFERENCES "sending"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response" ADD CONSTRAINT "response_organization_id_sending_step_id_fkey" FOREIGN KEY ("organization_id", "sending_step_id") REFERENCES "sending_step"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_organization_id_owner_key_id_fkey" FOREIGN KEY ("organization_id", "owner_key_id") REFERENCES "api_key"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_organization_id_subscription_id_fkey" FOREIGN KEY ("organization_id", "subscription_id") REFERENCES "webhook_subscription"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_organization_id_delivery_id_fkey" FOREIGN KEY ("organization_id", "delivery_id") REFERENCES "webhook_delivery"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captured_message" ADD CONSTRAINT "captured_message_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What follows is written by hand: Prisma's schema cannot say it.

-- The words that a column may hold.
ALTER TABLE "organization" ADD CONSTRAINT "organization_language_check" CHECK (default_language IN ('en', 'fr'));
ALTER TABLE "organization" ADD CONSTRAINT "organization_quiet_hours_check" CHECK ((quiet_hours_start IS NULL) = (quiet_hours_end IS NULL));
ALTER TABLE "membership" ADD CONSTRAINT "membership_role_check" CHECK (role IN ('owner', 'admin', 'member'));
ALTER TABLE "contact" ADD CONSTRAINT "contact_language_check" CHECK (preferred_language IN ('en', 'fr'));
ALTER TABLE "survey" ADD CONSTRAINT "survey_type_check" CHECK (type IN ('nps', 'csat', 'ces', 'custom'));
ALTER TABLE "survey" ADD CONSTRAINT "survey_status_check" CHECK (status IN ('active', 'archived'));
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_status_check" CHECK (status IN ('draft', 'active', 'paused', 'archived'));
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_type_check" CHECK (type IN ('survey', 'email', 'sms', 'wait'));
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_delay_check" CHECK (delay BETWEEN 0 AND 31536000);
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_condition_check" CHECK (condition IN ('always', 'not_answered', 'answered', 'positive', 'neutral', 'negative'));
ALTER TABLE "sending" ADD CONSTRAINT "sending_status_check" CHECK (status IN ('queued', 'running', 'completed', 'cancelled', 'failed'));
ALTER TABLE "sending_step" ADD CONSTRAINT "sending_step_status_check" CHECK (status IN ('scheduled', 'sent', 'delivered', 'bounced', 'opened', 'answered', 'skipped', 'failed', 'completed'));
ALTER TABLE "response" ADD CONSTRAINT "response_status_check" CHECK (status IN ('partial', 'completed'));
ALTER TABLE "response" ADD CONSTRAINT "response_scores_check" CHECK (nps_score BETWEEN 0 AND 10 AND csat_score BETWEEN 1 AND 5 AND ces_score BETWEEN 1 AND 7);
ALTER TABLE "response" ADD CONSTRAINT "response_band_check" CHECK (band IN ('positive', 'neutral', 'negative'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status_check" CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_attempts_check" CHECK (attempt_count BETWEEN 0 AND 5);
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_number_check" CHECK (attempt BETWEEN 1 AND 5);

-- Exact totals of whole lists. Statement-level, so that one statement takes the total's row lock once and last:
-- two writers of the same list then wait for each other and never in a circle.
CREATE FUNCTION list_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, TG_TABLE_NAME, count(*) FROM new_rows GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION list_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE TRIGGER contact_total_add AFTER INSERT ON contact REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();
CREATE TRIGGER contact_total_remove AFTER DELETE ON contact REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_remove();
CREATE TRIGGER sequence_total_add AFTER INSERT ON sequence REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();
CREATE TRIGGER sequence_total_remove AFTER DELETE ON sequence REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_remove();

-- Surveys that are not deleted, responses that are completed: an update may bring a row in or take it out.
CREATE FUNCTION survey_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE deleted_at IS NULL
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE deleted_at IS NULL) d
  GROUP BY organization_id HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;
CREATE FUNCTION survey_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', count(*) FROM new_rows WHERE deleted_at IS NULL GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;
CREATE TRIGGER survey_total_add AFTER INSERT ON survey REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total_add();
CREATE TRIGGER survey_total_change AFTER UPDATE ON survey REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total();

CREATE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'response', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;
CREATE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'response', count(*) FROM new_rows WHERE status = 'completed' GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;
CREATE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows WHERE status = 'completed' GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = 'response';
  RETURN NULL;
END $$;
CREATE TRIGGER response_total_add AFTER INSERT ON response REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_add();
CREATE TRIGGER response_total_change AFTER UPDATE ON response REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total();
CREATE TRIGGER response_total_remove AFTER DELETE ON response REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_remove();

-- The rate limit. Two sliding windows of 240 slots each and one slot more, so that no window of exactly that length
-- ever holds more than the limit: 60 s in slots of 250 ms, 3600 s in slots of 15 s. Rings, by slot number modulo 241.
-- UNLOGGED: losing it in a crash costs nothing but a fresh window. PLAIN: a row of two kilobytes is not worth compressing.
CREATE UNLOGGED TABLE rate_window (
  organization_id uuid PRIMARY KEY,
  minute_slot bigint NOT NULL,
  minute_total integer NOT NULL,
  minute_counts integer[] NOT NULL,
  hour_slot bigint NOT NULL,
  hour_total integer NOT NULL,
  hour_counts integer[] NOT NULL
) WITH (fillfactor = 50);
ALTER TABLE rate_window ALTER COLUMN minute_counts SET STORAGE PLAIN, ALTER COLUMN hour_counts SET STORAGE PLAIN;

-- One API request at the door, in one round trip: which key it is, whether it is alive, and whether both windows of its
-- organization have room; if they have, the request is counted. No row: no such key. A request refused is not counted.
-- The rings are plain local arrays and the loops stand in line, because handing an array to a function copies it.
CREATE FUNCTION admit_api_request(p_hash bytea, p_per_minute integer, p_per_hour integer)
RETURNS TABLE (
  organization_id uuid, api_key_id uuid, key_name text, scopes text[], is_active boolean, is_expired boolean, admitted boolean,
  minute_limit integer, minute_left integer, minute_reset integer, hour_limit integer, hour_left integer, hour_reset integer, retry_after integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_expires_at timestamptz;
  v_last_used_at timestamptz;
  at_epoch double precision;
  m bigint;
  h bigint;
  m_last bigint;
  h_last bigint;
  m_total integer;
  h_total integer;
  m_counts integer[];
  h_counts integer[];
  i integer;
BEGIN
  SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, a.expires_at, a.last_used_at,
         coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
    INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, minute_limit, hour_limit
    FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.hash = p_hash;
  IF NOT FOUND THEN RETURN; END IF;
  is_expired := v_expires_at IS NOT NULL AND v_expires_at <= clock_timestamp();
  admitted := false;
  IF NOT is_active OR is_expired THEN RETURN NEXT; RETURN; END IF;

  LOOP
    SELECT r.minute_slot, r.minute_total, r.minute_counts, r.hour_slot, r.hour_total, r.hour_counts
      INTO m_last, m_total, m_counts, h_last, h_total, h_counts
      FROM rate_window r WHERE r.organization_id = admit_api_request.organization_id FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_window VALUES (admit_api_request.organization_id, 0, 0, array_fill(0, ARRAY[241]), 0, 0, array_fill(0, ARRAY[241]))
      ON CONFLICT DO NOTHING;
  END LOOP;
  -- The clock is read under the lock: time never runs backwards within one organization.
  at_epoch := extract(epoch FROM clock_timestamp());
  m := greatest(floor(at_epoch * 4)::bigint, m_last);
  h := greatest(floor(at_epoch / 15)::bigint, h_last);

  -- Slots that the window has left are emptied.
  IF m - m_last >= 241 THEN
    m_counts := array_fill(0, ARRAY[241]);
    m_total := 0;
  ELSE
    FOR ahead IN 1 .. (m - m_last)::integer LOOP
      i := ((m_last + ahead) % 241)::integer + 1;
      IF m_counts[i] > 0 THEN
        m_total := m_total - m_counts[i];
        m_counts[i] := 0;
      END IF;
    END LOOP;
  END IF;
  IF h - h_last >= 241 THEN
    h_counts := array_fill(0, ARRAY[241]);
    h_total := 0;
  ELSE
    FOR ahead IN 1 .. (h - h_last)::integer LOOP
      i := ((h_last + ahead) % 241)::integer + 1;
      IF h_counts[i] > 0 THEN
        h_total := h_total - h_counts[i];
        h_counts[i] := 0;
      END IF;
    END LOOP;
  END IF;

  admitted := m_total < minute_limit AND h_total < hour_limit;
  IF admitted THEN
    i := (m % 241)::integer + 1;
    m_counts[i] := m_counts[i] + 1;
    i := (h % 241)::integer + 1;
    h_counts[i] := h_counts[i] + 1;
    m_total := m_total + 1;
    h_total := h_total + 1;
    UPDATE rate_window r SET minute_slot = m, minute_total = m_total, minute_counts = m_counts, hour_slot = h, hour_total = h_total, hour_counts = h_counts
      WHERE r.organization_id = admit_api_request.organization_id;
    IF v_last_used_at IS NULL OR v_last_used_at < clock_timestamp() - interval '1 minute' THEN
      UPDATE api_key a SET last_used_at = clock_timestamp() WHERE a.id = api_key_id;
    END IF;
  END IF;

  minute_left := greatest(minute_limit - m_total, 0);
  hour_left := greatest(hour_limit - h_total, 0);
  -- A slot ends at (slot + 1) × width and leaves the window one window length later: what is counted now is gone by then.
  minute_reset := ceil((m + 241) / 4.0 - at_epoch)::integer;
  hour_reset := ceil((h + 241) * 15.0 - at_epoch)::integer;
  retry_after := 0;
  IF NOT admitted THEN
    -- When the oldest counted slot of each full window leaves it.
    IF minute_left = 0 THEN
      FOR age IN REVERSE 240 .. 0 LOOP
        IF m_counts[((m - age) % 241)::integer + 1] > 0 THEN
          retry_after := ceil((m + 241 - age) / 4.0 - at_epoch)::integer;
          EXIT;
        END IF;
      END LOOP;
    END IF;
    IF hour_left = 0 THEN
      FOR age IN REVERSE 240 .. 0 LOOP
        IF h_counts[((h - age) % 241)::integer + 1] > 0 THEN
          retry_after := greatest(retry_after, ceil((h + 241 - age) * 15.0 - at_epoch)::integer);
          EXIT;
        END IF;
      END LOOP;
    END IF;
    retry_after := greatest(retry_after, 1);
  END IF;
  RETURN NEXT;
END $$;
