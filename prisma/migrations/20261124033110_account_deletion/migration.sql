-- AlterTable
ALTER TABLE "user" ADD COLUMN     "deletes_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "user_deletes_at_idx" ON "user"("deletes_at");
