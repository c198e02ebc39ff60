-- The people of an imported file may be enrolled in a sequence.
ALTER TABLE "contact_import_row" ADD COLUMN "sending_id" UUID;
