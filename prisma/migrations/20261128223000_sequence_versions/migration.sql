-- Versions of the steps of a sequence (docs/decisions/0087-sequence-versions.md).
ALTER TABLE "sending" ADD COLUMN     "sequence_version" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "sequence" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

CREATE TABLE "sequence_version" (
    "organization_id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "steps" JSONB NOT NULL,
    "follows" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sequence_version_pkey" PRIMARY KEY ("organization_id","sequence_id","number")
);

ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_organization_id_sequence_id_fkey" FOREIGN KEY ("organization_id", "sequence_id") REFERENCES "sequence"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
