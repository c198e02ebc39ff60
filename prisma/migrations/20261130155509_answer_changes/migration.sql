-- AlterTable
ALTER TABLE "response" ADD COLUMN     "changed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "survey" ADD COLUMN     "change_hours" INTEGER;
