-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "page_look" JSONB NOT NULL DEFAULT '{}';
