-- CreateTable
CREATE TABLE "contact_duplicate_dismissal" (
    "organization_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "dismissed_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_duplicate_dismissal_pkey" PRIMARY KEY ("organization_id","contact_id","other_id")
);

-- CreateIndex
CREATE INDEX "contact_duplicate_dismissal_organization_id_other_id_idx" ON "contact_duplicate_dismissal"("organization_id", "other_id");

-- AddForeignKey
ALTER TABLE "contact_duplicate_dismissal" ADD CONSTRAINT "contact_duplicate_dismissal_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_duplicate_dismissal" ADD CONSTRAINT "contact_duplicate_dismissal_organization_id_contact_id_fkey" FOREIGN KEY ("organization_id", "contact_id") REFERENCES "contact"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_duplicate_dismissal" ADD CONSTRAINT "contact_duplicate_dismissal_organization_id_other_id_fkey" FOREIGN KEY ("organization_id", "other_id") REFERENCES "contact"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
