import { db } from '../db'

type Search = { roles: readonly string[]; userId: string; search: string; limit: number }

export async function searchCapturedIds(
  organizationId: string,
  { roles, userId, search, limit }: Search,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM captured_message
    WHERE organization_id = ${organizationId}::uuid AND visible_to = ANY (${[...roles]}::text[])
      AND (user_id IS NULL OR user_id = ${userId}::uuid)
      AND strpos(fold_case(concat_ws(' ', recipient, subject, left(text, 1000))), fold_case(${search}::text)) > 0
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}
