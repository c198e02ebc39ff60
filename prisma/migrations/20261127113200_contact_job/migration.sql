-- CreateTable
CREATE TABLE "contact_job" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "total" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "dry_counts" JSONB,
    "error" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_import_chunk" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "contact_import_chunk_pkey" PRIMARY KEY ("organization_id","job_id","position")
);

-- CreateTable
CREATE TABLE "contact_import_row" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "cells" JSONB,
    "outcome" TEXT NOT NULL DEFAULT 'pending',
    "contact_id" UUID,
    "reasons" JSONB,
    "changes" JSONB,

    CONSTRAINT "contact_import_row_pkey" PRIMARY KEY ("organization_id","job_id","position")
);

-- CreateIndex
CREATE INDEX "contact_job_organization_id_created_at_id_idx" ON "contact_job"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contact_job_organization_id_due_at_idx" ON "contact_job"("organization_id", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "contact_job_organization_id_id_key" ON "contact_job"("organization_id", "id");

-- CreateIndex
CREATE INDEX "contact_import_row_organization_id_contact_id_idx" ON "contact_import_row"("organization_id", "contact_id");

-- AddForeignKey
ALTER TABLE "contact_job" ADD CONSTRAINT "contact_job_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_import_chunk" ADD CONSTRAINT "contact_import_chunk_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "contact_job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_import_row" ADD CONSTRAINT "contact_import_row_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "contact_job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "contact_job" ADD CONSTRAINT "contact_job_status_check" CHECK ("status" IN ('draft', 'reading', 'checking', 'ready', 'running', 'done', 'failed', 'cancelled'));
