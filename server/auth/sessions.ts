import { audit } from '../audit/audit'
import { now } from '../clock'
import { db } from '../db'
import { type Principal, type Role, scopesOfRole } from '../principal'
import type { Origin } from '../security-events'
import { transact } from '../unit-of-work'

/** How long a browser stays signed in. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60

export type OpenedSession = { sessionId: string; organizationId: string }

/**
 * Signs a person in on one browser, in the organization they joined first. The hash that their password was checked
 * against must still be theirs: their row is held while the session is written, so that of a sign-in and a change of the
 * password at the same moment either the sign-in comes to nothing or the change ends its session.
 * @returns null when the password was changed meanwhile, and for a person who belongs to no organization.
 */
export async function openSession(userId: string, verifiedHash: string): Promise<OpenedSession | null> {
  const expiresAt = new Date(now().getTime() + SESSION_SECONDS * 1000)
  const [opened] = await db.$queryRaw<OpenedSession[]>`
    WITH verified AS (
      SELECT id FROM "user" WHERE id = ${userId}::uuid AND password_hash = ${verifiedHash} FOR SHARE),
    home AS (
      SELECT organization_id, user_id FROM membership WHERE user_id = ${userId}::uuid ORDER BY created_at, organization_id LIMIT 1)
    INSERT INTO session (id, user_id, organization_id, expires_at)
    SELECT time_ordered_uuid(), v.id, h.organization_id, ${expiresAt} FROM verified v JOIN home h ON h.user_id = v.id
    RETURNING id AS "sessionId", organization_id AS "organizationId"`
  return opened ?? null
}

/**
 * Who a session speaks for, as the tables say at this moment: null once the session was ended or has expired, or the
 * person left the organization.
 */
export async function findPrincipal(sessionId: string, userId: string): Promise<Principal | null> {
  const rows = await db.$queryRaw<{ organization_id: string; role: string; name: string; email: string }[]>`
    SELECT s.organization_id, m.role, u.name, u.email FROM session s
    JOIN "user" u ON u.id = s.user_id
    JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
    WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.expires_at > ${now()}`
  const [row] = rows
  if (!row || !isRole(row.role)) return null
  const { organization_id: organizationId, role, name, email } = row
  return {
    organizationId,
    scopes: scopesOfRole(role),
    actor: { type: 'user', userId, sessionId, role, name, email },
  }
}

/** From now on the cookie that names this session opens nothing, wherever it was copied to. */
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
    await audit(session.organizationId, { action: 'session.ended', by: { doer, origin }, about: { sessionId } })
  })
}

export function isRole(text: string): text is Role {
  return text === 'owner' || text === 'admin' || text === 'member'
}
