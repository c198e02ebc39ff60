import { log } from '../log'
import { LogSampler } from '../log-sampler'
import { logSecurityRefusal, type RequestOrigin, toEmailEventActor } from '../security-events'
import { transact } from '../unit-of-work'
import { type UserWithPasswordHash, verifyCredentials } from './accounts'
import { auditFailedAttempt, auditFailedAttemptOncePerInterval } from './audit-failed-attempt'
import { completeSignIn, type SignedInUser, type SignInClientInfo } from './complete-sign-in'
import { lockUserIfPasswordUnchanged } from './queries'
import {
  consumeSignInLimit,
  isKnownSignInIpAddress,
  refundSignInLimit,
  rememberIpAddressAndResetLimit,
} from './rate-limits'
import { Credentials } from './schema'
import { hasSecondFactor } from './second-factor/second-factor'
import { createSignInChallenge } from './sign-in-challenges'

export type PendingTwoFactor = { step: string }

/**
 * Signs in with email and password, rate-limited by account and address. Users with a second factor get the token of the next step.
 * @returns null for every refusal, so that the response does not reveal the reason.
 * @throws {Error} `Unavailable` on an unexpected failure, which is logged.
 */
export async function signIn(
  input: unknown,
  { userAgent = null, ...origin }: RequestOrigin & { userAgent?: string | null },
): Promise<SignedInUser | PendingTwoFactor | null> {
  const credentials = Credentials.safeParse(input)
  if (!credentials.success) return recordRefusedSignIn('sign_in.refused', origin)
  const { email } = credentials.data
  const address = origin.address ?? 'unknown'
  try {
    if (!(await consumeSignInLimit(email, address))) {
      await auditFailedAttemptOncePerInterval('sign_in.throttled', { email }, origin)
      return recordRefusedSignIn('sign_in.throttled', origin, email)
    }
    const member = await verifyCredentials(credentials.data)
    const isNew = !(await isKnownSignInIpAddress(email, address))
    const outcome = member && (await openSessionOrChallenge(member, { origin, userAgent, isUnknownIpAddress: isNew }))
    if (!outcome) {
      await auditFailedAttempt('sign_in.refused', { email }, origin)
      return recordRefusedSignIn('sign_in.refused', origin, email)
    }
    await refundSignInLimit(address)
    if ('sessionId' in outcome) await rememberIpAddressAndResetLimit(email, address)
    return outcome
  } catch (error) {
    const logFailure = () => log.error({ err: error, ...origin }, 'sign-in failed unexpectedly')
    failureSampler.record('unexpected', { address: origin.address }, logFailure)
    // next-auth puts the error message into the redirect URL.
    throw new Error('Unavailable', { cause: error })
  }
}

async function openSessionOrChallenge(member: UserWithPasswordHash, client: SignInClientInfo) {
  return transact(async (work) => {
    const { tx } = work
    // Locks the row, so that concurrent changes of credentials are either seen here or end the session opened here.
    if (!(await lockUserIfPasswordUnchanged(tx, member.id, member.passwordHash))) return null
    if (await hasSecondFactor(tx, member.id))
      return { step: await createSignInChallenge(tx, 'secondStep', { userId: member.id }) }
    return completeSignIn(work, member, client)
  })
}

function recordRefusedSignIn(
  event: 'sign_in.refused' | 'sign_in.throttled',
  origin: RequestOrigin,
  email?: string,
): null {
  const actor = email === undefined ? ({ type: 'stranger', id: null } as const) : toEmailEventActor(email)
  logSecurityRefusal(event, { actor, organizationId: null, origin })
  return null
}

const WINDOW_MS = 10 * 60_000
const failureSampler = new LogSampler<{ address: string | null }>(WINDOW_MS, (line) =>
  log.error(line, 'more sign-ins failed unexpectedly'),
)
