import type { ApiKeyScope } from './api-keys/schema'
import type { HeldBackBy } from './auth/vocabulary'
import { Forbidden, InsufficientPermissions } from './errors'
import { ROLES } from './members/vocabulary'
import { sentence } from './messages/sentence'
import { NO_ORGANIZATION } from './organizations/vocabulary'

export type Role = (typeof ROLES)[number]

/** A role and those that may less. */
export function rolesUpTo(role: Role): readonly Role[] {
  return ROLES.slice(ROLES.indexOf(role))
}

/** What an operation asks for: a key scope, or one that only a session's role can carry. */
export type RequiredScope = Exclude<ApiKeyScope, `${string}:*`> | SessionScope

/** What only people do: no key opens it, not even by a wildcard. */
const SESSION_SCOPES = [
  'sequences:write',
  'responses:write',
  'dashboard:read',
  'account:own',
  'members:write',
  'organization:own',
] as const
type SessionScope = (typeof SESSION_SCOPES)[number]

export type Actor =
  | { type: 'key'; apiKeyId: string; name: string }
  | {
      type: 'user'
      userId: string
      sessionId: string
      /** Null for somebody who belongs to no organization. */
      role: Role | null
      name: string
      email: string
    }

/** Who is at the door, whichever door it was. */
export type Principal = {
  /** {@link NO_ORGANIZATION} for somebody who belongs to none: whatever is looked for there is not found. */
  organizationId: string
  scopes: readonly string[]
  actor: Actor
  /** What keeps a person from everything but their own account. */
  heldBackBy?: HeldBackBy
}

/** Whoever is signed in has an account of their own, whatever else they may do. */
export const OWN_ACCOUNT = ['account:own'] as const

/** What members may do beside reading: work on contacts and the companies they belong to, surveys, sequences, responses and review replies. */
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
  ...OWN_ACCOUNT,
] as const

const ADMIN_SCOPES = [
  'admin',
  'sequences:write',
  'responses:write',
  'dashboard:read',
  'members:write',
  ...OWN_ACCOUNT,
] as const

/** A role is a set of scopes. */
const SCOPES_OF_ROLE: Record<Role, readonly string[]> = {
  member: MEMBER_SCOPES,
  admin: ADMIN_SCOPES,
  owner: [...ADMIN_SCOPES, 'organization:own'],
}

export function scopesOfRole(role: Role): readonly string[] {
  return SCOPES_OF_ROLE[role]
}

/** `contacts:*` covers every `contacts:` scope that a key can hold, `admin` covers all. */
export function holdsScope({ scopes }: Pick<Principal, 'scopes'>, required: RequiredScope): boolean {
  if (scopes.includes(required)) return true
  if (SESSION_SCOPES.some((scope) => scope === required)) return false
  return scopes.includes('admin') || scopes.includes(`${required.split(':')[0]}:*`)
}

/** Whose turns and shares a call counts against: the organization's, or those of a person who belongs to none. */
export function shareOf({ organizationId, actor }: Principal): string {
  return organizationId === NO_ORGANIZATION && actor.type === 'user' ? actor.userId : organizationId
}

const WORDS_OF_HOLD = {
  secondFactor: 'session.secondFactorAsked',
  leaving: 'session.leaving',
  noOrganization: 'session.noOrganization',
} as const

/** What the one at the door is told whose scopes do not suffice. */
export function refusalOfScope(principal: Principal, required: RequiredScope): Forbidden | InsufficientPermissions {
  if (principal.heldBackBy) return new Forbidden(sentence(WORDS_OF_HOLD[principal.heldBackBy]))
  return principal.actor.type === 'user' ? new Forbidden() : new InsufficientPermissions(required, principal.scopes)
}

/** @throws {InsufficientPermissions} for a key, {@link Forbidden} for a person, when the scope is missing. */
export function requireScope(principal: Principal, required: RequiredScope): void {
  if (!holdsScope(principal, required)) throw refusalOfScope(principal, required)
}
