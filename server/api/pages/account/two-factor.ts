import { SecondFactorCode } from '../../../auth/schema'
import {
  completeTwoFactorSignIn,
  findAvailableSecondFactors,
} from '../../../auth/second-factor/complete-two-factor-sign-in'
import { SIGN_IN_CHALLENGE_COOKIE } from '../../../auth/session-cookie'
import { getTranslator } from '../../../messages/message-catalogue'
import { withReturnPath } from '../../session/return-path'
import { readCookie } from '../../session/session'
import {
  type FormFailure,
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'
import { redirectToSignIn, replaceSessionAndClearChallengeCookie } from './sign-in'

export type TwoFactorPageData = ReturnType<typeof createPageData>

const UNKNOWN_FACTORS = { hasApp: true, hasPasskeys: false }

export async function viewTwoFactor(request: Request): Promise<PageOrRedirect<TwoFactorPageData>> {
  const visitor = readRequestContext(request)
  try {
    return await render(request, visitor, 200, null)
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createPageData(visitor, UNKNOWN_FACTORS, failure) }
  }
}

export async function submitTwoFactor(request: Request): Promise<PageOrRedirect<TwoFactorPageData>> {
  const visitor = readRequestContext(request)
  try {
    const form = await readSameOriginForm(request)
    const { code } = SecondFactorCode.parse({ code: form.get('code') ?? '' })
    const outcome = await completeTwoFactorSignIn(readSignInChallengeToken(request), { code }, visitor)
    if (outcome === 'over') return redirectToSignIn('over', visitor.next)
    if (outcome !== 'wrong')
      return { to: visitor.next, cookies: await replaceSessionAndClearChallengeCookie(outcome, request, visitor) }
    const fault = getTranslator(visitor.locale, 'auth')('secondStep.wrong')
    return await render(request, visitor, 400, { message: fault, faults: { code: fault } })
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['code'])
    const factors = (await findAvailableSecondFactors(readSignInChallengeToken(request))) ?? UNKNOWN_FACTORS
    return { ...refused, page: createPageData(visitor, factors, failure) }
  }
}

export function readSignInChallengeToken(request: Request): string {
  return readCookie(request.headers, SIGN_IN_CHALLENGE_COOKIE) ?? ''
}

async function render(
  request: Request,
  visitor: RequestContext,
  status: number,
  failure: FormFailure | null,
): Promise<PageOrRedirect<TwoFactorPageData>> {
  const factors = await findAvailableSecondFactors(readSignInChallengeToken(request))
  return factors ? { status, page: createPageData(visitor, factors, failure) } : redirectToSignIn('over', visitor.next)
}

function createPageData(
  { locale, next }: RequestContext,
  factors: typeof UNKNOWN_FACTORS,
  failure: FormFailure | null,
) {
  return {
    kind: 'secondStep' as const,
    locale,
    action: withReturnPath('/sign-in/second-step', next),
    signInHref: withReturnPath('/sign-in', next),
    ...factors,
    failure,
  }
}
