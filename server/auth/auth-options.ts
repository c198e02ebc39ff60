import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { env } from '../env'
import { log } from '../log'
import { type Origin, recordRefusal } from '../security-events'
import { clientAddress } from '../throttle/client-address'
import type { SignedIn } from './open-account'
import { requestOrigin } from './request-origin'
import { IS_SECURE, readSessionToken } from './session-cookie'
import { endSession, SESSION_SECONDS } from './sessions'
import { signIn } from './sign-in'

/**
 * Signing in and out. next-auth checks its own CSRF token and seals the cookie; who a cookie speaks for is looked up
 * at every request, so a session ends the moment its row does.
 */
export const authOptions: NextAuthOptions = {
  secret: env.nextAuthSecret,
  useSecureCookies: IS_SECURE,
  session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
  pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: async (input, { headers = {} }) => {
        const outcome = await signIn(input, { ...originIn(headers), userAgent: userAgentIn(headers) })
        // A second step is taken on the page that is for it.
        return outcome && 'sessionId' in outcome ? outcome : null
      },
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
      if (read) await endSession(read, originIn({}))
    },
  },
  logger: {
    error: (code, metadata) => noteOddCall(code, metadata instanceof Error ? metadata : metadata.error),
    warn: (code) => log.debug({ code }, 'sign-in warning'),
    debug: () => undefined,
  },
}

type RequestHeaders = Record<string, string | string[] | undefined>

/** As the route tells it; where next-auth was called without it, what the request's own headers say. */
function originIn(headers: RequestHeaders): Origin {
  const address = clientAddress({ get: (name) => headers[name]?.toString() ?? null })
  return requestOrigin.get() ?? { address, requestId: null }
}

function userAgentIn(headers: RequestHeaders): string | null {
  return headers['user-agent']?.toString() ?? null
}

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
