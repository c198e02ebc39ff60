-- Covers offsets and counts of a company's list, as response_location_list_idx does for a location's.
CREATE INDEX response_contact_organization_list_idx ON response
  (organization_id, contact_organization_id, status, created_at DESC, id DESC, rating, band) WHERE contact_organization_id IS NOT NULL;
