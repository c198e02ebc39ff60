-- Writes down the first organization that is no demo, once: mails of people of no organization are kept there where no mail server is
-- (server/organizations/home.ts), and its owner reads them. It stays written when that organization is gone, so that no other follows.
CREATE OR REPLACE FUNCTION remember_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO installation (id, home_organization_id)
  SELECT true, id FROM new_rows WHERE NOT demo ORDER BY created_at, id LIMIT 1
  ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER remember_home AFTER INSERT ON organization
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION remember_home();
