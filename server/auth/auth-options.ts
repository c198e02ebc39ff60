import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { AsyncContextValue } from '../async-context-value'
import { env } from '../env'
import { log } from '../log'
import { readClientIpAddress } from '../rate-limit/client-ip-address'
import { logSecurityRefusal, type RequestOrigin } from '../security-events'
import type { SignedInUser } from './complete-sign-in'
import { toSessionUser, USES_SECURE_COOKIES } from './session-cookie'
import { endSession, SESSION_MAX_AGE_SECONDS } from './sessions'
import { signIn } from './sign-in'

/** Origin of the request that next-auth is processing; next-auth does not pass it to its callbacks. */
export const nextAuthRequestContext = new AsyncContextValue<RequestOrigin>()

/**
 * next-auth configuration. next-auth checks its CSRF token and encrypts the cookie; the principal is looked up on every request, so
 * deleting a session row ends the session immediately.
 */
export const authOptions: NextAuthOptions = {
  secret: env.nextAuthSecret,
  useSecureCookies: USES_SECURE_COOKIES,
  session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_SECONDS },
  pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: async (input, { headers = {} }) => {
        const outcome = await signIn(input, {
          ...resolveOrigin(headers),
          userAgent: headers['user-agent']?.toString() ?? null,
        })
        // Two-factor sign-in continues on its own page.
        return outcome && 'sessionId' in outcome ? outcome : null
      },
    }),
  ],
  callbacks: {
    // `user` is set at sign-in only. Drops next-auth's default claims (name, email, picture).
    jwt: ({ token, user }) => {
      const sessionToken = toSessionUser(token)
      if (sessionToken) return sessionToken
      return user ? { userId: user.id, sessionId: (user as SignedInUser).sessionId } : {}
    },
    // The response of /api/auth/session: the browser needs none of it.
    session: ({ session }) => ({ expires: session.expires }),
  },
  events: {
    signOut: async ({ token }) => {
      const sessionToken = toSessionUser(token)
      if (sessionToken) await endSession(sessionToken, resolveOrigin({}))
    },
  },
  logger: {
    error: (code, metadata) => recordUnexpectedCall(code, metadata instanceof Error ? metadata : metadata.error),
    warn: (code) => log.debug({ code }, 'sign-in warning'),
    debug: () => undefined,
  },
}

function resolveOrigin(headers: Record<string, string | string[] | undefined>): RequestOrigin {
  const address = readClientIpAddress({ get: (name) => headers[name]?.toString() ?? null })
  return nextAuthRequestContext.get() ?? { address, requestId: null }
}

function recordUnexpectedCall(code: string, error: Error | undefined): void {
  const about = { code: code.slice(0, 60), words: error?.message.slice(0, 200) ?? null }
  logSecurityRefusal('sign_in.odd_call', {
    actor: { type: 'stranger', id: null },
    organizationId: null,
    origin: resolveOrigin({}),
    about,
  })
}
