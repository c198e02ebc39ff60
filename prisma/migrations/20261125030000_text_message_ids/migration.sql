-- What the provider of text messages calls the one that an alert became: with it, its own log tells what became of it.
ALTER TABLE "alert_message" ADD COLUMN "message_id" TEXT;
