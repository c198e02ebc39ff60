import type { ApiKeyScope } from './api-keys/schema'
import { Forbidden, InsufficientPermissions } from './errors'

export type Role = 'owner' | 'admin' | 'member'

/** What an operation asks for: a key scope, or one that only a session's role can carry. */
export type RequiredScope = Exclude<ApiKeyScope, `${string}:*`> | 'sequences:write' | 'dashboard:read'

export type Actor =
  | { type: 'key'; apiKeyId: string; name: string }
  | { type: 'user'; userId: string; sessionId: string; role: Role; name: string; email: string }

/** Who is at the door, whichever door it was. */
export type Principal = {
  organizationId: string
  scopes: readonly string[]
  actor: Actor
}

/** What members may do beside reading: work on contacts and the companies they belong to, surveys, sequences, responses and review replies. */
const MEMBER_SCOPES = [
  'contacts:*',
  'surveys:*',
  'sequences:*',
  'sequences:write',
  'responses:*',
  'reviews:*',
  'locations:read',
  'employees:read',
  'contact-organizations:*',
  'webhooks:read',
  'dashboard:read',
] as const

/** A role is a set of scopes. */
export function scopesOfRole(role: Role): readonly string[] {
  return role === 'member' ? MEMBER_SCOPES : ['admin', 'sequences:write', 'dashboard:read']
}

/** `contacts:*` covers every `contacts:` scope that a key can hold, `admin` covers all. */
export function holdsScope(principal: Principal, required: RequiredScope): boolean {
  const { scopes } = principal
  if (scopes.includes(required)) return true
  // What only the dashboard does is never opened by a key's wildcard.
  if (required === 'sequences:write' || required === 'dashboard:read') return false
  return scopes.includes('admin') || scopes.includes(`${required.split(':')[0]}:*`)
}

/** What the one at the door is told whose scopes do not suffice. */
export function refusalOfScope(principal: Principal, required: RequiredScope): Forbidden | InsufficientPermissions {
  return principal.actor.type === 'user' ? new Forbidden() : new InsufficientPermissions(required, principal.scopes)
}

/** @throws {InsufficientPermissions} for a key, {@link Forbidden} for a person, when the scope is missing. */
export function requireScope(principal: Principal, required: RequiredScope): void {
  if (!holdsScope(principal, required)) throw refusalOfScope(principal, required)
}
