import { db } from '../db'
import { listRolesUpTo, type Role } from '../principal'

const RESULTS_MAX = 1000

/** The newest captured messages that contain a text and that the reader can see. */
export async function searchOutboxMessageIds(
  organizationId: string,
  { role, userId }: { role: Role; userId: string },
  search: string,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM captured_message
    WHERE organization_id = ${organizationId}::uuid AND visible_to = ANY (${[...listRolesUpTo(role)]}::text[])
      AND (user_id IS NULL OR user_id = ${userId}::uuid)
      AND strpos(fold_case(concat_ws(' ', recipient, subject, left(text, 1000))), fold_case(${search}::text)) > 0
    ORDER BY created_at DESC, id DESC LIMIT ${RESULTS_MAX}`
  return rows.map(({ id }) => id)
}
