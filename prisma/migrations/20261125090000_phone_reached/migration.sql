-- Whether the code for a number really left by SMS: one that was read in the Outbox, where no provider was set up, proves nothing
-- about whose number it is. Once a provider is set up, nothing goes to such a number until a code has reached it.
ALTER TABLE "phone_change" ADD COLUMN "sent" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "user" ADD COLUMN "phone_reached" BOOLEAN NOT NULL DEFAULT false;
