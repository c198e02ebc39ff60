import { audit } from '../audit/audit'
import type { AuditAction } from '../audit/vocabulary'
import { now } from '../clock'
import { log } from '../log'
import { LogSampler } from '../log-sampling'
import { fingerprintOfEmail, type Origin, recordRefusal } from '../security-events'
import { queueSystemEmails } from '../system-emails/queue'
import { transact } from '../unit-of-work'
import { findMember, type KnownMember } from './accounts'
import { Credentials } from './schema'
import { openSession } from './sessions'
import { admitSignIn, isKnownAddress, rememberSignIn } from './throttle'

/** A person whose session was opened. */
export type SignedIn = { id: string; sessionId: string }

/**
 * Opens a session for an email address and a password, counted by account and address.
 * @returns null for every reason why not, so that the answer tells none of them.
 * @throws {Error} `Unavailable`, when that could not be found out; the log has why.
 */
export async function signIn(
  input: unknown,
  { userAgent = null, ...origin }: Origin & { userAgent?: string | null },
): Promise<SignedIn | null> {
  const credentials = Credentials.safeParse(input)
  if (!credentials.success) return refused('sign_in.refused', origin)
  const { email } = credentials.data
  const address = origin.address ?? 'unknown'
  try {
    if (!(await admitSignIn(email, address))) return refused('sign_in.throttled', origin, email)
    const member = await findMember(credentials.data)
    const isNew = !(await isKnownAddress(email, address))
    const sessionId = member && (await open(member, { origin, userAgent, isNew }))
    if (!member || !sessionId) {
      await noteWrongPassword(email, origin)
      return refused('sign_in.refused', origin, email)
    }
    await rememberSignIn(email, address)
    return { id: member.id, sessionId }
  } catch (error) {
    const tell = () => log.error({ err: error, ...origin }, 'sign-in failed unexpectedly')
    faults.note('unexpected', { address: origin.address }, tell)
    // What an error says would stand in the answer's address.
    throw new Error('Unavailable', { cause: error })
  }
}

type From = { origin: Origin; userAgent: string | null; isNew: boolean }

async function open(member: KnownMember, { origin, userAgent, isNew }: From): Promise<string | null> {
  return transact(async (work) => {
    const before = await work.tx.membership.findFirst({
      where: { userId: member.id, lastSeenAt: { not: null } },
      select: { userId: true },
    })
    const opened = await openSession(member.id, member.passwordHash, { address: origin.address, userAgent })
    if (!opened) return null
    const { organizationId, sessionId } = opened
    // Whoever signs in for the first time knows it.
    if (isNew && before) {
      const values = { ...(origin.address ? { address: origin.address } : {}), ...(userAgent ? { userAgent } : {}) }
      await queueSystemEmails(work, [{ kind: 'newSignIn', organizationId: null, userId: member.id, values }])
    }
    const by = { doer: { type: 'user', id: member.id, name: member.name }, origin } as const
    await audit(organizationId, { action: 'sign_in.succeeded', by, about: { sessionId } })
    return sessionId
  })
}

/**
 * The organizations of the person, if there is one, can read of it. One statement for every address, known or not, that waits
 * for no disk: how long it takes tells nothing.
 */
async function noteWrongPassword(email: string, { address, requestId }: Origin): Promise<void> {
  await transact(async ({ tx }) => {
    await tx.$executeRaw`SET LOCAL synchronous_commit = off`
    await tx.$executeRaw`
      INSERT INTO audit_event (id, organization_id, action, actor_type, record_type, record_id, record_name, address, request_id, created_at)
      SELECT time_ordered_uuid(), m.organization_id, ${'sign_in.refused' satisfies AuditAction}, 'stranger', 'person', u.id, u.name,
        ${address}, ${requestId}, ${now()}
      FROM "user" u JOIN membership m ON m.user_id = u.id WHERE u.email = ${email}`
  })
}

function refused(event: 'sign_in.refused' | 'sign_in.throttled', origin: Origin, email?: string): null {
  const actor = email === undefined ? ({ type: 'stranger', id: null } as const) : fingerprintOfEmail(email)
  recordRefusal(event, { actor, organizationId: null, origin })
  return null
}

const WINDOW_MS = 10 * 60_000
const faults = new LogSampler<{ address: string | null }>(WINDOW_MS, (line) =>
  log.error(line, 'more sign-ins failed unexpectedly'),
)
