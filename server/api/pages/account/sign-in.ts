import type { CreatedSession } from '../../../auth/complete-sign-in'
import { type IdentityProvider, listIdentityProviders } from '../../../auth/identities/openid-connect'
import { Credentials } from '../../../auth/schema'
import { serializeSignInChallengeCookie } from '../../../auth/session-cookie'
import { type PendingTwoFactor, signIn } from '../../../auth/sign-in'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/messages'
import { withReturnPath } from '../../session/return-path'
import { readPrincipal } from '../../session/session'
import { getSignUpRule } from '../../session/sign-up'
import {
  type FormFailure,
  type PageResult,
  readSameOriginForm,
  readVisitor,
  toFormFailure,
  type Visitor,
} from './account-form'
import { createSessionCookies } from './session-cookies'

const NOTICES = ['password', 'over', 'cancelled', 'failed', 'taken'] as const
export type SignInNotice = (typeof NOTICES)[number]

export type SignInPage = {
  kind: 'signIn'
  locale: Locale
  action: string
  email: string
  failure: FormFailure | null
  signUpHref: string | null
  forgotHref: string
  providers: readonly IdentityProvider[]
  providerAction: string
  notice: SignInNotice | null
}

export async function viewSignIn(request: Request): Promise<PageResult<SignInPage>> {
  const visitor = readVisitor(request)
  try {
    if (await readPrincipal(request.headers)) return { to: visitor.next }
    const done = new URL(request.url).searchParams.get('done')
    return {
      status: 200,
      page: createSignInPage(
        visitor,
        '',
        null,
        NOTICES.find((notice) => notice === done),
      ),
    }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createSignInPage(visitor, '', failure) }
  }
}

export async function submitSignIn(request: Request): Promise<PageResult<SignInPage>> {
  const visitor = readVisitor(request)
  const t = getTranslator(visitor.locale, 'auth')
  let email = ''
  const renderAgain = (message: string) => createSignInPage(visitor, email, { message, faults: {} })
  try {
    const form = await readSameOriginForm(request)
    email = form.get('email') ?? ''
    const outcome = await trySignIn(Credentials.parse({ email, password: form.get('password') ?? '' }), visitor)
    if (outcome === 'unavailable') return { status: 500, page: renderAgain(t('signIn.unavailable')) }
    if (outcome === null) return { status: 400, page: renderAgain(t('signIn.failed')) }
    if (isSignedIn(outcome)) return { to: visitor.next, cookies: await createSessionCookies(outcome, request, visitor) }
    return {
      to: withReturnPath('/sign-in/second-step', visitor.next),
      cookies: [serializeSignInChallengeCookie(outcome.step)],
    }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['email', 'password'])
    return { ...refused, page: createSignInPage(visitor, email, failure) }
  }
}

type Outcome = CreatedSession | PendingTwoFactor | null | 'unavailable'

export function isSignedIn(outcome: Outcome): outcome is CreatedSession {
  return outcome !== null && typeof outcome === 'object' && 'sessionId' in outcome
}

/** As {@link signIn}, but returns `unavailable` instead of throwing. The error is already logged. */
export async function trySignIn(
  credentials: Credentials,
  { origin, userAgent }: Pick<Visitor, 'origin' | 'userAgent'>,
): Promise<Outcome> {
  return signIn(credentials, { ...origin, userAgent }).catch(() => 'unavailable' as const)
}

export function createSignInPage(
  { locale, next }: Visitor,
  email: string,
  failure: FormFailure | null,
  notice: SignInNotice | null = null,
): SignInPage {
  const signUpHref = getSignUpRule().isOpen ? withReturnPath('/sign-up', next) : null
  const forgotHref = withReturnPath('/forgot-password', next)
  return {
    kind: 'signIn',
    locale,
    action: withReturnPath('/sign-in', next),
    email,
    failure,
    signUpHref,
    forgotHref,
    providers: listIdentityProviders(),
    providerAction: withReturnPath('/sign-in/provider', next),
    notice,
  }
}
