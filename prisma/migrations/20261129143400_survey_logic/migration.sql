-- AlterTable
ALTER TABLE "survey" ADD COLUMN     "endings" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "layout" TEXT NOT NULL DEFAULT 'all';
