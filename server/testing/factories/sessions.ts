import { serializeSessionCookie } from '../../auth/session-cookie'
import { SESSION_MAX_AGE_SECONDS } from '../../auth/sessions'
import { db } from '../../db'
import type { Role } from '../../principal'
import { anEmailAddress } from './basics'

export async function aMember(organizationId: string, role: Role): Promise<{ userId: string; email: string }> {
  const email = anEmailAddress('grace')
  const { id } = await db.user.create({
    data: { email, name: 'Grace Hopper', memberships: { create: { organizationId, role } } },
  })
  return { userId: id, email }
}

export async function aSession(
  organizationId: string,
  role: Role = 'owner',
): Promise<{ userId: string; sessionId: string; cookie: string }> {
  const { userId } = await aMember(organizationId, role)
  return { userId, ...(await createSession(userId, organizationId)) }
}

export async function aSessionWithoutOrganization(): Promise<{ userId: string; sessionId: string; cookie: string }> {
  const { id: userId } = await db.user.create({ data: { email: anEmailAddress('grace'), name: 'Grace Hopper' } })
  return { userId, ...(await createSession(userId, null)) }
}

async function createSession(userId: string, organizationId: string | null) {
  const { id: sessionId } = await db.session.create({
    data: { userId, organizationId, expiresAt: new Date(Date.now() + SESSION_MAX_AGE_SECONDS * 1000) },
  })
  return { sessionId, cookie: await sessionCookie(userId, sessionId) }
}

export async function sessionCookie(userId: string, sessionId: string): Promise<string> {
  const [cookie = ''] = (await serializeSessionCookie({ id: userId, sessionId })).split(';')
  return cookie
}
