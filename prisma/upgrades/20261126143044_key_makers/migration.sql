-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "previous_by_id" UUID,
ADD COLUMN     "secret_by_id" UUID;

-- Who made a secret that replaced another is not known: most likely who made the key.
UPDATE api_key SET secret_by_id = created_by_id WHERE created_by_id IS NOT NULL;
