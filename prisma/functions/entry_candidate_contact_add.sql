-- Records new contacts as candidates of the entry rules of active sequences: they are created in a way, and get the tags they begin with.
CREATE OR REPLACE FUNCTION entry_candidate_contact_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A silent import (server/contacts/upsert-contacts.ts).
  IF current_setting('feedback.silent', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO entry_candidate (id, organization_id, rule_id, contact_id, occurrence, created_at)
  SELECT uuid_v7(), n.organization_id, r.id, n.id, 'created', clock_timestamp()
  FROM new_rows n
  JOIN entry_rule r ON r.organization_id = n.organization_id
    AND (r.type = 'contact_created' AND n.created_via = ANY (r.created_via) OR r.type = 'tag_added' AND r.tag = ANY (n.tags))
  JOIN sequence s ON s.organization_id = r.organization_id AND s.id = r.sequence_id AND s.status = 'active'
  ON CONFLICT (rule_id, contact_id, occurrence) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_contact_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entry_candidate_contact_add();
