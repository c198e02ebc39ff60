-- AlterTable
ALTER TABLE "authenticator_app" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE "authenticator_app" ALTER COLUMN "id" DROP DEFAULT;

-- AlterTable
ALTER TABLE "email_verification" ADD COLUMN "about_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "authenticator_app_id_key" ON "authenticator_app"("id");
