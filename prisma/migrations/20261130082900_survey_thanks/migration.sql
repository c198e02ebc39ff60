-- AlterTable
ALTER TABLE "survey" ADD COLUMN     "thanks" JSONB NOT NULL DEFAULT '{}';
