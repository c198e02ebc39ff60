-- AlterTable
ALTER TABLE "response" ADD COLUMN     "channel" TEXT;
