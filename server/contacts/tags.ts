import { now } from '../clock'
import { ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { transact } from '../unit-of-work'
import { type ChangeTags, TAGS_AT_MOST } from './schema'

/**
 * Adds and removes tags of contacts; other tags stay. Skips contacts that do not exist.
 * @returns the number of changed contacts.
 * @throws {ValidationError} under `add` if a contact would exceed the limit; then none is changed.
 */
export async function changeTags(
  organizationId: string,
  { ids, add, remove }: ChangeTags,
): Promise<{ changed: number }> {
  return transact(async ({ tx }) => {
    const rows = await tx.$queryRaw<{ length: number }[]>`
      WITH held AS MATERIALIZED (
        SELECT id, tags FROM contact WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE
      ), wanted AS (
        SELECT id, ARRAY(
          SELECT tag FROM unnest(tags || ${add}::text[]) WITH ORDINALITY AS t(tag, place)
          WHERE tag <> ALL (${remove}::text[]) OR tag = ANY (${add}::text[]) GROUP BY tag ORDER BY min(place)
        ) AS tags FROM held
      )
      UPDATE contact c SET tags = wanted.tags, updated_at = ${now()} FROM wanted
      WHERE c.organization_id = ${organizationId}::uuid AND c.id = wanted.id AND c.tags IS DISTINCT FROM wanted.tags
      RETURNING cardinality(c.tags) AS length`
    if (rows.some(({ length }) => length > TAGS_AT_MOST))
      throw new ValidationError({ add: [sentence('contact.tagsMany', { maximum: TAGS_AT_MOST })] })
    return { changed: rows.length }
  })
}
