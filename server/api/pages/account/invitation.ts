import { listIdentityProviders } from '../../../auth/identities/openid-connect'
import { enforceEmailedLinkLimit } from '../../../auth/rate-limits'
import { serializeExpiredSessionCookie } from '../../../auth/session-cookie'
import { endSession } from '../../../auth/sessions'
import { acceptInvitationAsUser, getInvitationLinkState, signUpByInvitation } from '../../../members/accept-invitation'
import { type InvitationLinkState, SignUpByInvitation } from '../../../members/schema'
import { withReturnPath } from '../../session/return-path'
import {
  type FormFailure,
  findSignedInUser,
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'
import { isSignedInUser, replaceBrowserSession, trySignIn } from './sign-in'

export type InvitationPageData = ReturnType<typeof createPageData>

const STATUS = { open: 200, accepted: 410, withdrawn: 410, expired: 410, unknown: 404 } as const

export async function viewInvitation(request: Request, token: string): Promise<PageOrRedirect<InvitationPageData>> {
  return render(request, token, '', null)
}

/**
 * POST /invitations/<token>: accepts as the signed-in user if the address matches, else creates an account for the
 * invited address. With the field `leave`, signs out a user with another address first.
 */
export async function submitInvitation(request: Request, token: string): Promise<PageOrRedirect<InvitationPageData>> {
  const visitor = readRequestContext(request)
  const { pathname } = new URL(request.url)
  let name = ''
  try {
    const form = await readSameOriginForm(request)
    name = form.get('name') ?? ''
    const person = await findSignedInUser(request)
    if (person && form.has('leave')) {
      await endSession(person, visitor.origin)
      return { to: pathname, cookies: [serializeExpiredSessionCookie()] }
    }
    await enforceEmailedLinkLimit(visitor.origin)
    if (person) {
      await acceptInvitationAsUser(person, token, visitor.origin)
      return { to: '/' }
    }
    const { locale: language, origin } = visitor
    const account = SignUpByInvitation.parse({ name, password: form.get('password') ?? '', language })
    const { email } = await signUpByInvitation(token, account, origin)
    const outcome = await trySignIn({ email, password: account.password }, visitor)
    // The account exists now; if opening a session fails, the sign-in page can do it.
    if (!isSignedInUser(outcome)) return { to: '/sign-in' }
    return { to: '/', cookies: await replaceBrowserSession(outcome, request, visitor) }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor, ['name', 'password'])
    const view = await render(request, token, name, failure)
    return { ...view, status: Math.max(status, view.status), headers }
  }
}

async function render(request: Request, token: string, name: string, failure: FormFailure | null) {
  const visitor = readRequestContext(request)
  try {
    const [invitation, person] = [await getInvitationLinkState(token), await findSignedInUser(request)]
    const page = createPageData(request, visitor, { invitation, signedInAs: person?.email ?? null, name, failure })
    return { status: STATUS[invitation.state], page }
  } catch (error) {
    const { failure: readFailure, ...refused } = toFormFailure(error, visitor)
    const content = { invitation: { state: 'failed' } as const, signedInAs: null, name, failure: readFailure }
    return { ...refused, page: createPageData(request, visitor, content) }
  }
}

type Content = {
  invitation: InvitationLinkState | { state: 'failed' }
  signedInAs: string | null
  name: string
  failure: FormFailure | null
}

function createPageData(request: Request, { locale }: RequestContext, content: Content) {
  const { pathname } = new URL(request.url)
  return {
    kind: 'invitation' as const,
    locale,
    action: pathname,
    signInHref: withReturnPath('/sign-in', pathname),
    providers: listIdentityProviders(),
    providerAction: withReturnPath('/sign-in/provider', pathname),
    ...content,
  }
}
