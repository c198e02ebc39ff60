-- People who were asked to join an organization, and when those who did were last here.
ALTER TABLE "membership" ADD COLUMN "last_seen_at" TIMESTAMPTZ(3);
ALTER TABLE "session" ADD COLUMN "user_agent" TEXT,
ADD COLUMN "address" TEXT,
ADD COLUMN "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Links that are mailed to a person are good for one thing each.
ALTER TABLE "email_verification" ADD COLUMN "purpose" TEXT NOT NULL DEFAULT 'verification';

CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "invited_by_id" UUID,
    "invited_by_name" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "invitation_organization_id_created_at_id_idx" ON "invitation"("organization_id", "created_at" DESC, "id" DESC);

CREATE INDEX "invitation_email_idx" ON "invitation"("email");

CREATE UNIQUE INDEX "invitation_organization_id_id_key" ON "invitation"("organization_id", "id");

ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "invitation_open_key" ON "invitation"("organization_id", "email") WHERE "accepted_at" IS NULL AND "withdrawn_at" IS NULL;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role_check" CHECK ("role" IN ('admin', 'member'));
