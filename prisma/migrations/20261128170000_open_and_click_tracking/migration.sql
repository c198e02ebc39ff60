-- Whether the mail provider may count openings and clicks of emails to contacts.
ALTER TABLE "organization" ADD COLUMN "tracks_opens_and_clicks" BOOLEAN NOT NULL DEFAULT false;
