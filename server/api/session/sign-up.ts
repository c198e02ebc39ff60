import { v7 as uuidv7 } from 'uuid'
import { signUp } from '../../auth/accounts'
import { sendVerificationEmail } from '../../auth/email-verification'
import { requireStrongPassword } from '../../auth/password-policy'
import { enforceSignUpLimit } from '../../auth/rate-limits'
import { SignUp } from '../../auth/schema'
import { listSignUpDomains, requireSignUpDomain, requireSignUpNotClosed } from '../../auth/sign-up-policy'
import { env } from '../../env'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { logSecurityRefusal, type RequestOrigin } from '../../security-events'
import type { Language } from '../../validation/schema'
import { requireSameOriginJsonRequest } from '../csrf'
import { logServerError, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { negotiateRequestLocale } from './session'

export function handleSignUp(request: Request): Promise<Response> {
  const acceptLanguage = request.headers.get('accept-language')
  return respondToPublicJsonCall(request, 201, (origin, language) =>
    registerAccount({ language, acceptLanguage, origin }, async () => {
      requireSameOriginJsonRequest(request)
      return readJsonObject(request)
    }),
  )
}

/** Answers a JSON call without a session. */
export async function respondToPublicJsonCall(
  request: Request,
  status: 200 | 201,
  perform: (origin: RequestOrigin, language: Language) => Promise<object>,
): Promise<Response> {
  const requestId = uuidv7()
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  const language = negotiateRequestLocale(request.headers)
  try {
    const data = await perform({ address: readClientIpAddress(request.headers), requestId }, language)
    return Response.json({ data }, { status, headers })
  } catch (error) {
    logServerError(error, { requestId })
    const appError = toAppError(error)
    return Response.json({ error: appError.localize(language) }, { status: appError.status, headers })
  }
}

/**
 * Creates a user and their organization, and sends the verification email. Records refusals.
 * @param readInput reads the input, or throws a reason to refuse it.
 * @throws {AppError}
 */
export async function registerAccount(
  { language, acceptLanguage, origin }: { language: Language; acceptLanguage: string | null; origin: RequestOrigin },
  readInput: () => Promise<unknown>,
) {
  try {
    requireSignUpNotClosed()
    const input = SignUp.parse(await readInput())
    requireSignUpDomain(input.email)
    await requireStrongPassword(input.password, [input.name, input.email, input.organizationName])
    await enforceSignUpLimit(origin)
    const member = await signUp({ ...input, language, acceptLanguage }, 'themself', origin)
    return { ...member, verification: await sendVerificationEmail(member.userId) }
  } catch (error) {
    const { code, status } = toAppError(error)
    const actor = { type: 'stranger', id: null } as const
    if (status < 500) logSecurityRefusal('sign_up.refused', { actor, organizationId: null, origin, about: { code } })
    throw error
  }
}

export function getSignUpAvailability(): { isOpen: boolean; domains: readonly string[] } {
  return { isOpen: env.signUp.mode !== 'closed', domains: listSignUpDomains() }
}
