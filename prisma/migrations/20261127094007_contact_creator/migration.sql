-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "created_by_id" UUID,
ADD COLUMN     "created_via" TEXT;
