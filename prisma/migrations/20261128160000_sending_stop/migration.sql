-- When messages to contacts stopped because too many bounced or were marked as spam, and when a member resumed them.
ALTER TABLE "organization" ADD COLUMN "sending_stopped_at" TIMESTAMPTZ(3), ADD COLUMN "sending_resumed_at" TIMESTAMPTZ(3);
