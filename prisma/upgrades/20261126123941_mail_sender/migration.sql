-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "postal_address" TEXT,
ADD COLUMN     "reply_to_user_id" UUID;
