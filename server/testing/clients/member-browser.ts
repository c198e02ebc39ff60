import { handleSessionRpc } from '../../api/session/session-rpc'
import { db } from '../../db'
import type { Role } from '../../principal'
import { aSession } from '../factories/sessions'

export type MemberBrowser = Awaited<ReturnType<typeof aMemberBrowser>>

/** A signed-in member of an organization, who calls the session API. */
export async function aMemberBrowser(organizationId: string, role: Role) {
  const session = await aSession(organizationId, role)
  const { email } = await db.user.findUniqueOrThrow({ where: { id: session.userId } })
  const call = async (procedure: string, input?: object) => {
    const isQuery = input === undefined && /\.(?:list|roles|invitations|get)$/.test(procedure)
    const response = await handleSessionRpc(
      new Request(`https://feedback.example.com/api/trpc/${procedure}`, {
        method: isQuery ? 'GET' : 'POST',
        headers: { cookie: session.cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
      }),
    )
    const body = (await response.json()) as { result?: { data: { data: unknown } }; error?: { message: string } }
    return { status: response.status, data: body.result?.data.data, message: body.error?.message }
  }
  return { ...session, email, call }
}

export async function findRole(organizationId: string, userId: string): Promise<string | null> {
  const membership = await db.membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  return membership?.role ?? null
}

/** The audited actions of an organization, oldest first. */
export async function listAuditActions(organizationId: string): Promise<string[]> {
  const events = await db.auditEvent.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  return events.map(({ action }) => action)
}
