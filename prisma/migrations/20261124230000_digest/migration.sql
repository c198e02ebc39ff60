-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "digest_week" DATE NOT NULL DEFAULT ((date_trunc('week'::text, (now() AT TIME ZONE 'UTC'::text)))::date - 7);

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "link_id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "weekly_digest" BOOLEAN;

-- CreateTable
CREATE TABLE "digest" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "week" DATE NOT NULL,
    "is_preview" BOOLEAN NOT NULL DEFAULT false,
    "figures" JSONB,
    "response_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "sends_until" TIMESTAMPTZ(3),
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "digest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "digest_mail" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "digest_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" JSONB,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "digest_mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "digest_organization_id_created_at_id_idx" ON "digest"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "digest_organization_id_id_key" ON "digest"("organization_id", "id");

-- CreateIndex
CREATE INDEX "digest_mail_organization_id_digest_id_idx" ON "digest_mail"("organization_id", "digest_id");

-- CreateIndex
CREATE UNIQUE INDEX "digest_mail_digest_id_user_id_key" ON "digest_mail"("digest_id", "user_id");

-- CreateIndex
CREATE INDEX "organization_time_zone_digest_week_idx" ON "organization"("time_zone", "digest_week");

-- CreateIndex
CREATE UNIQUE INDEX "membership_link_id_key" ON "membership"("link_id");

-- AddForeignKey
ALTER TABLE "digest" ADD CONSTRAINT "digest_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_mail" ADD CONSTRAINT "digest_mail_organization_id_digest_id_fkey" FOREIGN KEY ("organization_id", "digest_id") REFERENCES "digest"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "digest" ADD CONSTRAINT "digest_week_check" CHECK (extract(isodow FROM "week") = 1);
ALTER TABLE "digest" ADD CONSTRAINT "digest_told_check" CHECK (("figures" IS NULL) = ("reason" IS NOT NULL));
ALTER TABLE "digest_mail" ADD CONSTRAINT "digest_mail_state_check" CHECK ("state" IN ('waiting', 'sent', 'failed', 'skipped'));
ALTER TABLE "digest_mail" ADD CONSTRAINT "digest_mail_reason_check" CHECK ("reason" IS NULL OR "reason" ->> 'code' IS NOT NULL AND jsonb_typeof("reason" -> 'values') = 'object');

-- Whatever processes run, an organization's week is told once.
CREATE UNIQUE INDEX "digest_week_key" ON "digest"("organization_id", "week") WHERE NOT "is_preview";
-- Old ones are removed by their age.
CREATE INDEX "digest_created_idx" ON "digest"("created_at");

-- Whoever is here already is told from the next Monday on: no week before this release is owed to anybody.
UPDATE "organization" SET "digest_week" = date_trunc('week', (now() AT TIME ZONE "time_zone") - interval '8 hours')::date - 7;
