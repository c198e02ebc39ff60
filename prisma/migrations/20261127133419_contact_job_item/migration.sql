-- CreateTable
CREATE TABLE "contact_job_item" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "contact_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "undo_data" JSONB,
    "undo_outcome" TEXT,

    CONSTRAINT "contact_job_item_pkey" PRIMARY KEY ("organization_id","job_id","position")
);

-- CreateIndex
CREATE INDEX "contact_job_item_organization_id_contact_id_idx" ON "contact_job_item"("organization_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_job_item_outcome_idx" ON "contact_job_item"("organization_id", "job_id", "outcome", "position");

-- AddForeignKey
ALTER TABLE "contact_job_item" ADD CONSTRAINT "contact_job_item_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "contact_job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
