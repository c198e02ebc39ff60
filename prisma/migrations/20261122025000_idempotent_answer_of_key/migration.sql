-- An answer belongs to the API key that asked for it. Which key asked for those stored so far is not known, so they are
-- forgotten: what one key may see, another may not.
DELETE FROM "idempotent_answer";

ALTER TABLE "idempotent_answer" DROP CONSTRAINT "idempotent_answer_pkey";
ALTER TABLE "idempotent_answer" ADD COLUMN "api_key_id" UUID NOT NULL;
ALTER TABLE "idempotent_answer" ADD CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("organization_id", "api_key_id", "key");

-- AddForeignKey
ALTER TABLE "idempotent_answer" ADD CONSTRAINT "idempotent_answer_organization_id_api_key_id_fkey" FOREIGN KEY ("organization_id", "api_key_id") REFERENCES "api_key"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
