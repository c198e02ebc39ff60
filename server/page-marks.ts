import { queryRows, rowsApart } from './db'
import { log } from './log'
import type { Window } from './paging'

export const TOO_MANY_SKIPPED = 2000

/** Unfiltered lists with checkpoints, and their rows; lists of contacts are in contacts/far-down.ts. */
const LISTS = {
  response: { items: `response WHERE organization_id = $1::uuid AND status = 'completed'`, at: 'created_at' },
  review: { items: 'review WHERE organization_id = $1::uuid', at: 'published_at' },
} as const

/**
 * Ids of a window of an unfiltered list, read from the nearest preceding checkpoint, so that deep pages cost the same as early ones.
 * Equivalent to OFFSET from the newest row (docs/decisions/0016-marks.md). Creates a checkpoint for later calls if none is near.
 */
export async function idsFromMark(
  organizationId: string,
  list: keyof typeof LISTS,
  { skip, take }: Window,
): Promise<{ id: string }[]> {
  const { items, at } = LISTS[list]
  const rows = await queryRows<{ id: string; skipped: string }>({
    name: `${list}-ids-from-mark`,
    text: `
      WITH place AS MATERIALIZED (SELECT * FROM list_place($1::uuid, '${list}', $2::bigint, $3::bigint))
      SELECT id, $2::bigint - (SELECT before FROM place) AS skipped FROM ${items}
        AND (${at}, id) < ((SELECT created_at FROM place), (SELECT id FROM place))
        AND (${at}, id) >= ((SELECT to_created_at FROM place), (SELECT to_id FROM place))
      ORDER BY ${at} DESC, id DESC OFFSET $2::bigint - (SELECT before FROM place) LIMIT $3::bigint`,
    values: [organizationId, skip, take],
  })
  if (Number(rows[0]?.skipped ?? 0) > TOO_MANY_SKIPPED) await setMarks(organizationId, list, skip)
  return rows
}

/** Creates checkpoints near an offset. Best effort: pages are correct without them. */
export async function setMarks(organizationId: string, list: string, skip: number): Promise<void> {
  try {
    await rowsApart({
      text: 'SELECT set_list_marks($1::uuid, $2::text, $3::bigint)',
      values: [organizationId, list, skip],
    })
  } catch (error) {
    log.warn({ err: error, organizationId }, 'no marks were set in a list; its pages far down stay slow')
  }
}
