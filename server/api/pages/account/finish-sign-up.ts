import { makeOwner } from '../../../auth/accounts'
import type { Claims } from '../../../auth/identities/provider'
import { openNewAccount, readNewIdentity } from '../../../auth/identities/sign-in'
import { SignUpWithIdentity } from '../../../auth/schema'
import { sealStep } from '../../../auth/session-cookie'
import { requireOpenSignUp, requireSignUpDomain } from '../../../auth/sign-up-rule'
import { admitSignUp } from '../../../auth/throttle'
import { sendVerification } from '../../../auth/verification'
import { RateLimitExceeded, ValidationError } from '../../../errors'
import { joinWith, readInvitation } from '../../../members/accept-invitation'
import { JoinAsNew } from '../../../members/schema'
import type { Locale } from '../../../messages/locale'
import { sentence } from '../../../messages/sentence'
import { leadingTo } from '../../session/return-path'
import { signUpRule } from '../../session/sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'
import { cookiesOf } from './new-session'
import { beginAnew, stepTokenIn } from './second-step'

export type FinishSignUpPage = {
  kind: 'finishSignUp'
  locale: Locale
  action: string
  email: string | null
  name: string
  organizationName: string
  /** Accept the invitation for that address, create an organization, or neither if sign-up is closed. */
  mode: Mode
  signInHref: string
  failure: FormFailure | null
}

type Mode = { kind: 'join'; organization: string; invitation: string } | { kind: 'signUp' } | { kind: 'closed' }

type Typed = { name: string; organizationName: string }

/** GET /sign-in/finish: sign-up form for a provider identity without an account. */
export async function viewFinishSignUp(request: Request): Promise<PageAnswer<FinishSignUpPage>> {
  return show(request, readReader(request), 200, null, null)
}

/** POST /sign-in/finish: creates the account from the provider's claims and the form, and opens its first session. */
export async function submitFinishSignUp(request: Request): Promise<PageAnswer<FinishSignUpPage>> {
  const reader = readReader(request)
  let typed: Typed | null = null
  try {
    const form = await readOwnForm(request)
    typed = { name: form.get('name') ?? '', organizationName: form.get('organizationName') ?? '' }
    const { name, organizationName } = typed
    const timeZone = form.get('timeZone') ?? undefined
    const token = stepTokenIn(request)
    if (!(await admitSignUp(reader.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    const named = await readNewIdentity(token)
    if (!named) return beginAnew(reader)
    const mode = await modeFor(reader, named.email)
    const opened = await openNewAccount(token, reader, (claims) =>
      mode.kind === 'join'
        ? join(mode.invitation, name, claims, reader)
        : signUp({ name, organizationName, timeZone }, claims, reader),
    )
    if (!opened) return beginAnew(reader)
    const cookies = [...(await cookiesOf(opened, request, reader)), sealStep(null)]
    if (mode.kind === 'join') return { to: '/', cookies }
    const verification = await sendVerification(opened.id)
    if (verification === 'not_needed') return { to: reader.next, cookies }
    return { to: leadingTo(`/check-email?mail=${verification}`, reader.next), cookies }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, reader, ['name', 'organizationName'])
    const shown = await show(request, reader, status, typed, failure)
    return 'to' in shown ? shown : { ...shown, headers }
  }
}

async function signUp(typed: Typed & { timeZone: string | undefined }, claims: Claims, reader: Reader) {
  const { locale, acceptLanguage, origin } = reader
  requireOpenSignUp()
  const { name, organizationName, timeZone } = SignUpWithIdentity.parse(typed)
  const email = requireEmail(claims)
  requireSignUpDomain(email)
  const { isEmailVerified } = claims
  const browser = { language: locale, acceptLanguage, timeZone }
  const person = { name, email, organizationName, passwordHash: null, isEmailVerified, ...browser }
  const { userId } = await makeOwner(person, 'themself', origin)
  return { id: userId, name, email }
}

async function join(invitation: string, typed: string, claims: Claims, { locale, origin }: Reader) {
  const { name, language } = JoinAsNew.omit({ password: true }).parse({ name: typed, language: locale })
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

/** Token of the invitation page that the sign-in started from. */
function invitationIn({ next }: Reader): string | null {
  return /^\/invitations\/([^/?]+)$/.exec(next)?.[1] ?? null
}

async function show(
  request: Request,
  reader: Reader,
  status: number,
  typed: Typed | null,
  failure: FormFailure | null,
): Promise<PageAnswer<FinishSignUpPage>> {
  const { locale, next } = reader
  const page = {
    kind: 'finishSignUp',
    locale,
    action: leadingTo('/sign-in/finish', next),
    signInHref: leadingTo('/sign-in', next),
  } as const
  try {
    const claims = await readNewIdentity(stepTokenIn(request))
    // A refusal is shown even if the sign-in step has expired.
    if (!claims && failure === null) return beginAnew(reader)
    const { email, name } = claims ?? { email: null, name: '' }
    const content = { email, name: typed?.name ?? name, organizationName: typed?.organizationName ?? '' }
    return { status, page: { ...page, ...content, mode: await modeFor(reader, email), failure } }
  } catch (error) {
    const refused = failureIn(error, reader)
    const content = { email: null, name: typed?.name ?? '', organizationName: typed?.organizationName ?? '' }
    return {
      status: refused.status,
      headers: refused.headers,
      page: { ...page, ...content, mode: { kind: 'signUp' }, failure: refused.failure },
    }
  }
}

/** Offers to join only if the verified address is the invited one. */
async function modeFor(reader: Reader, email: string | null): Promise<Mode> {
  const token = invitationIn(reader)
  const found = token === null ? null : await readInvitation(token)
  if (token !== null && found?.state === 'open' && found.email === email)
    return { kind: 'join', organization: found.organization, invitation: token }
  return signUpRule().isOpen ? { kind: 'signUp' } : { kind: 'closed' }
}
