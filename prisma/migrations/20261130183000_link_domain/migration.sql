-- CreateTable
CREATE TABLE "link_domain" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "ownership_code" TEXT NOT NULL,
    "check" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,
    "check_claimed_at" TIMESTAMPTZ(3),
    "dns_passed_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_domain_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "link_domain_organization_id_key" ON "link_domain"("organization_id");

-- CreateIndex
CREATE INDEX "link_domain_domain_idx" ON "link_domain"("domain");

-- CreateIndex
CREATE INDEX "link_domain_next_check_at_idx" ON "link_domain"("next_check_at");

-- AddForeignKey
ALTER TABLE "link_domain" ADD CONSTRAINT "link_domain_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of the organizations that add a domain, one may use it.
CREATE UNIQUE INDEX link_domain_verified_key ON link_domain (domain) WHERE verified_at IS NOT NULL;
