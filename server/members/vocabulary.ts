/** From the one that may most to the one that may least. */
export const ROLES = ['owner', 'admin', 'member'] as const

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7
/** People whom one organization waits for, at most. */
export const INVITATIONS_OPEN_MAX = 200

/** The parts of the product that roles differ in. */
export const ROLE_AREAS = [
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
export type RoleArea = (typeof ROLE_AREAS)[number]
