-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "response_text_days" INTEGER,
ADD COLUMN     "response_text_erased_to" TIMESTAMPTZ(3);
