-- When a message was first offered to the mail server: the pauses between tries grow from here, and end a day later.
ALTER TABLE "sending_step" ADD COLUMN "first_tried_at" TIMESTAMPTZ(3);

-- What a throttle asks: which surveys did this contact get lately.
CREATE INDEX "sending_step_organization_id_sent_at_idx" ON "sending_step"("organization_id", "sent_at");
