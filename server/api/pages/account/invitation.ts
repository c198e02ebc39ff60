import { type IdentityProvider, listIdentityProviders } from '../../../auth/identities/openid-connect'
import { consumeVerificationLimit } from '../../../auth/rate-limits'
import { expireSessionCookie } from '../../../auth/session-cookie'
import { endSession } from '../../../auth/sessions'
import { RateLimitExceeded } from '../../../errors'
import { acceptInvitationAsUser, readInvitation, signUpByInvitation } from '../../../members/accept-invitation'
import type { InvitationState } from '../../../members/schema'
import { SignUpByInvitation } from '../../../members/schema'
import type { Locale } from '../../../messages/locale'
import type { Actor } from '../../../principal'
import { withReturnPath } from '../../session/return-path'
import { readPrincipal } from '../../session/session'
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

export type InvitationPage = {
  kind: 'invitation'
  locale: Locale
  action: string
  invitation: InvitationState | { state: 'failed' }
  signedInAs: string | null
  signInHref: string
  providers: readonly IdentityProvider[]
  providerAction: string
  name: string
  failure: FormFailure | null
}

type Person = Extract<Actor, { type: 'user' }>

const STATUS = { open: 200, accepted: 410, withdrawn: 410, expired: 410, unknown: 404 } as const

export async function viewInvitation(token: string, request: Request): Promise<PageResult<InvitationPage>> {
  return render(token, request, { name: '', failure: null })
}

/**
 * POST /invitations/<token>: accepts as the signed-in user if the address matches, else creates an account for the
 * invited address.
 * With the field `leave`, signs out a user with another address first.
 */
export async function submitInvitation(token: string, request: Request): Promise<PageResult<InvitationPage>> {
  const visitor = readVisitor(request)
  const { pathname } = new URL(request.url)
  let name = ''
  try {
    const form = await readSameOriginForm(request)
    name = form.get('name') ?? ''
    const person = await findSignedInPerson(request)
    if (person && form.has('leave')) {
      await endSession(person, visitor.origin)
      return { to: pathname, cookies: [expireSessionCookie()] }
    }
    if (!(await consumeVerificationLimit(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    if (person) {
      await acceptInvitationAsUser(person, token, visitor.origin)
      return { to: '/' }
    }
    return await createAccount(token, { name, password: form.get('password') ?? '' }, request, visitor)
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor, ['name', 'password'])
    const view = await render(token, request, { name, failure })
    return 'to' in view ? view : { ...view, status: Math.max(status, view.status), headers }
  }
}

async function createAccount(
  token: string,
  values: { name: string; password: string },
  request: Request,
  visitor: Visitor,
): Promise<PageResult<InvitationPage>> {
  const { locale, origin } = visitor
  const { email } = await signUpByInvitation(token, SignUpByInvitation.parse({ ...values, language: locale }), origin)
  const outcome = await trySignIn({ email, password: values.password }, visitor)
  // The account exists now; if opening a session fails, the sign-in page can do it.
  return isSignedIn(outcome)
    ? { to: '/', cookies: await createSessionCookies(outcome, request, visitor) }
    : { to: '/sign-in' }
}

async function render(
  token: string,
  request: Request,
  { name, failure }: Pick<InvitationPage, 'name' | 'failure'>,
): Promise<PageResult<InvitationPage>> {
  const visitor = readVisitor(request)
  const { pathname } = new URL(request.url)
  const page = {
    kind: 'invitation',
    locale: visitor.locale,
    action: pathname,
    signInHref: withReturnPath('/sign-in', pathname),
    providers: listIdentityProviders(),
    providerAction: withReturnPath('/sign-in/provider', pathname),
    name,
  } as const
  try {
    const [invitation, person] = [await readInvitation(token), await findSignedInPerson(request)]
    return {
      status: STATUS[invitation.state],
      page: { ...page, invitation: invitation, signedInAs: person?.email ?? null, failure },
    }
  } catch (error) {
    const refused = toFormFailure(error, visitor)
    return {
      status: refused.status,
      headers: refused.headers,
      page: { ...page, invitation: { state: 'failed' }, signedInAs: null, failure: refused.failure },
    }
  }
}

async function findSignedInPerson(request: Request): Promise<Person | null> {
  const actor = (await readPrincipal(request.headers))?.actor
  return actor?.type === 'user' ? actor : null
}
