import type { NextAuthOptions } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { env } from '../env'
import { log } from '../log'
import { addressOf } from '../throttle/address'
import { findMember } from './members'
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
    jwt: async ({ token, user }) => {
      const read = readSessionToken(token)
      if (read) return read
      const sessionId = user && (await openSession(user.id))
      return sessionId ? { userId: user.id, sessionId } : {}
    },
    // What /api/auth/session tells the browser: nothing that it needs, so nothing.
    session: ({ session }) => ({ expires: session.expires }),
  },
  events: {
    signOut: async ({ token }) => {
      const read = readSessionToken(token)
      if (read) await endSession(read.sessionId)
    },
  },
  logger: {
    error: (code, metadata) =>
      log.error({ code, err: 'error' in metadata ? metadata.error : metadata }, 'sign-in error'),
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

/** Null for every reason why not, so that the answer tells none of them. */
async function authorize(input: unknown, headers: RequestHeaders): Promise<{ id: string } | null> {
  const credentials = Credentials.safeParse(input)
  if (!credentials.success) return null
  const { email } = credentials.data
  const address = addressOf({ get: (name) => headers[name]?.toString() ?? null }) ?? 'unknown'
  try {
    if (!(await admitSignIn(email, address))) {
      log.warn({ address }, 'too many tries to sign in')
      return null
    }
    const member = await findMember(credentials.data)
    if (!member) return null
    await rememberSignIn(email, address)
    return { id: member.id }
  } catch (error) {
    // What an error says would stand in the answer's address.
    log.error({ err: error }, 'sign-in failed unexpectedly')
    throw new Error('Unavailable', { cause: error })
  }
}
