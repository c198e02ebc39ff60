import { log } from '../log'
import { LogSampler } from '../log-sampling'
import { fingerprintOfEmail, type Origin, recordRefusal } from '../security-events'
import { transact } from '../unit-of-work'
import { findMember, type KnownMember } from './accounts'
import { noteRefusal, noteRefusalOnce } from './note-refusal'
import { type From, openAccount, type SignedIn } from './open-account'
import { Credentials } from './schema'
import { hasSecondFactor } from './second-factor/second-factor'
import { beginStep } from './second-factor/sign-in-steps'
import { admitSignIn, giveBackSignIn, isKnownAddress, rememberSignIn } from './throttle'

/** The password was right, and is not enough. */
export type NextStep = { step: string }

/**
 * Opens a session for an email address and a password, counted by account and address; or says that there is a second step.
 * @returns null for every reason why not, so that the answer tells none of them.
 * @throws {Error} `Unavailable`, when that could not be found out; the log has why.
 */
export async function signIn(
  input: unknown,
  { userAgent = null, ...origin }: Origin & { userAgent?: string | null },
): Promise<SignedIn | NextStep | null> {
  const credentials = Credentials.safeParse(input)
  if (!credentials.success) return refused('sign_in.refused', origin)
  const { email } = credentials.data
  const address = origin.address ?? 'unknown'
  try {
    if (!(await admitSignIn(email, address))) {
      await noteRefusalOnce('sign_in.throttled', { email }, origin)
      return refused('sign_in.throttled', origin, email)
    }
    const member = await findMember(credentials.data)
    const isNew = !(await isKnownAddress(email, address))
    const outcome = member && (await open(member, { origin, userAgent, isNew }))
    if (!outcome) {
      await noteRefusal('sign_in.refused', { email }, origin)
      return refused('sign_in.refused', origin, email)
    }
    await giveBackSignIn(address)
    if ('sessionId' in outcome) await rememberSignIn(email, address)
    return outcome
  } catch (error) {
    const tell = () => log.error({ err: error, ...origin }, 'sign-in failed unexpectedly')
    faults.note('unexpected', { address: origin.address }, tell)
    // What an error says would stand in the answer's address.
    throw new Error('Unavailable', { cause: error })
  }
}

/** A session, or, where the password is not enough, the token with which the second step is taken. */
async function open(member: KnownMember, from: From): Promise<SignedIn | NextStep | null> {
  return transact(async (work) => {
    const { tx } = work
    // Held from here on: what is added to the account, or changed, at this moment is seen, or ends what is opened here.
    const held = await tx.$queryRaw<unknown[]>`
      SELECT FROM "user" WHERE id = ${member.id}::uuid AND password_hash = ${member.passwordHash} FOR SHARE`
    if (held.length === 0) return null
    if (await hasSecondFactor(tx, member.id)) return { step: await beginStep(tx, 'secondStep', { userId: member.id }) }
    return openAccount(work, member, from)
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
