import { v7 as uuidv7 } from 'uuid'
import { type NewMember, signUp } from '../../auth/accounts'
import { sendVerification } from '../../auth/email-verification'
import { requireUnguessable } from '../../auth/password-policy'
import { admitSignUp } from '../../auth/rate-limits'
import { SignUp, type VerificationMail } from '../../auth/schema'
import { requireOpenSignUp, requireSignUpDomain, signUpDomains } from '../../auth/sign-up-policy'
import { env } from '../../env'
import { RateLimitExceeded } from '../../errors'
import type { Language } from '../../fields/schema'
import { clientAddress } from '../../rate-limit/client-address'
import { type Origin, recordRefusal } from '../../security-events'
import { refuseCrossSite } from '../csrf'
import { logFailure, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { readerLocale } from './session'

export async function handleSignUp(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const origin = { address: clientAddress(request.headers), requestId }
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  const language = readerLocale(request.headers)
  try {
    const acceptLanguage = request.headers.get('accept-language')
    const account = await makeAccount({ language, acceptLanguage, origin }, async () => {
      refuseCrossSite(request)
      return readJsonObject(request)
    })
    return Response.json({ data: account }, { status: 201, headers })
  } catch (error) {
    logFailure(error, { requestId })
    const appError = toAppError(error)
    return Response.json({ error: appError.inLanguage(language) }, { status: appError.status, headers })
  }
}

export type NewAccount = NewMember & { verification: VerificationMail }

/**
 * Creates a user and their organization, and sends the verification email. Records refusals.
 * @param readInput reads the input, or throws a reason to refuse it.
 * @throws {AppError}
 */
export async function makeAccount(
  { language, acceptLanguage, origin }: { language: Language; acceptLanguage: string | null; origin: Origin },
  readInput: () => Promise<unknown>,
): Promise<NewAccount> {
  try {
    requireOpenSignUp()
    const input = SignUp.parse(await readInput())
    requireSignUpDomain(input.email)
    await requireUnguessable(input.password, [input.name, input.email, input.organizationName])
    if (!(await admitSignUp(origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    const member = await signUp({ ...input, language, acceptLanguage }, 'themself', origin)
    return { ...member, verification: await sendVerification(member.userId) }
  } catch (error) {
    const { code, status } = toAppError(error)
    if (status < 500) recordRefusedSignUp(code, origin)
    throw error
  }
}

export function signUpRule(): { isOpen: boolean; domains: readonly string[] } {
  return { isOpen: env.signUp.mode !== 'closed', domains: signUpDomains() }
}

function recordRefusedSignUp(code: string, origin: Origin): void {
  const actor = { type: 'stranger', id: null } as const
  recordRefusal('sign_up.refused', { actor, organizationId: null, origin, about: { code } })
}
