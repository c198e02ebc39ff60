export const ROLES = ['owner', 'admin', 'member'] as const

export const INVITATION_VALID_DAYS = 7
export const PENDING_INVITATIONS_MAX = 200

export const PERMISSION_AREAS = [
  'contacts',
  'companies',
  'surveys',
  'sequences',
  'responses',
  'reviews',
  'locations',
  'employees',
  'members',
  'reviewSources',
  'webhooks',
  'apiKeys',
  'settings',
  'auditLog',
  'ownership',
  'ownAccount',
] as const
export type PermissionArea = (typeof PERMISSION_AREAS)[number]
