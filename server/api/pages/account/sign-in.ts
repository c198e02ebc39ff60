import type { SignedInUser } from '../../../auth/complete-sign-in'
import { listIdentityProviders } from '../../../auth/identities/openid-connect'
import { loadPreferenceCookies } from '../../../auth/preferences'
import { Credentials } from '../../../auth/schema'
import { serializeSessionCookie, serializeSignInChallengeCookie } from '../../../auth/session-cookie'
import { endSession } from '../../../auth/sessions'
import { signIn } from '../../../auth/sign-in'
import { getTranslator } from '../../../messages/message-catalogue'
import type { RequestOrigin } from '../../../security-events'
import { withReturnPath } from '../../session/return-path'
import { readPrincipalAndRateLimit, readSessionFromCookie } from '../../session/session'
import { getSignUpAvailability } from '../../session/sign-up'
import {
  type FormFailure,
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'

const NOTICES = ['password', 'over', 'cancelled', 'failed', 'taken'] as const
type SignInNotice = (typeof NOTICES)[number]

export type SignInPageData = ReturnType<typeof createSignInPageData>

export async function viewSignIn(request: Request): Promise<PageOrRedirect<SignInPageData>> {
  const visitor = readRequestContext(request)
  try {
    if (await readPrincipalAndRateLimit(request.headers)) return { to: visitor.next }
    const done = new URL(request.url).searchParams.get('done')
    const shownNotice = NOTICES.find((notice) => notice === done)
    return { status: 200, page: createSignInPageData(visitor, '', null, shownNotice) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createSignInPageData(visitor, '', failure) }
  }
}

export async function submitSignIn(request: Request): Promise<PageOrRedirect<SignInPageData>> {
  const visitor = readRequestContext(request)
  const t = getTranslator(visitor.locale, 'auth')
  let email = ''
  const renderAgain = (message: string) => createSignInPageData(visitor, email, { message, faults: {} })
  try {
    const form = await readSameOriginForm(request)
    email = form.get('email') ?? ''
    const outcome = await trySignIn(Credentials.parse({ email, password: form.get('password') ?? '' }), visitor)
    if (outcome === 'unavailable') return { status: 500, page: renderAgain(t('signIn.unavailable')) }
    if (outcome === null) return { status: 400, page: renderAgain(t('signIn.failed')) }
    if (isSignedInUser(outcome))
      return { to: visitor.next, cookies: await replaceBrowserSession(outcome, request, visitor) }
    return {
      to: withReturnPath('/sign-in/second-step', visitor.next),
      cookies: [serializeSignInChallengeCookie(outcome.step)],
    }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['email', 'password'])
    return { ...refused, page: createSignInPageData(visitor, email, failure) }
  }
}

type Outcome = Awaited<ReturnType<typeof signIn>> | 'unavailable'

export function isSignedInUser(outcome: Outcome): outcome is SignedInUser {
  return outcome !== null && typeof outcome === 'object' && 'sessionId' in outcome
}

/** As {@link signIn}, but returns `unavailable` instead of throwing. The error is already logged. */
export async function trySignIn(credentials: Credentials, { origin, userAgent }: RequestContext): Promise<Outcome> {
  return signIn(credentials, { ...origin, userAgent }).catch(() => 'unavailable' as const)
}

/**
 * Cookies of a newly opened session, with the user's dashboard preferences. Ends the browser's former session: its
 * cookie is overwritten, so it could not be revoked by signing out any more.
 */
export async function replaceBrowserSession(
  signedIn: SignedInUser,
  request: Request,
  { origin }: { origin: RequestOrigin },
) {
  const previousSession = await readSessionFromCookie(request.headers)
  if (previousSession && previousSession.sessionId !== signedIn.sessionId) await endSession(previousSession, origin)
  return [await serializeSessionCookie(signedIn), ...(await loadPreferenceCookies(signedIn.id))]
}

/** As {@link replaceBrowserSession}, after a sign-in of several steps. */
export async function replaceSessionAndClearChallengeCookie(
  ...opened: Parameters<typeof replaceBrowserSession>
): Promise<string[]> {
  return [...(await replaceBrowserSession(...opened)), serializeSignInChallengeCookie(null)]
}

/** Starts again, and clears the cookie of a sign-in of several steps. */
export function redirectToSignIn(notice: SignInNotice, next: string): { to: string; cookies: string[] } {
  const to = withReturnPath('/sign-in', next)
  return { to: `${to}${to.includes('?') ? '&' : '?'}done=${notice}`, cookies: [serializeSignInChallengeCookie(null)] }
}

export function createSignInPageData(
  { locale, next }: RequestContext,
  email: string,
  failure: FormFailure | null,
  notice: SignInNotice | null = null,
) {
  return {
    kind: 'signIn' as const,
    locale,
    action: withReturnPath('/sign-in', next),
    email,
    failure,
    signUpHref: getSignUpAvailability().isOpen ? withReturnPath('/sign-up', next) : null,
    forgotHref: withReturnPath('/forgot-password', next),
    providers: listIdentityProviders(),
    providerAction: withReturnPath('/sign-in/provider', next),
    notice,
  }
}
