import { now } from '../clock'
import { db } from '../db'
import { type Principal, type Role, scopesOfRole } from '../principal'

/** How long a browser stays signed in. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60

/**
 * Signs a person in on one browser, in the organization they joined first.
 * @returns the session's id, or null for a person who belongs to no organization.
 */
export async function openSession(userId: string): Promise<string | null> {
  const membership = await db.membership.findFirst({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
  })
  if (!membership) return null
  const { id } = await db.session.create({
    data: {
      userId,
      organizationId: membership.organizationId,
      expiresAt: new Date(now().getTime() + SESSION_SECONDS * 1000),
    },
  })
  return id
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
export async function endSession(sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId } })
}

/** Signs a person out everywhere. */
export async function endSessionsOf(userId: string): Promise<void> {
  await db.session.deleteMany({ where: { userId } })
}

export function isRole(text: string): text is Role {
  return text === 'owner' || text === 'admin' || text === 'member'
}
