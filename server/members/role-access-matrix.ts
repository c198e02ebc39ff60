import { hasScope, listRoleScopes, type RequiredScope, type Role } from '../principal'
import { PERMISSION_AREAS, type PermissionArea } from './constants'
import type { RoleAccessMatrix } from './schema'

type AreaScopes = { read: readonly RequiredScope[]; change: readonly RequiredScope[] }

/** Must list every scope that a session can hold. */
export const PERMISSION_AREA_SCOPES: Record<PermissionArea, AreaScopes> = {
  contacts: { read: ['contacts:read'], change: ['contacts:write'] },
  companies: { read: ['contact-organizations:read'], change: ['contact-organizations:write'] },
  surveys: { read: ['surveys:read'], change: ['surveys:write', 'surveys:send'] },
  sequences: { read: ['sequences:read'], change: ['sequences:write', 'sequences:execute'] },
  responses: { read: ['responses:read'], change: ['responses:write'] },
  reviews: { read: ['reviews:read'], change: ['reviews:write'] },
  locations: { read: ['locations:read'], change: ['locations:write'] },
  employees: { read: ['employees:read'], change: ['employees:write'] },
  members: { read: ['dashboard:read'], change: ['members:write'] },
  reviewSources: { read: ['admin'], change: ['admin'] },
  webhooks: { read: ['admin', 'webhooks:read'], change: ['admin', 'webhooks:write'] },
  apiKeys: { read: ['admin'], change: ['admin'] },
  settings: { read: ['admin'], change: ['admin'] },
  auditLog: { read: ['admin'], change: [] },
  ownership: { read: ['organization:own'], change: ['organization:own'] },
  ownAccount: { read: ['account:own'], change: ['account:own'] },
}

export function buildRoleAccessMatrix(): RoleAccessMatrix {
  return PERMISSION_AREAS.map((area) => ({
    area,
    owner: accessLevel('owner', area),
    admin: accessLevel('admin', area),
    member: accessLevel('member', area),
  }))
}

function accessLevel(role: Role, area: PermissionArea): RoleAccessMatrix[number][Role] {
  const scopes = listRoleScopes(role)
  const { read, change } = PERMISSION_AREA_SCOPES[area]
  const holdsAll = (required: readonly RequiredScope[]) => required.every((scope) => hasScope({ scopes }, scope))
  if (change.length > 0 && holdsAll(change)) return 'change'
  return holdsAll(read) ? 'read' : 'nothing'
}
