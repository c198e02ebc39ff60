-- CreateTable
CREATE TABLE "shared_results" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "survey_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_encrypted" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "question_ids" JSONB,
    "expires_on" DATE,
    "password_hash" TEXT,
    "shows_texts" BOOLEAN NOT NULL DEFAULT false,
    "shows_names" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" UUID NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_viewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "shared_results_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shared_results_token_hash_key" ON "shared_results"("token_hash");

-- CreateIndex
CREATE INDEX "shared_results_organization_id_survey_id_created_at_id_idx" ON "shared_results"("organization_id", "survey_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "shared_results_organization_id_id_key" ON "shared_results"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "shared_results" ADD CONSTRAINT "shared_results_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_results" ADD CONSTRAINT "shared_results_organization_id_survey_id_fkey" FOREIGN KEY ("organization_id", "survey_id") REFERENCES "survey"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
