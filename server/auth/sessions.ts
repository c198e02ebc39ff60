import { type AuditEntry, audit, auditPerson } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { Unauthenticated } from '../errors'
import { NO_ORGANIZATION } from '../organizations/vocabulary'
import { OWN_ACCOUNT, type Principal, type Role, scopesOfRole } from '../principal'
import { NOWHERE, type Origin } from '../security-events'
import { transact } from '../unit-of-work'
import type { HeldBackBy } from './vocabulary'

export const SESSION_SECONDS = 14 * 24 * 60 * 60

/** Resolution of `last_seen_at`: a session is updated at most this often. */
const SEEN_MS = 5 * MINUTE_MS

type Held = {
  organization_id: string | null
  looks_nowhere: boolean
  last_seen_at: Date
  role: string | null
  name: string
  email: string
  is_leaving: boolean
  lacks_second_factor: boolean
}

export type Browser = { address: string | null; userAgent?: string | null }
/** Longer than any browser's. */
const USER_AGENT_CHARACTERS = 400

export type OpenedSession = { sessionId: string; organizationId: string | null }

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
  { address, userAgent }: Browser = NOWHERE,
): Promise<OpenedSession | null> {
  const at = now()
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000)
  const [opened] = await db.$queryRaw<OpenedSession[]>`
    WITH verified AS (
      SELECT id FROM "user" WHERE id = ${userId}::uuid AND suspended_at IS NULL AND (${verifiedHash}::text IS NULL OR password_hash = ${verifiedHash}) FOR SHARE),
    home AS (
      SELECT organization_id, user_id FROM membership WHERE user_id = ${userId}::uuid ORDER BY created_at, organization_id LIMIT 1),
    seen AS (
      UPDATE membership m SET last_seen_at = ${at} FROM home h, verified v
      WHERE m.organization_id = h.organization_id AND m.user_id = h.user_id)
    INSERT INTO session (id, user_id, organization_id, user_agent, address, last_seen_at, expires_at)
    SELECT time_ordered_uuid(), v.id, h.organization_id, ${userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null}, ${address}, ${at}, ${expiresAt} FROM verified v LEFT JOIN home h ON h.user_id = v.id
    RETURNING id AS "sessionId", organization_id AS "organizationId"`
  return opened ?? null
}

/**
 * Resolves a session to its principal. Null if the session was ended or has expired, or if the user left its organization. A session
 * without organization moves to the first one that the user joins.
 * @param from the client of this request, shown in the user's list of sessions.
 */
export async function findPrincipal(
  sessionId: string,
  userId: string,
  from: Browser = NOWHERE,
): Promise<Principal | null> {
  const at = now()
  const rows = await db.$queryRaw<Held[]>`
    SELECT m.organization_id, s.organization_id IS NULL AS looks_nowhere, s.last_seen_at, m.role, u.name, u.email,
      u.deletes_at IS NOT NULL AS is_leaving,
      coalesce(o.asks_second_factor, false)
        AND NOT EXISTS (SELECT FROM authenticator_app a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS lacks_second_factor
    FROM session s
    JOIN "user" u ON u.id = s.user_id
    LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = coalesce(s.organization_id,
      (SELECT organization_id FROM membership WHERE user_id = s.user_id ORDER BY created_at, organization_id LIMIT 1))
    LEFT JOIN organization o ON o.id = m.organization_id
    WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.expires_at > ${at}
      AND (m.user_id IS NOT NULL OR s.organization_id IS NULL)`
  const [row] = rows
  const role = row?.role ?? null
  if (!row || (role !== null && !isRole(role))) return null
  const { organization_id: organizationId, name, email } = row
  const hasMovedIn = row.looks_nowhere && organizationId !== null
  if (hasMovedIn || row.last_seen_at < new Date(at.getTime() - SEEN_MS))
    await noteSeen({ organizationId, userId, sessionId }, from, at)
  const heldBackBy = holdOf(row)
  return {
    organizationId: organizationId ?? NO_ORGANIZATION,
    scopes: heldBackBy || role === null ? OWN_ACCOUNT : scopesOfRole(role),
    actor: { type: 'user', userId, sessionId, role, name, email },
    ...(heldBackBy ? { heldBackBy } : {}),
  }
}

function holdOf({ organization_id, is_leaving, lacks_second_factor }: Held): HeldBackBy | null {
  if (is_leaving) return 'leaving'
  if (organization_id === null) return 'noOrganization'
  return lacks_second_factor ? 'secondFactor' : null
}

type Seen = { organizationId: string | null; userId: string; sessionId: string }

/** Keeps stored values that the request does not provide; sets the organization only if the session has none. */
async function noteSeen({ organizationId, userId, sessionId }: Seen, from: Browser, at: Date): Promise<void> {
  await db.$executeRaw`
    WITH seen AS (
      UPDATE session SET last_seen_at = ${at}, address = coalesce(${from.address}, address),
        user_agent = coalesce(${from.userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null}, user_agent),
        organization_id = coalesce(organization_id, ${organizationId}::uuid)
      WHERE id = ${sessionId}::uuid)
    UPDATE membership SET last_seen_at = ${at} WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid`
}

/**
 * Rejects a change of credentials if the session was ended meanwhile, for example by a password change. The caller must hold the lock on
 * the user row, which credential changes take before they end sessions.
 * @throws {Unauthenticated}
 */
export async function requireOpenSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  if ((await tx.session.count({ where: { id: sessionId, userId } })) === 0) throw new Unauthenticated()
}

/** Ends a session; every copy of its cookie becomes invalid. */
export async function endSession(
  { sessionId, userId }: { sessionId: string; userId: string },
  origin: Origin,
): Promise<void> {
  await transact(async ({ tx }) => {
    const session = await tx.session.findFirst({
      where: { id: sessionId, userId },
      select: { organizationId: true, user: { select: { name: true } } },
    })
    if (!session) return
    await tx.session.deleteMany({ where: { id: sessionId } })
    const doer = { type: 'user', id: userId, name: session.user.name } as const
    await auditSession({ userId, ...session }, { action: 'session.ended', by: { doer, origin }, about: { sessionId } })
  })
}

/** Audits in the session's organization; without one, in all organizations of the user. */
export async function auditSession(
  { userId, organizationId }: { userId: string; organizationId: string | null },
  entry: Omit<AuditEntry, 'record'>,
): Promise<void> {
  await (organizationId === null ? auditPerson(userId, entry) : audit(organizationId, entry))
}

export function isRole(text: string): text is Role {
  return text === 'owner' || text === 'admin' || text === 'member'
}
