import { type IdentityProvider, listIdentityProviders } from '../../../auth/identities/openid-connect'
import type { Locale } from '../../../messages/locale'
import { withReturnPath } from '../../session/return-path'
import { readPrincipal } from '../../session/session'
import { getSignUpRule, registerAccount } from '../../session/sign-up'
import {
  type FormFailure,
  type PageResult,
  readSameOriginForm,
  readVisitor,
  toFormFailure,
  type Visitor,
} from './account-form'
import { createSessionCookies } from './session-cookies'
import { isSignedIn, trySignIn } from './sign-in'

const FIELDS = ['name', 'organizationName', 'email', 'password'] as const
type FormValues = Record<(typeof FIELDS)[number], string>

export type SignUpPage = {
  kind: 'signUp'
  locale: Locale
  action: string
  signInHref: string
  providers: readonly IdentityProvider[]
  providerAction: string
  values: Omit<FormValues, 'password'>
  failure: FormFailure | null
  rule: { isOpen: boolean; domains: readonly string[] }
}

const EMPTY_VALUES: FormValues = { name: '', organizationName: '', email: '', password: '' }

export async function viewSignUp(request: Request): Promise<PageResult<SignUpPage>> {
  const visitor = readVisitor(request)
  try {
    if (await readPrincipal(request.headers)) return { to: visitor.next }
    return { status: 200, page: createSignUpPage(visitor, EMPTY_VALUES, null) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createSignUpPage(visitor, EMPTY_VALUES, failure) }
  }
}

export async function submitSignUp(request: Request): Promise<PageResult<SignUpPage>> {
  const visitor = readVisitor(request)
  const { locale, acceptLanguage, origin, next } = visitor
  let values = EMPTY_VALUES
  try {
    const { verification } = await registerAccount({ language: locale, acceptLanguage, origin }, async () => {
      const form = await readSameOriginForm(request)
      values = Object.fromEntries(FIELDS.map((field) => [field, form.get(field) ?? ''])) as FormValues
      return { ...values, timeZone: form.get('timeZone') ?? undefined }
    })
    const outcome = await trySignIn(values, visitor)
    // The account exists now; if opening a session fails, the sign-in page can do it.
    if (!isSignedIn(outcome)) return { to: withReturnPath('/sign-in', next) }
    const cookies = await createSessionCookies(outcome, request, visitor)
    if (verification === 'not_needed') return { to: next, cookies }
    return { to: withReturnPath(`/check-email?mail=${verification}`, next), cookies }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, FIELDS)
    return { ...refused, page: createSignUpPage(visitor, values, failure) }
  }
}

function createSignUpPage({ locale, next }: Visitor, values: FormValues, failure: FormFailure | null): SignUpPage {
  const { name, organizationName, email } = values
  return {
    kind: 'signUp',
    locale,
    action: withReturnPath('/sign-up', next),
    signInHref: withReturnPath('/sign-in', next),
    providers: listIdentityProviders(),
    providerAction: withReturnPath('/sign-in/provider', next),
    values: { name, organizationName, email },
    failure,
    rule: getSignUpRule(),
  }
}
