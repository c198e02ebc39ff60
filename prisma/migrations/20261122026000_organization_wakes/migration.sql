-- Jobs are woken by organization: one event for all that is due, however much it is.
CREATE TABLE "job_wake" (
    "organization_id" UUID NOT NULL,
    -- The event that wakes it.
    "job" TEXT NOT NULL,
    -- Since when an event is on its way that no run has taken up: until then, more of them say nothing new.
    "queued_at" TIMESTAMPTZ(3),
    -- The earliest moment for which a run sleeps.
    "timer_at" TIMESTAMPTZ(3),
    CONSTRAINT "job_wake_pkey" PRIMARY KEY ("organization_id", "job")
);
ALTER TABLE "job_wake" ADD CONSTRAINT "job_wake_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits, of one organization, in the order in which it is due. These replace the same without the organization.
CREATE INDEX "webhook_delivery_waiting_idx" ON "webhook_delivery"("organization_id", "next_attempt_at", "id") WHERE "status" = 'pending';
DROP INDEX "webhook_delivery_next_attempt_at_idx";
CREATE INDEX "sending_waiting_idx" ON "sending"("organization_id", "due_at", "id") WHERE "due_at" IS NOT NULL;
DROP INDEX "sending_due_at_idx";

-- The sweep wakes organizations, and touches no delivery.
ALTER TABLE "webhook_delivery" DROP COLUMN "woken_at";
