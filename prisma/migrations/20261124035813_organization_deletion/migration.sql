-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "deletes_at" TIMESTAMPTZ(3),
ADD COLUMN     "deletion_began_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "organization_deletes_at_idx" ON "organization"("deletes_at");
