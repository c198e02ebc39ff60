import { listIdentityProviders } from '../../../auth/identities/openid-connect'
import { withReturnPath } from '../../session/return-path'
import { readPrincipalAndRateLimit } from '../../session/session'
import { getSignUpAvailability, registerAccount } from '../../session/sign-up'
import {
  type FormFailure,
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'
import { isSignedInUser, replaceBrowserSession, trySignIn } from './sign-in'

const FIELDS = ['name', 'organizationName', 'email', 'password'] as const
const EMPTY_VALUES = { name: '', organizationName: '', email: '', password: '' }

export type SignUpPageData = ReturnType<typeof createSignUpPageData>

export async function viewSignUp(request: Request): Promise<PageOrRedirect<SignUpPageData>> {
  const visitor = readRequestContext(request)
  try {
    if (await readPrincipalAndRateLimit(request.headers)) return { to: visitor.next }
    return { status: 200, page: createSignUpPageData(visitor, EMPTY_VALUES, null) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createSignUpPageData(visitor, EMPTY_VALUES, failure) }
  }
}

export async function submitSignUp(request: Request): Promise<PageOrRedirect<SignUpPageData>> {
  const visitor = readRequestContext(request)
  const { locale, acceptLanguage, origin, next } = visitor
  let values = EMPTY_VALUES
  try {
    const { verification } = await registerAccount({ language: locale, acceptLanguage, origin }, async () => {
      const form = await readSameOriginForm(request)
      values = Object.fromEntries(FIELDS.map((field) => [field, form.get(field) ?? ''])) as typeof EMPTY_VALUES
      return { ...values, timeZone: form.get('timeZone') ?? undefined }
    })
    const outcome = await trySignIn(values, visitor)
    // The account exists now; if opening a session fails, the sign-in page can do it.
    if (!isSignedInUser(outcome)) return { to: withReturnPath('/sign-in', next) }
    const cookies = await replaceBrowserSession(outcome, request, visitor)
    if (verification === 'not_needed') return { to: next, cookies }
    return { to: withReturnPath(`/check-email?mail=${verification}`, next), cookies }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, FIELDS)
    return { ...refused, page: createSignUpPageData(visitor, values, failure) }
  }
}

function createSignUpPageData(
  { locale, next }: RequestContext,
  { name, organizationName, email }: typeof EMPTY_VALUES,
  failure: FormFailure | null,
) {
  return {
    kind: 'signUp' as const,
    locale,
    action: withReturnPath('/sign-up', next),
    signInHref: withReturnPath('/sign-in', next),
    providers: listIdentityProviders(),
    providerAction: withReturnPath('/sign-in/provider', next),
    values: { name, organizationName, email },
    failure,
    rule: getSignUpAvailability(),
  }
}
