-- Records contacts that get or lose a tag as candidates of the entry rules of active sequences; returns early if no tags change.
CREATE OR REPLACE FUNCTION entry_candidate_tag_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A silent import (server/contacts/upsert-contacts.ts).
  IF current_setting('feedback.silent', true) = 'on' THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.tags <> o.tags) THEN RETURN NULL; END IF;
  INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
  SELECT uuid_v7(), n.organization_id, r.id, n.id, uuid_v7()::text, clock_timestamp()
  FROM new_rows n
  JOIN old_rows o ON o.id = n.id AND n.tags <> o.tags
  JOIN entry_rule r ON r.organization_id = n.organization_id AND r.type = ANY ('{tag_added,tag_removed}')
    AND (r.tag = ANY (n.tags)) = (r.type = 'tag_added') AND (r.tag = ANY (o.tags)) <> (r.type = 'tag_added')
  JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_tag_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entry_candidate_tag_change();
