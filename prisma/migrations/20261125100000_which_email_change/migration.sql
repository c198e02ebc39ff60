-- AlterTable
ALTER TABLE "email_change" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
