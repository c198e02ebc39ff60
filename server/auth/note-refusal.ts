import type { AuditAction } from '../audit/vocabulary'
import { MINUTE_MS, now } from '../clock'
import { Prisma, type Tx } from '../db'
import type { Origin } from '../security-events'
import { transact } from '../unit-of-work'

/** The target account, by an address that may have no account, or by id. */
type Meant = { email: string } | { userId: string }

/**
 * Records a refused attempt in the audit logs of the target's organizations. Runs the same statements whether or not the address has an
 * account, with asynchronous commit, so that timing does not reveal it.
 */
export async function noteRefusal(action: AuditAction, meant: Meant, origin: Origin): Promise<void> {
  await transact(({ tx }) => write(tx, { action, meant, origin }, null))
}

/** Minimum interval between records of one kind, so that repeated attempts cannot fill the table. */
const ONCE_IN_MS = 10 * MINUTE_MS

/** Like {@link noteRefusal}, at most one record per interval, for attempts without another limit. Concurrent attempts are dropped. */
export async function noteRefusalOnce(action: AuditAction, meant: Meant, origin: Origin): Promise<void> {
  const what = `${action} ${'email' in meant ? meant.email : meant.userId}`
  await transact(async ({ tx }) => {
    const [turn] = await tx.$queryRaw<{ isOurs: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${what}, 0)) AS "isOurs"`
    if (turn?.isOurs) await write(tx, { action, meant, origin }, new Date(now().getTime() - ONCE_IN_MS))
  })
}

type Noted = { action: AuditAction; meant: Meant; origin: Origin }

async function write(tx: Tx, { action, meant, origin }: Noted, unlessSince: Date | null): Promise<void> {
  const { address, requestId } = origin
  const whose = 'email' in meant ? Prisma.sql`u.email = ${meant.email}` : Prisma.sql`u.id = ${meant.userId}::uuid`
  await tx.$executeRaw`SET LOCAL synchronous_commit = off`
  await tx.$executeRaw`
    INSERT INTO audit_event (id, organization_id, action, actor_type, record_type, record_id, record_name, address, request_id, created_at)
    SELECT time_ordered_uuid(), m.organization_id, ${action}, 'stranger', 'person', u.id, u.name, ${address}, ${requestId}, ${now()}
    FROM "user" u JOIN membership m ON m.user_id = u.id
    WHERE ${whose} AND (${unlessSince}::timestamptz IS NULL OR NOT EXISTS (
      SELECT FROM audit_event e WHERE e.organization_id = m.organization_id AND e.record_id = u.id AND e.action = ${action}
        AND e.created_at > ${unlessSince}))`
}
