-- AlterTable
ALTER TABLE "daily_use" ADD COLUMN     "owner_id" UUID;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "daily_use_owner_id_day_idx" ON "daily_use"("owner_id", "day");

-- The home organization is set by the operator alone (server/organizations/home.ts).
DROP TRIGGER remember_home ON organization;

DROP FUNCTION remember_home();
