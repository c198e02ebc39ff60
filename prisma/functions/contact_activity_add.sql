-- Adds the row of each new contact to contact_activity.
CREATE OR REPLACE FUNCTION contact_activity_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_activity (organization_id, contact_id, created_at, terms)
  SELECT organization_id, id, created_at, contact_filter_terms(organization_id, created_at, location_id, contact_organization_id,
    preferred_language, unsubscribed, bounced_at IS NOT NULL, tags, custom_fields, NULL, NULL, NULL, NULL)
  FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_activity_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_activity_add();
