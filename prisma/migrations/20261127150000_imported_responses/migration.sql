-- AlterTable
ALTER TABLE "contact_import_row" ADD COLUMN     "response_id" UUID;

-- AlterTable
ALTER TABLE "response" ADD COLUMN     "import_id" UUID;
