import { makeOwner } from '../../../auth/accounts'
import { sendVerification } from '../../../auth/email-verification'
import type { Claims } from '../../../auth/identities/openid-connect'
import { openNewAccount, readNewIdentity } from '../../../auth/identities/provider-sign-in'
import { admitSignUp } from '../../../auth/rate-limits'
import { SignUpWithIdentity } from '../../../auth/schema'
import { sealStep } from '../../../auth/session-cookie'
import { requireOpenSignUp, requireSignUpDomain } from '../../../auth/sign-up-policy'
import { RateLimitExceeded, ValidationError } from '../../../errors'
import { joinWith, readInvitation } from '../../../members/accept-invitation'
import { JoinAsNew } from '../../../members/schema'
import { sentence } from '../../../messages/error-message'
import type { Locale } from '../../../messages/locale'
import { leadingTo } from '../../session/return-path'
import { signUpRule } from '../../session/sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './account-form'
import { cookiesOf } from './session-cookies'
import { beginAnew, stepTokenIn } from './two-factor'

export type FinishSignUpPage = {
  kind: 'finishSignUp'
  locale: Locale
  action: string
  email: string | null
  name: string
  organizationName: string
  mode: Mode
  signInHref: string
  failure: FormFailure | null
}

type Mode = { kind: 'join'; organization: string; invitation: string } | { kind: 'signUp' } | { kind: 'closed' }

type FormValues = { name: string; organizationName: string }

export async function viewFinishSignUp(request: Request): Promise<PageAnswer<FinishSignUpPage>> {
  return render(request, readReader(request), 200, null, null)
}

export async function submitFinishSignUp(request: Request): Promise<PageAnswer<FinishSignUpPage>> {
  const visitor = readReader(request)
  let values: FormValues | null = null
  try {
    const form = await readOwnForm(request)
    values = { name: form.get('name') ?? '', organizationName: form.get('organizationName') ?? '' }
    const { name, organizationName } = values
    const timeZone = form.get('timeZone') ?? undefined
    const token = stepTokenIn(request)
    if (!(await admitSignUp(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    const identity = await readNewIdentity(token)
    if (!identity) return beginAnew(visitor)
    const mode = await resolveMode(visitor, identity.email)
    const signedIn = await openNewAccount(token, visitor, (claims) =>
      mode.kind === 'join'
        ? join(mode.invitation, name, claims, visitor)
        : signUp({ name, organizationName, timeZone }, claims, visitor),
    )
    if (!signedIn) return beginAnew(visitor)
    const cookies = [...(await cookiesOf(signedIn, request, visitor)), sealStep(null)]
    if (mode.kind === 'join') return { to: '/', cookies }
    const verification = await sendVerification(signedIn.id)
    if (verification === 'not_needed') return { to: visitor.next, cookies }
    return { to: leadingTo(`/check-email?mail=${verification}`, visitor.next), cookies }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor, ['name', 'organizationName'])
    const view = await render(request, visitor, status, values, failure)
    return 'to' in view ? view : { ...view, headers }
  }
}

async function signUp(values: FormValues & { timeZone: string | undefined }, claims: Claims, visitor: Reader) {
  const { locale, acceptLanguage, origin } = visitor
  requireOpenSignUp()
  const { name, organizationName, timeZone } = SignUpWithIdentity.parse(values)
  const email = requireEmail(claims)
  requireSignUpDomain(email)
  const { isEmailVerified } = claims
  const browser = { language: locale, acceptLanguage, timeZone }
  const person = { name, email, organizationName, passwordHash: null, isEmailVerified, ...browser }
  const { userId } = await makeOwner(person, 'themself', origin)
  return { id: userId, name, email }
}

async function join(invitation: string, typedName: string, claims: Claims, { locale, origin }: Reader) {
  const { name, language } = JoinAsNew.omit({ password: true }).parse({ name: typedName, language: locale })
  const { userId, email } = await joinWith(
    invitation,
    { name, language, passwordHash: null, mustBe: claims.email },
    origin,
  )
  return { id: userId, name, email }
}

function requireEmail({ email }: Claims): string {
  if (email === null) throw new ValidationError({ email: [sentence('session.providerWithoutEmail')] })
  return email
}

function readInvitationToken({ next }: Reader): string | null {
  return /^\/invitations\/([^/?]+)$/.exec(next)?.[1] ?? null
}

async function render(
  request: Request,
  visitor: Reader,
  status: number,
  values: FormValues | null,
  failure: FormFailure | null,
): Promise<PageAnswer<FinishSignUpPage>> {
  const { locale, next } = visitor
  const page = {
    kind: 'finishSignUp',
    locale,
    action: leadingTo('/sign-in/finish', next),
    signInHref: leadingTo('/sign-in', next),
  } as const
  try {
    const claims = await readNewIdentity(stepTokenIn(request))
    // A refusal is shown even if the sign-in step has expired.
    if (!claims && failure === null) return beginAnew(visitor)
    const { email, name } = claims ?? { email: null, name: '' }
    const content = { email, name: values?.name ?? name, organizationName: values?.organizationName ?? '' }
    return { status, page: { ...page, ...content, mode: await resolveMode(visitor, email), failure } }
  } catch (error) {
    const refused = failureIn(error, visitor)
    const content = { email: null, name: values?.name ?? '', organizationName: values?.organizationName ?? '' }
    return {
      status: refused.status,
      headers: refused.headers,
      page: { ...page, ...content, mode: { kind: 'signUp' }, failure: refused.failure },
    }
  }
}

/** Offers to join only if the verified address is the invited one. */
async function resolveMode(visitor: Reader, email: string | null): Promise<Mode> {
  const token = readInvitationToken(visitor)
  const invitation = token === null ? null : await readInvitation(token)
  if (token !== null && invitation?.state === 'open' && invitation.email === email)
    return { kind: 'join', organization: invitation.organization, invitation: token }
  return signUpRule().isOpen ? { kind: 'signUp' } : { kind: 'closed' }
}
