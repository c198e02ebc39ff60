-- Who may let things leave, how much a day, and the links that confirm an email address.
-- Organizations that exist before this count as verified and have no daily quota: nothing tells how they were made, and
-- what runs must go on. An operator can set either (org:suspend, org:set-quota).
ALTER TABLE "organization"
  ADD COLUMN "verified_at" TIMESTAMPTZ(3),
  ADD COLUMN "suspended_at" TIMESTAMPTZ(3),
  ADD COLUMN "suspension_reason" TEXT,
  ADD COLUMN "quota_earned" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "quota_per_day" INTEGER;
UPDATE "organization" SET "verified_at" = now(), "quota_earned" = false;

CREATE TABLE "email_verification" (
  "token_hash" BYTEA NOT NULL,
  "user_id" UUID NOT NULL,
  "email" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "email_verification_pkey" PRIMARY KEY ("token_hash")
);
CREATE INDEX "email_verification_user_id_idx" ON "email_verification"("user_id");
ALTER TABLE "email_verification" ADD CONSTRAINT "email_verification_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "daily_use" (
  "organization_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "allowed" INTEGER,
  "used" INTEGER NOT NULL DEFAULT 0,
  "accepted" INTEGER NOT NULL DEFAULT 0,
  "bounced" INTEGER NOT NULL DEFAULT 0,
  "complained" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "daily_use_pkey" PRIMARY KEY ("organization_id","day")
);
ALTER TABLE "daily_use" ADD CONSTRAINT "daily_use_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
