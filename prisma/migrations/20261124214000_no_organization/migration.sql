-- Somebody who belongs to no organization signs in, too.
ALTER TABLE "session" ALTER COLUMN "organization_id" DROP NOT NULL;

-- Where an organization's id is asked for, the nil UUID stands for none: no organization has it.
ALTER TABLE "organization" ADD CONSTRAINT "organization_id_check" CHECK ("id" <> '00000000-0000-0000-0000-000000000000');
