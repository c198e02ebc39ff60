import { SecondFactorCode } from '../../../auth/schema'
import { completeTwoFactorSignIn, listAvailableSecondFactors } from '../../../auth/second-factor/verify-second-factor'
import { SIGN_IN_CHALLENGE_COOKIE } from '../../../auth/session-cookie'
import { getTranslator } from '../../../messages/messages'
import { withReturnPath } from '../../session/return-path'
import { readCookie } from '../../session/session'
import {
  type FormFailure,
  type PageResult,
  readSameOriginForm,
  readVisitor,
  toFormFailure,
  type Visitor,
} from './account-form'
import { createLastStepCookies, redirectToSignIn } from './sign-in'

export type TwoFactorPage = ReturnType<typeof createPage>

const UNKNOWN_FACTORS = { hasApp: true, hasPasskeys: false }

export async function viewTwoFactor(request: Request): Promise<PageResult<TwoFactorPage>> {
  const visitor = readVisitor(request)
  try {
    return await render(request, visitor, 200, null)
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: createPage(visitor, UNKNOWN_FACTORS, failure) }
  }
}

export async function submitTwoFactor(request: Request): Promise<PageResult<TwoFactorPage>> {
  const visitor = readVisitor(request)
  try {
    const form = await readSameOriginForm(request)
    const { code } = SecondFactorCode.parse({ code: form.get('code') ?? '' })
    const outcome = await completeTwoFactorSignIn(readStepToken(request), { code }, visitor)
    if (outcome === 'over') return redirectToSignIn('over', visitor.next)
    if (outcome !== 'wrong')
      return { to: visitor.next, cookies: await createLastStepCookies(outcome, request, visitor) }
    const fault = getTranslator(visitor.locale, 'auth')('secondStep.wrong')
    return await render(request, visitor, 400, { message: fault, faults: { code: fault } })
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['code'])
    const factors = (await listAvailableSecondFactors(readStepToken(request))) ?? UNKNOWN_FACTORS
    return { ...refused, page: createPage(visitor, factors, failure) }
  }
}

export function readStepToken(request: Request): string {
  return readCookie(request.headers, SIGN_IN_CHALLENGE_COOKIE) ?? ''
}

async function render(
  request: Request,
  visitor: Visitor,
  status: number,
  failure: FormFailure | null,
): Promise<PageResult<TwoFactorPage>> {
  const factors = await listAvailableSecondFactors(readStepToken(request))
  return factors ? { status, page: createPage(visitor, factors, failure) } : redirectToSignIn('over', visitor.next)
}

function createPage({ locale, next }: Visitor, factors: typeof UNKNOWN_FACTORS, failure: FormFailure | null) {
  return {
    kind: 'secondStep' as const,
    locale,
    action: withReturnPath('/sign-in/second-step', next),
    signInHref: withReturnPath('/sign-in', next),
    ...factors,
    failure,
  }
}
