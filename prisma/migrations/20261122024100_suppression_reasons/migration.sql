-- An address may be suppressed for more than one reason, and one must not hide the other.
ALTER TABLE "suppression" DROP CONSTRAINT "suppression_pkey";
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_pkey" PRIMARY KEY ("organization_id", "email_hash", "reason");
