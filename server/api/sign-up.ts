import { v7 as uuidv7 } from 'uuid'
import { signUp } from '../auth/members'
import { SignUp } from '../auth/schema'
import { requireOpenSignUp, requireSignUpDomain, signUpDomains } from '../auth/sign-up-rule'
import { admitSignUp } from '../auth/throttle'
import { sendVerification } from '../auth/verification'
import { env } from '../env'
import { RateLimitExceeded } from '../errors'
import { type Origin, recordRefusal } from '../security-events'
import { clientAddress } from '../throttle/client-address'
import { readJsonObject } from './body'
import { logFailure, toAppError } from './failure'
import { refuseCrossSite } from './guard'
import { readerLocale } from './session'

/**
 * POST /api/auth/sign-up, for the sign-up page: 201 with the new person and their organization, in the same envelope
 * and with the same errors as the API. It stands outside the procedures because nobody is signed in yet.
 */
export async function handleSignUp(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const origin = { address: clientAddress(request.headers), requestId }
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    refuseCrossSite(request)
    requireOpenSignUp()
    const input = SignUp.parse(await readJsonObject(request))
    requireSignUpDomain(input.email)
    if (!(await admitSignUp(origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    const member = await signUp({ ...input, language: readerLocale(request.headers) }, 'themself', origin)
    const verification = await sendVerification(member.userId)
    return Response.json({ data: { ...member, verification } }, { status: 201, headers })
  } catch (error) {
    logFailure(error, { requestId })
    const refused = toAppError(error)
    const { code, status } = refused
    if (status < 500) noteRefusal(code, origin)
    return Response.json({ error: refused.inLanguage(readerLocale(request.headers)) }, { status, headers })
  }
}

/** Who may sign up, for the pages. `domains` is empty where everybody may. */
export function signUpRule(): { isOpen: boolean; domains: readonly string[] } {
  return { isOpen: env.signUp.mode !== 'closed', domains: signUpDomains() }
}

function noteRefusal(code: string, origin: Origin): void {
  const actor = { type: 'stranger', id: null } as const
  recordRefusal('sign_up.refused', { actor, organizationId: null, origin, about: { code } })
}
