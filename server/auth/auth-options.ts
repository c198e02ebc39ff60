import type { NextAuthOptions } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { env } from '../env'
import { log } from '../log'
import { LogSampler } from '../log-sampling'
import { fingerprintOfEmail, type Origin, recordEvent, recordRefusal } from '../security-events'
import { clientAddress } from '../throttle/client-address'
import { findMember } from './members'
import { requestOrigin } from './request-origin'
import { Credentials } from './schema'
import { endSession, openSession, SESSION_SECONDS } from './sessions'
import { admitSignIn, rememberSignIn } from './throttle'

/** What the encrypted cookie holds: the names of two rows, and nothing that could go stale. */
export type SessionToken = { userId: string; sessionId: string }

const isSecure = env.baseUrl.startsWith('https://')

/** `__Secure-` where people reach the service over https, so that no plain-http page can plant it. */
export const SESSION_COOKIE = `${isSecure ? '__Secure-' : ''}next-auth.session-token`

/**
 * Signing in and out. next-auth checks its own CSRF token and seals the cookie; who a cookie speaks for is looked up
 * at every request, so a session ends the moment its row does.
 */
export const authOptions: NextAuthOptions = {
  secret: env.nextAuthSecret,
  useSecureCookies: isSecure,
  session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
  pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: (input, request) => authorize(input, request.headers ?? {}),
    }),
  ],
  callbacks: {
    // `user` is there at sign-in only. Nothing of next-auth's own token (name, email, picture) is kept.
    jwt: ({ token, user }) => {
      const read = readSessionToken(token)
      if (read) return read
      return user ? { userId: user.id, sessionId: (user as SignedIn).sessionId } : {}
    },
    // What /api/auth/session tells the browser: nothing that it needs, so nothing.
    session: ({ session }) => ({ expires: session.expires }),
  },
  events: {
    signOut: async ({ token }) => {
      const read = readSessionToken(token)
      if (!read) return
      await endSession(read.sessionId)
      const actor = { type: 'user', id: read.userId } as const
      const about = { sessionId: read.sessionId }
      recordEvent('session.ended', { actor, organizationId: null, origin: originIn({}), about })
    },
  },
  logger: {
    error: (code, metadata) => noteOddCall(code, metadata instanceof Error ? metadata : metadata.error),
    warn: (code) => log.debug({ code }, 'sign-in warning'),
    debug: () => undefined,
  },
}

/** The two names that a token of ours holds; null for any other. */
export function readSessionToken(token: JWT | null | undefined): SessionToken | null {
  const { userId, sessionId } = (token ?? {}) as Record<string, unknown>
  return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : null
}

type RequestHeaders = Record<string, string | string[] | undefined>

type SignedIn = { id: string; sessionId: string }

/** Null for every reason why not, so that the answer tells none of them. */
async function authorize(input: unknown, headers: RequestHeaders): Promise<SignedIn | null> {
  const origin = originIn(headers)
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

/** As the route tells it; where next-auth was called without it, what the request's own headers say. */
function originIn(headers: RequestHeaders): Origin {
  const address = clientAddress({ get: (name) => headers[name]?.toString() ?? null })
  return requestOrigin.get() ?? { address, requestId: null }
}

const WINDOW_MS = 10 * 60_000
const faults = new LogSampler<{ address: string | null }>(WINDOW_MS, (line) =>
  log.error(line, 'more sign-ins failed unexpectedly'),
)

/** A cookie of before a new secret, an action that there is not: anybody can cause these, so none is worth a stack. */
function noteOddCall(code: string, error: Error | undefined): void {
  const about = { code: code.slice(0, 60), words: error?.message.slice(0, 200) ?? null }
  recordRefusal('sign_in.odd_call', {
    actor: { type: 'stranger', id: null },
    organizationId: null,
    origin: originIn({}),
    about,
  })
}
