-- The keys of widgets move to their links, so that other open links have one too.
ALTER TABLE "survey_link" ADD COLUMN     "secret_encrypted" TEXT,
ADD COLUMN     "previous_secret_encrypted" TEXT,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3);

UPDATE survey_link l SET (secret_encrypted, previous_secret_encrypted, previous_secret_until)
  = (w.secret_encrypted, w.previous_secret_encrypted, w.previous_secret_until)
FROM survey_widget w WHERE w.organization_id = l.organization_id AND w.id = l.id;

-- AlterTable
ALTER TABLE "survey_widget" DROP COLUMN "previous_secret_encrypted",
DROP COLUMN "previous_secret_until",
DROP COLUMN "secret_encrypted";
