import { createOwnerWithOrganization } from '../../../auth/accounts'
import { sendVerificationEmail } from '../../../auth/email-verification'
import type { IdentityClaims } from '../../../auth/identities/openid-connect'
import { createAccountAndSignInWithIdentity, findPendingIdentity } from '../../../auth/identities/provider-sign-in'
import { enforceSignUpLimit } from '../../../auth/rate-limits'
import { SignUpWithIdentity } from '../../../auth/schema'
import { requireSignUpDomain, requireSignUpNotClosed } from '../../../auth/sign-up-policy'
import { ValidationError } from '../../../errors'
import { createAccountAndAcceptInvitation, getInvitationLinkState } from '../../../members/accept-invitation'
import { SignUpByInvitation } from '../../../members/schema'
import { localizableMessage } from '../../../messages/localizable-message'
import { withReturnPath } from '../../session/return-path'
import { getSignUpAvailability } from '../../session/sign-up'
import {
  type FormFailure,
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'
import { redirectToSignIn, replaceSessionAndClearChallengeCookie } from './sign-in'
import { readSignInChallengeToken } from './two-factor'

export type FinishSignUpPageData = ReturnType<typeof createPageData>

type Mode = { kind: 'join'; organization: string; invitation: string } | { kind: 'signUp' } | { kind: 'closed' }

type FormValues = { name: string; organizationName: string }

export async function viewFinishSignUp(request: Request): Promise<PageOrRedirect<FinishSignUpPageData>> {
  return render(request, readRequestContext(request), 200, null, null)
}

export async function submitFinishSignUp(request: Request): Promise<PageOrRedirect<FinishSignUpPageData>> {
  const visitor = readRequestContext(request)
  let values: FormValues | null = null
  try {
    const form = await readSameOriginForm(request)
    values = { name: form.get('name') ?? '', organizationName: form.get('organizationName') ?? '' }
    const { name, organizationName } = values
    const timeZone = form.get('timeZone') ?? undefined
    const token = readSignInChallengeToken(request)
    await enforceSignUpLimit(visitor.origin)
    const identity = await findPendingIdentity(token)
    if (!identity) return redirectToSignIn('over', visitor.next)
    const mode = await resolveMode(visitor, identity.email)
    const signedIn = await createAccountAndSignInWithIdentity(token, visitor, (claims) =>
      mode.kind === 'join'
        ? join(mode.invitation, name, claims, visitor)
        : signUp({ name, organizationName, timeZone }, claims, visitor),
    )
    if (!signedIn) return redirectToSignIn('over', visitor.next)
    const cookies = await replaceSessionAndClearChallengeCookie(signedIn, request, visitor)
    if (mode.kind === 'join') return { to: '/', cookies }
    const verification = await sendVerificationEmail(signedIn.id)
    if (verification === 'not_needed') return { to: visitor.next, cookies }
    return { to: withReturnPath(`/check-email?mail=${verification}`, visitor.next), cookies }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor, ['name', 'organizationName'])
    const view = await render(request, visitor, status, values, failure)
    return 'to' in view ? view : { ...view, headers }
  }
}

async function signUp(
  values: FormValues & { timeZone: string | undefined },
  claims: IdentityClaims,
  visitor: RequestContext,
) {
  const { locale, acceptLanguage, origin } = visitor
  requireSignUpNotClosed()
  const { name, organizationName, timeZone } = SignUpWithIdentity.parse(values)
  const { email, isEmailVerified } = claims
  if (email === null) throw new ValidationError({ email: [localizableMessage('session.providerWithoutEmail')] })
  requireSignUpDomain(email)
  const browser = { language: locale, acceptLanguage, timeZone }
  const person = { name, email, organizationName, passwordHash: null, isEmailVerified, ...browser }
  const { userId } = await createOwnerWithOrganization(person, 'themself', origin)
  return { id: userId, name, email }
}

async function join(invitation: string, typedName: string, claims: IdentityClaims, { locale, origin }: RequestContext) {
  const { name, language } = SignUpByInvitation.omit({ password: true }).parse({ name: typedName, language: locale })
  const { userId, email } = await createAccountAndAcceptInvitation(
    invitation,
    { name, language, passwordHash: null, requiredEmail: claims.email },
    origin,
  )
  return { id: userId, name, email }
}

async function render(
  request: Request,
  visitor: RequestContext,
  status: number,
  values: FormValues | null,
  failure: FormFailure | null,
): Promise<PageOrRedirect<FinishSignUpPageData>> {
  try {
    const claims = await findPendingIdentity(readSignInChallengeToken(request))
    // A refusal is shown even if the sign-in step has expired.
    if (!claims && failure === null) return redirectToSignIn('over', visitor.next)
    const { email, name } = claims ?? { email: null, name: '' }
    const mode = await resolveMode(visitor, email)
    return { status, page: createPageData(visitor, { email, name, organizationName: '', ...values, mode, failure }) }
  } catch (error) {
    const { failure: readFailure, ...refused } = toFormFailure(error, visitor)
    const content = { name: '', organizationName: '', ...values, email: null, failure: readFailure }
    return { ...refused, page: createPageData(visitor, { ...content, mode: { kind: 'signUp' } }) }
  }
}

type Content = FormValues & { email: string | null; mode: Mode; failure: FormFailure | null }

function createPageData({ locale, next }: RequestContext, content: Content) {
  return {
    kind: 'finishSignUp' as const,
    locale,
    action: withReturnPath('/sign-in/finish', next),
    signInHref: withReturnPath('/sign-in', next),
    ...content,
  }
}

/** Offers to join only if the verified address is the invited one. */
async function resolveMode({ next }: RequestContext, email: string | null): Promise<Mode> {
  const token = /^\/invitations\/([^/?]+)$/.exec(next)?.[1]
  const invitation = token === undefined ? null : await getInvitationLinkState(token)
  if (token !== undefined && invitation?.state === 'open' && invitation.email === email)
    return { kind: 'join', organization: invitation.organization, invitation: token }
  return getSignUpAvailability().isOpen ? { kind: 'signUp' } : { kind: 'closed' }
}
