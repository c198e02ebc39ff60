const jsonTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const CONTACT_JSON_COLUMNS = `c.id, c.email, c.first_name AS "firstName", c.last_name AS "lastName", c.phone, c.title,
  c.preferred_language AS "preferredLanguage", c.location_id AS "locationId", c.contact_organization_id AS "contactOrganizationId",
  c.custom_fields AS "customFields", c.tags, c.unsubscribed, ${jsonTime('c.created_at')} AS "createdAt", ${jsonTime('c.updated_at')} AS "updatedAt"`
