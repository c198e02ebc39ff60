-- Why a sequence paused itself.
ALTER TABLE "sequence" ADD COLUMN "pause_reason" TEXT;
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_pause_reason_check" CHECK (pause_reason IN ('texts'));

-- What is captured has not left: a status and a time of its own.
ALTER TABLE "sending_step" ADD COLUMN "captured_at" TIMESTAMPTZ(3);
ALTER TABLE "sending_step" DROP CONSTRAINT "sending_step_status_check";
ALTER TABLE "sending_step" ADD CONSTRAINT "sending_step_status_check" CHECK (status IN ('scheduled', 'captured', 'sent', 'delivered', 'bounced', 'opened', 'answered', 'skipped', 'failed', 'completed'));

CREATE INDEX "sending_step_organization_id_captured_at_idx" ON "sending_step"("organization_id", "captured_at");

-- Whom a captured message was for, so that it goes with them.
ALTER TABLE "captured_message" ADD COLUMN "contact_id" UUID;
CREATE INDEX "captured_message_organization_id_contact_id_idx" ON "captured_message"("organization_id", "contact_id");

-- Until now a captured message left its reason beside the status "sent", and the same time as when it "was sent". An
-- email's Message-ID names its step; a text message has its number.
UPDATE captured_message m SET contact_id = d.contact_id
FROM sending_step s JOIN sending d ON d.id = s.sending_id
WHERE m.channel = 'email' AND s.organization_id = m.organization_id
  AND s.id = substring(m.headers->>'Message-ID' FROM '^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@')::uuid;
UPDATE captured_message m SET contact_id = d.contact_id
FROM sending_step s JOIN sending d ON d.id = s.sending_id
WHERE m.channel = 'sms' AND s.organization_id = m.organization_id AND s.channel = 'sms' AND s.recipient = m.recipient
  AND s.reason LIKE 'Kept in the Outbox: no % is configured.';

UPDATE sending_step SET status = CASE WHEN status = 'sent' THEN 'captured' ELSE status END, captured_at = sent_at, sent_at = NULL,
  reason = replace(reason, 'Kept in the Outbox: no ', 'Captured, so nothing left: it is kept in the Outbox, because no ')
WHERE status IN ('sent', 'answered') AND reason LIKE 'Kept in the Outbox: no % is configured.';
