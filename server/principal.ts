import { coversScope } from './api-keys/constants'
import type { ApiKeyScope } from './api-keys/schema'
import type { AccountRestriction } from './auth/constants'
import { Forbidden, InsufficientPermissions } from './errors'
import { ROLES } from './members/constants'
import { localizableMessage } from './messages/localizable-message'
import { NO_ORGANIZATION_ID } from './organizations/constants'

export type Role = (typeof ROLES)[number]

export function listRolesUpTo(role: Role): readonly Role[] {
  return ROLES.slice(ROLES.indexOf(role))
}

export type RequiredScope = Exclude<ApiKeyScope, `${string}:*`> | SessionScope

/** For people only: no API key has these scopes, not even through a wildcard. */
const SESSION_SCOPES = [
  'responses:write',
  'dashboard:read',
  'account:own',
  'members:write',
  'organization:own',
] as const
type SessionScope = (typeof SESSION_SCOPES)[number]

export type UserActor = {
  type: 'user'
  userId: string
  sessionId: string
  role: Role | null
  name: string
  email: string
}
export type SessionUser = Pick<UserActor, 'userId' | 'sessionId'>

export type Actor = { type: 'key'; apiKeyId: string; name: string } | UserActor

export type Principal = {
  /** {@link NO_ORGANIZATION_ID} for a person without an organization, so that every lookup is empty. */
  organizationId: string
  scopes: readonly string[]
  actor: Actor
  restriction?: AccountRestriction
  /** How far the clock of a test organization is ahead. */
  clockOffsetMs?: number
}

/** Their operations are about people and their sessions, which have no clock of a test organization. */
const REAL_TIME_SCOPES: readonly RequiredScope[] = ['account:own', 'members:write', 'organization:own']

export function getClockOffsetMs(
  { clockOffsetMs = 0 }: Pick<Principal, 'clockOffsetMs'>,
  scope: RequiredScope,
): number {
  return REAL_TIME_SCOPES.includes(scope) ? 0 : clockOffsetMs
}

export const OWN_ACCOUNT_SCOPES = ['account:own'] as const

const MEMBER_SCOPES = [
  'contacts:*',
  'surveys:*',
  'sequences:*',
  'sequences:write',
  'responses:*',
  'responses:write',
  'reviews:*',
  'locations:read',
  'employees:read',
  'contact-organizations:*',
  'dashboard:read',
  ...OWN_ACCOUNT_SCOPES,
] as const

const ADMIN_SCOPES = ['admin', 'responses:write', 'dashboard:read', 'members:write', ...OWN_ACCOUNT_SCOPES] as const

const ROLE_SCOPES: Record<Role, readonly string[]> = {
  member: MEMBER_SCOPES,
  admin: ADMIN_SCOPES,
  owner: [...ADMIN_SCOPES, 'organization:own'],
}

export function listRoleScopes(role: Role): readonly string[] {
  return ROLE_SCOPES[role]
}

export function hasScope({ scopes }: Pick<Principal, 'scopes'>, required: RequiredScope): boolean {
  if (scopes.includes(required)) return true
  if (SESSION_SCOPES.some((scope) => scope === required)) return false
  return scopes.some((granted) => coversScope(granted, required))
}

/** Key for queues and quotas: the organization, or the person if they have none. */
export function concurrencyShareKey({ organizationId, actor }: Principal): string {
  return organizationId === NO_ORGANIZATION_ID && actor.type === 'user' ? actor.userId : organizationId
}

const RESTRICTION_MESSAGES = {
  secondFactor: 'session.secondFactorAsked',
  leaving: 'session.leaving',
  noOrganization: 'session.noOrganization',
} as const

export function createMissingScopeError(
  principal: Principal,
  required: RequiredScope,
): Forbidden | InsufficientPermissions {
  if (principal.restriction) return new Forbidden(localizableMessage(RESTRICTION_MESSAGES[principal.restriction]))
  return principal.actor.type === 'user' ? new Forbidden() : new InsufficientPermissions(required, principal.scopes)
}

/** @throws {InsufficientPermissions} for an API key, {@link Forbidden} for a person, if the scope is missing */
export function requireScope(principal: Principal, required: RequiredScope): void {
  if (!hasScope(principal, required)) throw createMissingScopeError(principal, required)
}
