-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "privacy_notice" JSONB NOT NULL DEFAULT '{}';
