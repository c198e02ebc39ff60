import { queryRows } from '../db'
import type { Role } from '../principal'

/**
 * @property organizationId the one to leave out
 * @property table of the record
 * @property shown SQL condition on the record `r` and the membership `m`; `$4` is `parentId`
 */
type Wanted = {
  userId: string
  organizationId: string
  table: string
  shown: string
  id: string
  parentId?: string | undefined
}

/** The membership of a user in another organization, if that has the record. */
export async function findMembershipOf(
  wanted: Wanted,
): Promise<{ organizationId: string; name: string; role: Role } | null> {
  const { userId, organizationId, table, shown, id, parentId } = wanted
  const [row] = await queryRows<{ organizationId: string; name: string; role: Role }>({
    name: `elsewhere-${table}`,
    text: `SELECT m.organization_id AS "organizationId", m.role, o.name FROM membership m
      JOIN organization o ON o.id = m.organization_id
      JOIN ${table} r ON r.organization_id = m.organization_id AND r.id = $3::uuid
      WHERE m.user_id = $1::uuid AND m.organization_id <> $2::uuid AND ${shown}`,
    values: [userId, organizationId, id, ...(parentId === undefined ? [] : [parentId])],
  })
  return row ?? null
}
