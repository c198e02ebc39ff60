DROP INDEX "contact_organization_id_contact_organization_id_idx";

ALTER TABLE "contact_organization" ADD COLUMN     "merged_into_id" UUID,
ADD COLUMN     "removal_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

ALTER TABLE "employee" ADD COLUMN     "merged_into_id" UUID,
ADD COLUMN     "removal_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

ALTER TABLE "location" ADD COLUMN     "merged_into_id" UUID,
ADD COLUMN     "removal_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

CREATE INDEX "contact_organization_id_contact_organization_id_created_at__idx" ON "contact"("organization_id", "contact_organization_id", "created_at" DESC, "id" DESC);

CREATE INDEX "contact_organization_organization_id_created_at_id_idx" ON "contact_organization"("organization_id", "created_at" DESC, "id" DESC);

CREATE INDEX "contact_organization_organization_id_merged_into_id_idx" ON "contact_organization"("organization_id", "merged_into_id");

CREATE INDEX "employee_organization_id_created_at_id_idx" ON "employee"("organization_id", "created_at" DESC, "id" DESC);

CREATE INDEX "employee_organization_id_merged_into_id_idx" ON "employee"("organization_id", "merged_into_id");

CREATE INDEX "location_organization_id_merged_into_id_idx" ON "location"("organization_id", "merged_into_id");

ALTER TABLE "location" ADD CONSTRAINT "location_organization_id_merged_into_id_fkey" FOREIGN KEY ("organization_id", "merged_into_id") REFERENCES "location"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "contact_organization" ADD CONSTRAINT "contact_organization_organization_id_merged_into_id_fkey" FOREIGN KEY ("organization_id", "merged_into_id") REFERENCES "contact_organization"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "employee" ADD CONSTRAINT "employee_organization_id_merged_into_id_fkey" FOREIGN KEY ("organization_id", "merged_into_id") REFERENCES "employee"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- Those that are due, of whatever organization.
CREATE INDEX "location_removal_due_idx" ON "location"("removal_due_at", "organization_id") WHERE "removal_due_at" IS NOT NULL;
CREATE INDEX "employee_removal_due_idx" ON "employee"("removal_due_at", "organization_id") WHERE "removal_due_at" IS NOT NULL;
CREATE INDEX "contact_organization_removal_due_idx" ON "contact_organization"("removal_due_at", "organization_id") WHERE "removal_due_at" IS NOT NULL;

ALTER TABLE "location" ADD CONSTRAINT "location_removal_check"
  CHECK ("removed_at" IS NOT NULL OR ("merged_into_id" IS NULL AND "removal_due_at" IS NULL));
ALTER TABLE "employee" ADD CONSTRAINT "employee_removal_check"
  CHECK ("removed_at" IS NOT NULL OR ("merged_into_id" IS NULL AND "removal_due_at" IS NULL));
ALTER TABLE "contact_organization" ADD CONSTRAINT "contact_organization_removal_check"
  CHECK ("removed_at" IS NOT NULL OR ("merged_into_id" IS NULL AND "removal_due_at" IS NULL));

-- Whatever names one of them is found by it.
CREATE INDEX "sending_location_idx" ON "sending"("organization_id", "location_id") WHERE "location_id" IS NOT NULL;
CREATE INDEX "sending_employee_idx" ON "sending"("organization_id", "employee_id") WHERE "employee_id" IS NOT NULL;
CREATE INDEX "response_employee_list_idx" ON "response"("organization_id", "employee_id", "status", "created_at" DESC, "id" DESC, "rating", "band")
  WHERE "employee_id" IS NOT NULL;

-- What is there is counted once; from here on triggers keep it.
INSERT INTO "list_total" ("organization_id", "list", "total")
  SELECT "organization_id", 'location', count(*) FROM "location" GROUP BY "organization_id"
  UNION ALL SELECT "organization_id", 'employee', count(*) FROM "employee" GROUP BY "organization_id"
  UNION ALL SELECT "organization_id", 'contact_organization', count(*) FROM "contact_organization" GROUP BY "organization_id";

CREATE OR REPLACE TRIGGER location_total_add AFTER INSERT ON location
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER employee_total_add AFTER INSERT ON employee
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER contact_organization_total_add AFTER INSERT ON contact_organization
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

-- Keeps the exact totals of locations, employees and contact organizations: one that is merged or deleted leaves its list with its
-- update, while its row stays for as long as something refers to it.
CREATE OR REPLACE FUNCTION record_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total + changed.n
  FROM (SELECT organization_id, sum(n) AS n FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE removed_at IS NULL
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE removed_at IS NULL) d
    GROUP BY organization_id HAVING sum(n) <> 0) changed
  WHERE t.organization_id = changed.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER location_total_change AFTER UPDATE ON location
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE TRIGGER employee_total_change AFTER UPDATE ON employee
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE TRIGGER contact_organization_total_change AFTER UPDATE ON contact_organization
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

-- The same as record_total_change, for rows that are deleted: those that were merged or deleted before are in no total any more.
CREATE OR REPLACE FUNCTION record_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows WHERE removed_at IS NULL GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER location_total_remove AFTER DELETE ON location
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE TRIGGER employee_total_remove AFTER DELETE ON employee
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE TRIGGER contact_organization_total_remove AFTER DELETE ON contact_organization
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();
