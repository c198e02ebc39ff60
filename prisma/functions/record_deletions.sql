-- Records deleted contacts, responses, reviews and sendings in deleted_record, in the transaction of the deletion, whatever deletes them. A review
-- that its site shows again keeps its id (server/reviews/sync), so it may be deleted twice.
CREATE OR REPLACE FUNCTION record_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- No client reads the rows of an organization that is being deleted.
  INSERT INTO deleted_record (organization_id, kind, id, deleted_at)
  SELECT r.organization_id, TG_TABLE_NAME, r.id, clock_timestamp()
  FROM old_rows r JOIN organization o ON o.id = r.organization_id AND o.deletion_began_at IS NULL
  ON CONFLICT (organization_id, kind, id) DO UPDATE SET deleted_at = excluded.deleted_at;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_record_deletions AFTER DELETE ON contact
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_deletions();

CREATE OR REPLACE TRIGGER response_record_deletions AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_deletions();

CREATE OR REPLACE TRIGGER review_record_deletions AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_deletions();

CREATE OR REPLACE TRIGGER sending_record_deletions AFTER DELETE ON sending
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_deletions();
