-- AlterTable
ALTER TABLE "visit" ADD COLUMN     "opened_ids" UUID[] DEFAULT ARRAY[]::UUID[];
