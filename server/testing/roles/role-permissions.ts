import type { Role } from '@/server/principal'

export type RolePermissions = Record<Role, 'allowed' | 'forbidden'>

export const ALLOW_EVERY_ROLE: RolePermissions = { owner: 'allowed', admin: 'allowed', member: 'allowed' }
export const ALLOW_ADMIN_OR_OWNER: RolePermissions = { ...ALLOW_EVERY_ROLE, member: 'forbidden' }
export const ALLOW_OWNER_ONLY: RolePermissions = { ...ALLOW_ADMIN_OR_OWNER, admin: 'forbidden' }
export const ALLOW_ALL_BUT_OWNER: RolePermissions = { ...ALLOW_EVERY_ROLE, owner: 'forbidden' }

/** Whether a user without an organization may call it: only their own account. */
export function isAllowedWithoutOrganization(name: string): boolean {
  // A code is sent on behalf of an organization. Leaving has no membership to end.
  if (name === 'account.requestPhoneCode') return false
  return name.startsWith('account.') || name === 'members.leave' || name === 'api/account'
}
