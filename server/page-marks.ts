import { queryRows, rowsApart } from './db'
import { log } from './log'
import type { Window } from './paging'

/** From so many skipped items on it pays to set marks between. */
export const TOO_MANY_SKIPPED = 2000

/** The lists that begin at marks as a whole, and where their items are: contacts have more such lists (contacts/far-down.ts). */
const LISTS = {
  response: { items: `response WHERE organization_id = $1::uuid AND status = 'completed'`, at: 'created_at' },
  review: { items: 'review WHERE organization_id = $1::uuid', at: 'published_at' },
} as const

/**
 * The ids of a window of a whole list, read from the nearest mark before it, so that the tenth page costs what the ten
 * thousandth costs: exactly those that skipping from the newest on would find (docs/decisions/0016-marks.md). Where no
 * mark is near, the next ones who ask find one.
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

/** Sets marks near that place of a list. The page is right without them, so it does not fail with them. */
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
