import { TypedCode } from '../../../auth/schema'
import { finishSecondStep, readSecondStep } from '../../../auth/second-factor/verify-second-factor'
import { STEP_COOKIE, sealStep } from '../../../auth/session-cookie'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { leadingTo } from '../../session/return-path'
import { cookieIn } from '../../session/session'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './account-form'
import { cookiesOf } from './session-cookies'

export type SecondStepPage = {
  kind: 'secondStep'
  locale: Locale
  action: string
  signInHref: string
  hasApp: boolean
  hasPasskeys: boolean
  failure: FormFailure | null
}

export async function viewSecondStep(request: Request): Promise<PageAnswer<SecondStepPage>> {
  const visitor = readReader(request)
  try {
    return await render(request, visitor, 200, null)
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: { ...createPage(visitor), hasApp: true, hasPasskeys: false, failure } }
  }
}

export async function submitSecondStep(request: Request): Promise<PageAnswer<SecondStepPage>> {
  const visitor = readReader(request)
  try {
    const form = await readOwnForm(request)
    const { code } = TypedCode.parse({ code: form.get('code') ?? '' })
    const outcome = await finishSecondStep(stepTokenIn(request), { code }, visitor)
    if (outcome === 'over') return beginAnew(visitor)
    if (outcome !== 'wrong')
      return { to: visitor.next, cookies: [...(await cookiesOf(outcome, request, visitor)), sealStep(null)] }
    const fault = translator(visitor.locale, 'auth')('secondStep.wrong')
    return await render(request, visitor, 400, { message: fault, faults: { code: fault } })
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor, ['code'])
    const factors = (await readSecondStep(stepTokenIn(request))) ?? { hasApp: true, hasPasskeys: false }
    return { status, headers, page: { ...createPage(visitor), ...factors, failure } }
  }
}

export function stepTokenIn(request: Request): string {
  return cookieIn(request.headers, STEP_COOKIE) ?? ''
}

/** Redirects to sign-in when the second factor step has expired, and clears its cookie. */
export function beginAnew({ next }: Pick<Reader, 'next'>): { to: string; cookies: string[] } {
  const to = leadingTo('/sign-in', next)
  return { to: `${to}${to.includes('?') ? '&' : '?'}done=over`, cookies: [sealStep(null)] }
}

async function render(
  request: Request,
  visitor: Reader,
  status: number,
  failure: FormFailure | null,
): Promise<PageAnswer<SecondStepPage>> {
  const factors = await readSecondStep(stepTokenIn(request))
  return factors ? { status, page: { ...createPage(visitor), ...factors, failure } } : beginAnew(visitor)
}

function createPage({ locale, next }: Reader) {
  const action = leadingTo('/sign-in/second-step', next)
  return { kind: 'secondStep', locale, action, signInHref: leadingTo('/sign-in', next) } as const
}
