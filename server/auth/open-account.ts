import type { Origin } from '../security-events'
import { queueSystemEmails } from '../system-emails/queue'
import type { Work } from '../unit-of-work'
import { auditSession, openSession } from './sessions'

/** A person whose session was opened. */
export type SignedIn = { id: string; sessionId: string }

/** Where somebody signs in from, and with what; `isNew` where nobody signed in to their account from for a month. */
export type From = { origin: Origin; userAgent: string | null; isNew: boolean }

/**
 * The end of every way to sign in: a session, a line in the log, and a mail to the person where they have not been seen before.
 * @param passwordHash the one that a password was checked against, which must still be theirs; null where something else was.
 * @returns null when the password was changed meanwhile, or the operator suspended the person.
 */
export async function openAccount(
  work: Work,
  person: { id: string; name: string; passwordHash: string | null },
  { origin, userAgent, isNew }: From,
): Promise<SignedIn | null> {
  const before = await work.tx.membership.findFirst({
    where: { userId: person.id, lastSeenAt: { not: null } },
    select: { userId: true },
  })
  const opened = await openSession(person.id, person.passwordHash, { address: origin.address, userAgent })
  if (!opened) return null
  const { organizationId, sessionId } = opened
  // Whoever signs in for the first time knows it; whoever belongs nowhere any more was here before.
  if (isNew && (before || organizationId === null)) {
    const values = { ...(origin.address ? { address: origin.address } : {}), ...(userAgent ? { userAgent } : {}) }
    await queueSystemEmails(work, [{ kind: 'newSignIn', organizationId: null, userId: person.id, values }])
  }
  const by = { doer: { type: 'user', id: person.id, name: person.name }, origin } as const
  await auditSession({ userId: person.id, organizationId }, { action: 'sign_in.succeeded', by, about: { sessionId } })
  return { id: person.id, sessionId }
}
