import { parse } from 'bowser'
import { auditInUserOrganizations } from '../audit/audit'
import { now } from '../clock'
import { db } from '../db'
import { NotFound } from '../errors'
import type { SessionUser } from '../principal'
import { transact } from '../unit-of-work'
import type { UserSession } from './schema'

export async function listUserSessions({ userId, sessionId }: SessionUser): Promise<UserSession[]> {
  const rows = await db.session.findMany({
    where: { userId, expiresAt: { gt: now() } },
    include: { organization: { select: { name: true } } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  })
  return rows
    .map((row) => ({
      id: row.id,
      isCurrent: row.id === sessionId,
      organization: row.organization?.name ?? null,
      browser: describeUserAgent(row.userAgent),
      address: row.address,
      lastSeenAt: row.lastSeenAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

export async function endUserSession({ userId }: Pick<SessionUser, 'userId'>, id: string): Promise<{ ended: number }> {
  const ended = await deleteSessions(userId, { id })
  if (ended === 0) throw new NotFound('session')
  return { ended }
}

export async function endOtherUserSessions({ userId, sessionId }: SessionUser): Promise<{ ended: number }> {
  return { ended: await deleteSessions(userId, { id: { not: sessionId } }) }
}

async function deleteSessions(userId: string, filter: { id: string | { not: string } }): Promise<number> {
  return transact(async ({ tx }) => {
    const { count } = await tx.session.deleteMany({ where: { userId, ...filter } })
    if (count > 0)
      await auditInUserOrganizations(userId, { action: 'sessions.ended', about: { userId, sessions: count } })
    return count
  })
}

export function describeUserAgent(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null
  const { browser, os } = parse(userAgent)
  const name = [browser.name, os.name].filter(Boolean).join(', ')
  return name === '' ? null : name
}
