import { listProviders, type Provider } from '../../../auth/identities/openid-connect'
import type { Locale } from '../../../messages/locale'
import { leadingTo } from '../../session/return-path'
import { principalIn } from '../../session/session'
import { makeAccount, signUpRule } from '../../session/sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './account-form'
import { cookiesOf } from './session-cookies'
import { isOpen, trySignIn } from './sign-in'

const FIELDS = ['name', 'organizationName', 'email', 'password'] as const
type FormValues = Record<(typeof FIELDS)[number], string>

export type SignUpPage = {
  kind: 'signUp'
  locale: Locale
  action: string
  signInHref: string
  providers: readonly Provider[]
  providerAction: string
  typed: Omit<FormValues, 'password'>
  failure: FormFailure | null
  rule: { isOpen: boolean; domains: readonly string[] }
}

const EMPTY_VALUES: FormValues = { name: '', organizationName: '', email: '', password: '' }

export async function viewSignUp(request: Request): Promise<PageAnswer<SignUpPage>> {
  const visitor = readReader(request)
  try {
    if (await principalIn(request.headers)) return { to: visitor.next }
    return { status: 200, page: signUpPage(visitor, EMPTY_VALUES, null) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: signUpPage(visitor, EMPTY_VALUES, failure) }
  }
}

export async function submitSignUp(request: Request): Promise<PageAnswer<SignUpPage>> {
  const visitor = readReader(request)
  const { locale, acceptLanguage, origin, next } = visitor
  let values = EMPTY_VALUES
  try {
    const { verification } = await makeAccount({ language: locale, acceptLanguage, origin }, async () => {
      const form = await readOwnForm(request)
      values = Object.fromEntries(FIELDS.map((field) => [field, form.get(field) ?? ''])) as FormValues
      return { ...values, timeZone: form.get('timeZone') ?? undefined }
    })
    const outcome = await trySignIn(values, visitor)
    // The account exists now; if opening a session fails, the sign-in page can do it.
    if (!isOpen(outcome)) return { to: leadingTo('/sign-in', next) }
    const cookies = await cookiesOf(outcome, request, visitor)
    if (verification === 'not_needed') return { to: next, cookies }
    return { to: leadingTo(`/check-email?mail=${verification}`, next), cookies }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor, FIELDS)
    return { ...refused, page: signUpPage(visitor, values, failure) }
  }
}

function signUpPage({ locale, next }: Reader, values: FormValues, failure: FormFailure | null): SignUpPage {
  const { name, organizationName, email } = values
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
