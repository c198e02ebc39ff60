import { log } from '../log'
import { LogSampler } from '../log-sampling'
import { fingerprintOfEmail, type Origin, recordEvent, recordRefusal } from '../security-events'
import { findMember } from './members'
import { Credentials } from './schema'
import { openSession } from './sessions'
import { admitSignIn, rememberSignIn } from './throttle'

/** A person whose session was opened. */
export type SignedIn = { id: string; sessionId: string }

/**
 * Opens a session for an email address and a password, counted by account and address.
 * @returns null for every reason why not, so that the answer tells none of them.
 * @throws {Error} `Unavailable`, when that could not be found out; the log has why.
 */
export async function signIn(input: unknown, origin: Origin): Promise<SignedIn | null> {
  const credentials = Credentials.safeParse(input)
  if (!credentials.success) return refused('sign_in.refused', origin)
  const { email } = credentials.data
  const address = origin.address ?? 'unknown'
  try {
    if (!(await admitSignIn(email, address))) return refused('sign_in.throttled', origin, email)
    const member = await findMember(credentials.data)
    const opened = member && (await openSession(member.id, member.passwordHash))
    if (!opened) return refused('sign_in.refused', origin, email)
    await rememberSignIn(email, address)
    const { organizationId, sessionId } = opened
    const actor = { type: 'user', id: member.id } as const
    recordEvent('sign_in.succeeded', { actor, organizationId, origin, about: { sessionId } })
    return { id: member.id, sessionId }
  } catch (error) {
    const tell = () => log.error({ err: error, ...origin }, 'sign-in failed unexpectedly')
    faults.note('unexpected', { address: origin.address }, tell)
    // What an error says would stand in the answer's address.
    throw new Error('Unavailable', { cause: error })
  }
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
