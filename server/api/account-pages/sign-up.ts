import { listProviders, type Provider } from '../../auth/identities/provider'
import type { Locale } from '../../messages/locale'
import { leadingTo } from '../return-path'
import { principalIn } from '../session'
import { makeAccount, signUpRule } from '../sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'
import { cookiesOf } from './new-session'
import { isOpen, trySignIn } from './sign-in'

const FIELDS = ['name', 'organizationName', 'email', 'password'] as const
type Typed = Record<(typeof FIELDS)[number], string>

export type SignUpPage = {
  kind: 'signUp'
  locale: Locale
  /** Where its form posts to: its own address. */
  action: string
  signInHref: string
  /** With whom else people may make an account. */
  providers: readonly Provider[]
  /** Where the forms of those post to. */
  providerAction: string
  typed: Omit<Typed, 'password'>
  failure: FormFailure | null
  /** Whether anybody may sign up here, and with addresses at which domains; none where any will do. */
  rule: { isOpen: boolean; domains: readonly string[] }
}

const NOTHING: Typed = { name: '', organizationName: '', email: '', password: '' }

/** GET /sign-up. Whoever is signed in goes on. */
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

/** POST /sign-up: makes the account and opens its first session, else shows the form again with what was typed. */
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
    // The account is there; a session can be opened by the page that is for it.
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
