-- AlterTable
ALTER TABLE "suppression" ADD COLUMN     "created_by_id" UUID,
ADD COLUMN     "created_via" TEXT,
ADD COLUMN     "email" TEXT,
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "is_linked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "note" TEXT;
-- Only existing rows are not linked.
ALTER TABLE "suppression" ALTER COLUMN "is_linked" SET DEFAULT true;

-- CreateIndex
CREATE INDEX "suppression_organization_id_created_at_id_idx" ON "suppression"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "suppression_organization_id_email_idx" ON "suppression"("organization_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "suppression_organization_id_id_key" ON "suppression"("organization_id", "id");

-- For the list of suppressions; most contacts are in neither.
CREATE INDEX contact_unsubscribed_idx ON contact (organization_id) WHERE unsubscribed;
CREATE INDEX contact_bounced_idx ON contact (organization_id) WHERE bounced_at IS NOT NULL;
CREATE INDEX suppression_unlinked_idx ON suppression (organization_id) WHERE NOT is_linked;
