import type { SignedIn } from '../../../auth/complete-sign-in'
import { listProviders, type Provider } from '../../../auth/identities/openid-connect'
import { Credentials } from '../../../auth/schema'
import { sealStep } from '../../../auth/session-cookie'
import { type NextStep, signIn } from '../../../auth/sign-in'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { leadingTo } from '../../session/return-path'
import { principalIn } from '../../session/session'
import { signUpRule } from '../../session/sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './account-form'
import { cookiesOf } from './session-cookies'

const NOTICES = ['password', 'over', 'cancelled', 'failed', 'taken'] as const
export type Notice = (typeof NOTICES)[number]

export type SignInPage = {
  kind: 'signIn'
  locale: Locale
  action: string
  email: string
  failure: FormFailure | null
  signUpHref: string | null
  forgotHref: string
  providers: readonly Provider[]
  providerAction: string
  notice: Notice | null
}

export async function viewSignIn(request: Request): Promise<PageAnswer<SignInPage>> {
  const visitor = readReader(request)
  try {
    if (await principalIn(request.headers)) return { to: visitor.next }
    const done = new URL(request.url).searchParams.get('done')
    return {
      status: 200,
      page: signInPage(
        visitor,
        '',
        null,
        NOTICES.find((notice) => notice === done),
      ),
    }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: signInPage(visitor, '', failure) }
  }
}

export async function submitSignIn(request: Request): Promise<PageAnswer<SignInPage>> {
  const visitor = readReader(request)
  const t = translator(visitor.locale, 'auth')
  let email = ''
  const renderAgain = (message: string) => signInPage(visitor, email, { message, faults: {} })
  try {
    const form = await readOwnForm(request)
    email = form.get('email') ?? ''
    const outcome = await trySignIn(Credentials.parse({ email, password: form.get('password') ?? '' }), visitor)
    if (outcome === 'unavailable') return { status: 500, page: renderAgain(t('signIn.unavailable')) }
    if (outcome === null) return { status: 400, page: renderAgain(t('signIn.failed')) }
    if (isOpen(outcome)) return { to: visitor.next, cookies: await cookiesOf(outcome, request, visitor) }
    return { to: leadingTo('/sign-in/second-step', visitor.next), cookies: [sealStep(outcome.step)] }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor, ['email', 'password'])
    return { ...refused, page: signInPage(visitor, email, failure) }
  }
}

type Outcome = SignedIn | NextStep | null | 'unavailable'

export function isOpen(outcome: Outcome): outcome is SignedIn {
  return outcome !== null && typeof outcome === 'object' && 'sessionId' in outcome
}

/** As {@link signIn}, but returns `unavailable` instead of throwing. The error is already logged. */
export async function trySignIn(
  credentials: Credentials,
  { origin, userAgent }: Pick<Reader, 'origin' | 'userAgent'>,
): Promise<Outcome> {
  return signIn(credentials, { ...origin, userAgent }).catch(() => 'unavailable' as const)
}

export function signInPage(
  { locale, next }: Reader,
  email: string,
  failure: FormFailure | null,
  notice: Notice | null = null,
): SignInPage {
  const signUpHref = signUpRule().isOpen ? leadingTo('/sign-up', next) : null
  const forgotHref = leadingTo('/forgot-password', next)
  return {
    kind: 'signIn',
    locale,
    action: leadingTo('/sign-in', next),
    email,
    failure,
    signUpHref,
    forgotHref,
    providers: listProviders(),
    providerAction: leadingTo('/sign-in/provider', next),
    notice,
  }
}
