import { SecondFactorCode } from '../../../auth/schema'
import { completeTwoFactorSignIn, listAvailableSecondFactors } from '../../../auth/second-factor/verify-second-factor'
import { SIGN_IN_CHALLENGE_COOKIE, serializeSignInChallengeCookie } from '../../../auth/session-cookie'
import type { Locale } from '../../../messages/locale'
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
import { createSessionCookies } from './session-cookies'

export type TwoFactorPage = {
  kind: 'secondStep'
  locale: Locale
  action: string
  signInHref: string
  hasApp: boolean
  hasPasskeys: boolean
  failure: FormFailure | null
}

export async function viewTwoFactor(request: Request): Promise<PageResult<TwoFactorPage>> {
  const visitor = readVisitor(request)
  try {
    return await render(request, visitor, 200, null)
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: { ...createPage(visitor), hasApp: true, hasPasskeys: false, failure } }
  }
}

export async function submitTwoFactor(request: Request): Promise<PageResult<TwoFactorPage>> {
  const visitor = readVisitor(request)
  try {
    const form = await readSameOriginForm(request)
    const { code } = SecondFactorCode.parse({ code: form.get('code') ?? '' })
    const outcome = await completeTwoFactorSignIn(readStepToken(request), { code }, visitor)
    if (outcome === 'over') return restartSignIn(visitor)
    if (outcome !== 'wrong')
      return {
        to: visitor.next,
        cookies: [...(await createSessionCookies(outcome, request, visitor)), serializeSignInChallengeCookie(null)],
      }
    const fault = getTranslator(visitor.locale, 'auth')('secondStep.wrong')
    return await render(request, visitor, 400, { message: fault, faults: { code: fault } })
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor, ['code'])
    const factors = (await listAvailableSecondFactors(readStepToken(request))) ?? { hasApp: true, hasPasskeys: false }
    return { status, headers, page: { ...createPage(visitor), ...factors, failure } }
  }
}

export function readStepToken(request: Request): string {
  return readCookie(request.headers, SIGN_IN_CHALLENGE_COOKIE) ?? ''
}

/** Redirects to sign-in when the second factor step has expired, and clears its cookie. */
export function restartSignIn({ next }: Pick<Visitor, 'next'>): { to: string; cookies: string[] } {
  const to = withReturnPath('/sign-in', next)
  return { to: `${to}${to.includes('?') ? '&' : '?'}done=over`, cookies: [serializeSignInChallengeCookie(null)] }
}

async function render(
  request: Request,
  visitor: Visitor,
  status: number,
  failure: FormFailure | null,
): Promise<PageResult<TwoFactorPage>> {
  const factors = await listAvailableSecondFactors(readStepToken(request))
  return factors ? { status, page: { ...createPage(visitor), ...factors, failure } } : restartSignIn(visitor)
}

function createPage({ locale, next }: Visitor) {
  const action = withReturnPath('/sign-in/second-step', next)
  return { kind: 'secondStep', locale, action, signInHref: withReturnPath('/sign-in', next) } as const
}
