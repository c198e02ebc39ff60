-- What a change of a sequence means for the people under way in it, written down with the change and applied by a job, a
-- thousand people at a time.
CREATE TABLE "sequence_revision" (
    "organization_id" UUID NOT NULL,
    -- A plain id: the sequence may be gone.
    "sequence_id" UUID NOT NULL,
    -- Those up to this id are done.
    "after_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- Not only who was parked looks again, but also who waits for a moment of the old steps.
    "includes_waiting" BOOLEAN NOT NULL DEFAULT false,
    -- Their runs end, for this reason.
    "cancel_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "sequence_revision_pkey" PRIMARY KEY ("organization_id", "sequence_id")
);
ALTER TABLE "sequence_revision" ADD CONSTRAINT "sequence_revision_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "sending_under_way_idx" ON "sending"("organization_id", "sequence_id", "id") WHERE "ended_at" IS NULL;
