-- Its rows became system_email a release ago; nothing has written or read it since.
DROP TABLE "webhook_notice";

-- A webhook's address may be a secret itself. Of the mails to the organization's own people, those of failed webhooks were the only ones
-- that every member saw; what is kept from before such mails had a role is closed with them.
UPDATE "captured_message" SET "visible_to" = 'admin' WHERE "contact_id" IS NULL AND "channel" = 'email' AND "visible_to" = 'member';
