-- CreateTable
CREATE TABLE "sending_domain" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "local_part" TEXT NOT NULL,
    "dkim_selector" TEXT NOT NULL,
    "dkim_public_key" TEXT NOT NULL,
    "dkim_private_key_encrypted" TEXT NOT NULL,
    "check" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,
    "check_claimed_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sending_domain_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sending_domain_organization_id_key" ON "sending_domain"("organization_id");

-- CreateIndex
CREATE INDEX "sending_domain_next_check_at_idx" ON "sending_domain"("next_check_at");

-- AddForeignKey
ALTER TABLE "sending_domain" ADD CONSTRAINT "sending_domain_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
