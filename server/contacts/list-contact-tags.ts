import { queryRows } from '../db'

const SAMPLE_SIZE = 2000
const TAGS_MAX = 200

/** Tags of the newest contacts, the most frequent first. Reads a bounded number of rows, whatever the number of contacts. */
export async function listContactTags(organizationId: string): Promise<string[]> {
  const rows = await queryRows<{ tag: string }>({
    name: 'list-contact-tags',
    text: `
      SELECT tag FROM (SELECT tags FROM contact WHERE organization_id = $1::uuid ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE_SIZE}) c,
        unnest(c.tags) AS tag
      GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${TAGS_MAX}`,
    values: [organizationId],
  })
  return rows.map(({ tag }) => tag)
}
