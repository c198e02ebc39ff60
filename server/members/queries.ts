import { queryRows } from '../db'
import type { Role } from '../principal'

type RowLookup = {
  userId: string
  organizationId: string
  table: string
  condition: string
  id: string
  parentId?: string | undefined
}

export async function findOtherOrganizationContainingRow(lookup: RowLookup) {
  const { userId, organizationId, table, condition, id, parentId } = lookup
  const [row] = await queryRows<{ organizationId: string; name: string; role: Role }>({
    name: `elsewhere-${table}`,
    text: `SELECT m.organization_id AS "organizationId", m.role, o.name FROM membership m
      JOIN organization o ON o.id = m.organization_id
      JOIN ${table} r ON r.organization_id = m.organization_id AND r.id = $3::uuid
      WHERE m.user_id = $1::uuid AND m.organization_id <> $2::uuid AND ${condition}`,
    values: [userId, organizationId, id, ...(parentId === undefined ? [] : [parentId])],
  })
  return row ?? null
}
