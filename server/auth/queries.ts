import type { AuditAction } from '../audit/constants'
import { db, Prisma, type Tx } from '../db'
import type { RequestOrigin } from '../security-events'

/* SQL of sign-in and sessions: one statement each, because every request of a page and every sign-in runs them. */

export async function lockUserIfPasswordUnchanged(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM "user" WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR SHARE`
  return rows.length > 0
}

export async function lockSignInChallengeRow(
  tx: Tx,
  { purpose, tokenHash, at }: { purpose: string; tokenHash: Uint8Array<ArrayBuffer>; at: Date },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT user_id FROM sign_in_challenge WHERE token_hash = ${tokenHash} AND purpose = ${purpose} AND expires_at > ${at} FOR UPDATE`
  return rows.length > 0
}

type SessionUse = { address: string | null; userAgent: string | null; at: Date }

/** Inserts a session under a lock of the user row. @returns null if the user is suspended, or the password has changed meanwhile */
export async function insertSession(
  userId: string,
  verifiedHash: string | null,
  { address, userAgent, at, expiresAt }: SessionUse & { expiresAt: Date },
) {
  const [openedSession] = await db.$queryRaw<{ sessionId: string; organizationId: string | null }[]>`
    WITH verified AS (
      SELECT id FROM "user" WHERE id = ${userId}::uuid AND suspended_at IS NULL AND (${verifiedHash}::text IS NULL OR password_hash = ${verifiedHash}) FOR SHARE),
    home AS (
      SELECT organization_id, user_id FROM membership WHERE user_id = ${userId}::uuid ORDER BY created_at, organization_id LIMIT 1),
    seen AS (
      UPDATE membership m SET last_seen_at = ${at} FROM home h, verified v
      WHERE m.organization_id = h.organization_id AND m.user_id = h.user_id)
    INSERT INTO session (id, user_id, organization_id, user_agent, address, last_seen_at, expires_at)
    SELECT uuid_v7(), v.id, h.organization_id, ${userAgent}, ${address}, ${at}, ${expiresAt}
    FROM verified v LEFT JOIN home h ON h.user_id = v.id
    RETURNING id AS "sessionId", organization_id AS "organizationId"`
  return openedSession ?? null
}

export type SessionRow = {
  organization_id: string | null
  lacks_organization: boolean
  last_seen_at: Date
  role: string | null
  name: string
  email: string
  is_leaving: boolean
  lacks_second_factor: boolean
  clock_offset_ms: number
}

export async function findSession(sessionId: string, userId: string, at: Date): Promise<SessionRow | null> {
  const [row] = await db.$queryRaw<SessionRow[]>`
    SELECT m.organization_id, s.organization_id IS NULL AS lacks_organization, s.last_seen_at, m.role, u.name, u.email,
      u.deletes_at IS NOT NULL AS is_leaving,
      coalesce(o.asks_second_factor, false)
        AND NOT EXISTS (SELECT FROM authenticator_app a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS lacks_second_factor,
      coalesce((SELECT t.clock_offset_ms FROM test_organization t WHERE t.organization_id = m.organization_id), 0)::float8
        AS clock_offset_ms
    FROM session s
    JOIN "user" u ON u.id = s.user_id
    LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = coalesce(s.organization_id,
      (SELECT organization_id FROM membership WHERE user_id = s.user_id ORDER BY created_at, organization_id LIMIT 1))
    LEFT JOIN organization o ON o.id = m.organization_id
    WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.expires_at > ${at}
      AND (m.user_id IS NOT NULL OR s.organization_id IS NULL)`
  return row ?? null
}

export async function updateLastSeenAndOrganization(
  organizationId: string | null,
  { userId, sessionId }: { userId: string; sessionId: string },
  { address, userAgent, at }: SessionUse,
): Promise<void> {
  await db.$executeRaw`
    WITH seen AS (
      UPDATE session SET last_seen_at = ${at}, address = coalesce(${address}, address),
        user_agent = coalesce(${userAgent}, user_agent),
        organization_id = coalesce(organization_id, ${organizationId}::uuid)
      WHERE id = ${sessionId}::uuid)
    UPDATE membership SET last_seen_at = ${at} WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid`
}

export type UserIdentifier = { email: string } | { userId: string }

export async function insertFailedAttemptAuditEvents(
  tx: Tx,
  account: UserIdentifier,
  {
    action,
    origin,
    at,
    unlessSince,
  }: { action: AuditAction; origin: RequestOrigin; at: Date; unlessSince: Date | null },
): Promise<void> {
  const accountCondition =
    'email' in account ? Prisma.sql`u.email = ${account.email}` : Prisma.sql`u.id = ${account.userId}::uuid`
  await tx.$executeRaw`SET LOCAL synchronous_commit = off`
  await tx.$executeRaw`
    INSERT INTO audit_event (id, organization_id, action, actor_type, record_type, record_id, record_name, address, request_id, created_at)
    SELECT uuid_v7(), m.organization_id, ${action}, 'stranger', 'person', u.id, u.name, ${origin.address}, ${origin.requestId}, ${at}
    FROM "user" u JOIN membership m ON m.user_id = u.id
    WHERE ${accountCondition} AND (${unlessSince}::timestamptz IS NULL OR NOT EXISTS (
      SELECT FROM audit_event e WHERE e.organization_id = m.organization_id AND e.record_id = u.id AND e.action = ${action}
        AND e.created_at > ${unlessSince}))`
}
