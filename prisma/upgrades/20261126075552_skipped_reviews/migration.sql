-- AlterTable
ALTER TABLE "review_source" ADD COLUMN     "skipped_first" TEXT,
ADD COLUMN     "skipped_reviews" INTEGER NOT NULL DEFAULT 0;
