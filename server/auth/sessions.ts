import { type AuditEntry, audit, auditInUserOrganizations } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import type { Tx } from '../db'
import { Unauthenticated } from '../errors'
import { NO_ORGANIZATION_ID } from '../organizations/constants'
import { listRoleScopes, OWN_ACCOUNT_SCOPES, type Principal, type Role, type SessionUser } from '../principal'
import { type RequestOrigin, UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { transact } from '../unit-of-work'
import type { AccountRestriction } from './constants'
import { findSession, insertSession, type SessionRow, updateLastSeenAndOrganization } from './queries'

export const SESSION_MAX_AGE_SECONDS = 14 * 24 * 60 * 60

const LAST_SEEN_RESOLUTION_MS = 5 * MINUTE_MS

type SessionClient = { address: string | null; userAgent?: string | null }
const USER_AGENT_MAX_CHARACTERS = 400

const truncateUserAgent = (userAgent: string | null | undefined) =>
  userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null

/**
 * Opens a session in the organization that the user joined first, or without one if they belong to none. The verified password hash must be
 * unchanged: the user row is locked while the session is inserted, so that a concurrent password change either makes the sign-in fail or
 * ends the new session.
 * @param verifiedHash null if the sign-in used no password.
 * @returns null if the password changed meanwhile, or the operator suspended the user.
 */
export async function openSession(
  userId: string,
  verifiedHash: string | null,
  { address, userAgent }: SessionClient = UNKNOWN_REQUEST_ORIGIN,
) {
  const at = now()
  const expiresAt = new Date(at.getTime() + SESSION_MAX_AGE_SECONDS * 1000)
  return insertSession(userId, verifiedHash, { address, userAgent: truncateUserAgent(userAgent), at, expiresAt })
}

/**
 * Resolves a session to its principal. Null if the session was ended or has expired, or if the user left its organization. A session
 * without organization moves to the first one that the user joins.
 * @param client the client of this request, shown in the user's list of sessions.
 */
export async function findPrincipalAndUpdateLastSeen(
  sessionId: string,
  userId: string,
  client: SessionClient = UNKNOWN_REQUEST_ORIGIN,
): Promise<Principal | null> {
  const at = now()
  const row = await findSession(sessionId, userId, at)
  const role = row?.role ?? null
  if (!row || (role !== null && !isRole(role))) return null
  const { organization_id: organizationId, name, email } = row
  const joinsFirstOrganization = row.lacks_organization && organizationId !== null
  if (joinsFirstOrganization || row.last_seen_at < new Date(at.getTime() - LAST_SEEN_RESOLUTION_MS))
    await updateLastSeenAndOrganization(
      organizationId,
      { userId, sessionId },
      { address: client.address, userAgent: truncateUserAgent(client.userAgent), at },
    )
  const restriction = resolveRestriction(row)
  return {
    organizationId: organizationId ?? NO_ORGANIZATION_ID,
    scopes: restriction || role === null ? OWN_ACCOUNT_SCOPES : listRoleScopes(role),
    actor: { type: 'user', userId, sessionId, role, name, email },
    clockOffsetMs: row.clock_offset_ms,
    ...(restriction && { restriction }),
  }
}

function resolveRestriction(row: SessionRow): AccountRestriction | null {
  if (row.is_leaving) return 'leaving'
  if (row.organization_id === null) return 'noOrganization'
  return row.lacks_second_factor ? 'secondFactor' : null
}

/**
 * Rejects a change of credentials if the session was ended meanwhile, for example by a password change. The caller must hold the lock on
 * the user row, which credential changes take before they end sessions.
 * @throws {Unauthenticated}
 */
export async function requireActiveSession(tx: Tx, { userId, sessionId }: SessionUser): Promise<void> {
  if ((await tx.session.count({ where: { id: sessionId, userId } })) === 0) throw new Unauthenticated()
}

export async function endSession({ sessionId, userId }: SessionUser, origin: RequestOrigin): Promise<void> {
  await transact(async ({ tx }) => {
    const session = await tx.session.findFirst({
      where: { id: sessionId, userId },
      select: { organizationId: true, user: { select: { name: true } } },
    })
    if (!session) return
    await tx.session.deleteMany({ where: { id: sessionId } })
    const actor = { type: 'user', id: userId, name: session.user.name } as const
    await auditSessionEvent(
      { userId, ...session },
      { action: 'session.ended', actorContext: { actor, origin }, about: { sessionId } },
    )
  })
}

export async function auditSessionEvent(
  { userId, organizationId }: { userId: string; organizationId: string | null },
  entry: Omit<AuditEntry, 'record'>,
): Promise<void> {
  await (organizationId === null ? auditInUserOrganizations(userId, entry) : audit(organizationId, entry))
}

export function isRole(text: string): text is Role {
  return text === 'owner' || text === 'admin' || text === 'member'
}
