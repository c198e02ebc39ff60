import { holdsScope, type RequiredScope, type Role, scopesOfRole } from '../principal'
import type { RoleTable } from './schema'
import { ROLE_AREAS, type RoleArea } from './vocabulary'

/** The scope that reading a part of the product asks for, and the one for changing it; null: nobody changes it. */
const ASKED: Record<RoleArea, readonly [read: RequiredScope, change: RequiredScope | null]> = {
  contacts: ['contacts:read', 'contacts:write'],
  surveys: ['surveys:read', 'surveys:write'],
  sequences: ['sequences:read', 'sequences:write'],
  responses: ['responses:read', null],
  reviews: ['reviews:read', 'reviews:write'],
  members: ['dashboard:read', 'members:write'],
  webhooks: ['admin', 'admin'],
  apiKeys: ['admin', 'admin'],
  settings: ['admin', 'admin'],
  auditLog: ['admin', null],
  ownership: ['organization:own', 'organization:own'],
}

/** What each role may do, read off the very scopes that the operations ask for. */
export function roleTable(): RoleTable {
  return ROLE_AREAS.map((area) => ({
    area,
    owner: mayDo('owner', area),
    admin: mayDo('admin', area),
    member: mayDo('member', area),
  }))
}

function mayDo(role: Role, area: RoleArea): RoleTable[number][Role] {
  const scopes = scopesOfRole(role)
  const [read, change] = ASKED[area]
  if (change !== null && holdsScope({ scopes }, change)) return 'change'
  return holdsScope({ scopes }, read) ? 'read' : 'nothing'
}
