import type { RequestOrigin } from '../security-events'
import { queueSystemEmails } from '../system-emails/queue-emails'
import type { UnitOfWork } from '../unit-of-work'
import { auditSessionEvent, openSession } from './sessions'

export type SignedInUser = { id: string; sessionId: string }

export type SignInClientInfo = { origin: RequestOrigin; userAgent: string | null; isUnknownIpAddress: boolean }

/**
 * The final step of every sign-in: opens the session, audits it, and notifies the user by email of an unknown address.
 * @param passwordHash the hash that the password was checked against, which must be unchanged; null for other sign-in methods.
 * @returns null if the password changed meanwhile, or the operator suspended the user.
 */
export async function completeSignIn(
  work: UnitOfWork,
  person: { id: string; name: string; passwordHash: string | null },
  { origin, userAgent, isUnknownIpAddress }: SignInClientInfo,
): Promise<SignedInUser | null> {
  const earlierSignIn = await work.tx.membership.findFirst({
    where: { userId: person.id, lastSeenAt: { not: null } },
    select: { userId: true },
  })
  const session = await openSession(person.id, person.passwordHash, { address: origin.address, userAgent })
  if (!session) return null
  const { organizationId, sessionId } = session
  // No notification for the very first sign-in. A user without any organization has signed in before.
  if (isUnknownIpAddress && (earlierSignIn || organizationId === null)) {
    const values = { ...(origin.address ? { address: origin.address } : {}), ...(userAgent ? { userAgent } : {}) }
    await queueSystemEmails(work, [{ kind: 'newSignIn', organizationId: null, userId: person.id, values }])
  }
  const actor = { actor: { type: 'user', id: person.id, name: person.name }, origin } as const
  await auditSessionEvent(
    { userId: person.id, organizationId },
    { action: 'sign_in.succeeded', actorContext: actor, about: { sessionId } },
  )
  return { id: person.id, sessionId }
}
