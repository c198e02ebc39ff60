import { listProviders, type Provider } from '../../../auth/identities/provider'
import type { Locale } from '../../../messages/locale'
import { leadingTo } from '../../session/return-path'
import { principalIn } from '../../session/session'
import { makeAccount, signUpRule } from '../../session/sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'
import { cookiesOf } from './new-session'
import { isOpen, trySignIn } from './sign-in'

const FIELDS = ['name', 'organizationName', 'email', 'password'] as const
type Typed = Record<(typeof FIELDS)[number], string>

export type SignUpPage = {
  kind: 'signUp'
  locale: Locale
  action: string
  signInHref: string
  providers: readonly Provider[]
  providerAction: string
  typed: Omit<Typed, 'password'>
  failure: FormFailure | null
  /** Whether sign-up is open, and the email domains it is limited to (empty: any). */
  rule: { isOpen: boolean; domains: readonly string[] }
}

const NOTHING: Typed = { name: '', organizationName: '', email: '', password: '' }

/** GET /sign-up. Redirects signed-in users. */
export async function viewSignUp(request: Request): Promise<PageAnswer<SignUpPage>> {
  const reader = readReader(request)
  try {
    if (await principalIn(request.headers)) return { to: reader.next }
    return { status: 200, page: signUpPage(reader, NOTHING, null) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: signUpPage(reader, NOTHING, failure) }
  }
}

/** POST /sign-up: creates the account and opens its first session, or shows the form again with the typed values. */
export async function submitSignUp(request: Request): Promise<PageAnswer<SignUpPage>> {
  const reader = readReader(request)
  const { locale, acceptLanguage, origin, next } = reader
  let typed = NOTHING
  try {
    const { verification } = await makeAccount({ language: locale, acceptLanguage, origin }, async () => {
      const form = await readOwnForm(request)
      typed = Object.fromEntries(FIELDS.map((field) => [field, form.get(field) ?? ''])) as Typed
      return { ...typed, timeZone: form.get('timeZone') ?? undefined }
    })
    const opened = await trySignIn(typed, reader)
    // The account exists now; if opening a session fails, the sign-in page can do it.
    if (!isOpen(opened)) return { to: leadingTo('/sign-in', next) }
    const cookies = await cookiesOf(opened, request, reader)
    if (verification === 'not_needed') return { to: next, cookies }
    return { to: leadingTo(`/check-email?mail=${verification}`, next), cookies }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader, FIELDS)
    return { ...refused, page: signUpPage(reader, typed, failure) }
  }
}

function signUpPage({ locale, next }: Reader, typed: Typed, failure: FormFailure | null): SignUpPage {
  const { name, organizationName, email } = typed
  return {
    kind: 'signUp',
    locale,
    action: leadingTo('/sign-up', next),
    signInHref: leadingTo('/sign-in', next),
    providers: listProviders(),
    providerAction: leadingTo('/sign-in/provider', next),
    typed: { name, organizationName, email },
    failure,
    rule: signUpRule(),
  }
}
