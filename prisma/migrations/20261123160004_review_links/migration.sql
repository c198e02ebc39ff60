-- Where people may review an organization, and whether they are asked to after a survey.
ALTER TABLE "organization" ADD COLUMN     "review_links" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "shows_review_links" BOOLEAN NOT NULL DEFAULT false;
