-- CreateTable
CREATE TABLE "survey_short_link" (
    "code_hash" BYTEA NOT NULL,
    "organization_id" UUID NOT NULL,
    "sending_step_id" UUID NOT NULL,

    CONSTRAINT "survey_short_link_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "survey_short_link_organization_id_sending_step_id_idx" ON "survey_short_link"("organization_id", "sending_step_id");

-- AddForeignKey
ALTER TABLE "survey_short_link" ADD CONSTRAINT "survey_short_link_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "survey_short_link" ADD CONSTRAINT "survey_short_link_organization_id_sending_step_id_fkey" FOREIGN KEY ("organization_id", "sending_step_id") REFERENCES "sending_step"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
