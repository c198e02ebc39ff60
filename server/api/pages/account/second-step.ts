import { TypedCode } from '../../../auth/schema'
import { finishSecondStep, readSecondStep } from '../../../auth/second-factor/second-step'
import { STEP_COOKIE, sealStep } from '../../../auth/session-cookie'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { leadingTo } from '../../session/return-path'
import { cookieIn } from '../../session/session'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'
import { cookiesOf } from './new-session'

export type SecondStepPage = {
  kind: 'secondStep'
  locale: Locale
  action: string
  signInHref: string
  hasApp: boolean
  hasPasskeys: boolean
  failure: FormFailure | null
}

/** GET /sign-in/second-step: asks for the second factor. Restarts the sign-in if none is pending. */
export async function viewSecondStep(request: Request): Promise<PageAnswer<SecondStepPage>> {
  const reader = readReader(request)
  try {
    return await show(request, reader, 200, null)
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: { ...pageFor(reader), hasApp: true, hasPasskeys: false, failure } }
  }
}

/** POST /sign-in/second-step: verifies a TOTP or recovery code. */
export async function submitSecondStep(request: Request): Promise<PageAnswer<SecondStepPage>> {
  const reader = readReader(request)
  try {
    const form = await readOwnForm(request)
    const { code } = TypedCode.parse({ code: form.get('code') ?? '' })
    const outcome = await finishSecondStep(stepTokenIn(request), { code }, reader)
    if (outcome === 'over') return beginAnew(reader)
    if (outcome !== 'wrong')
      return { to: reader.next, cookies: [...(await cookiesOf(outcome, request, reader)), sealStep(null)] }
    const fault = translator(reader.locale, 'auth')('secondStep.wrong')
    return await show(request, reader, 400, { message: fault, faults: { code: fault } })
  } catch (error) {
    const { status, failure, headers } = failureIn(error, reader, ['code'])
    const found = (await readSecondStep(stepTokenIn(request))) ?? { hasApp: true, hasPasskeys: false }
    return { status, headers, page: { ...pageFor(reader), ...found, failure } }
  }
}

/** Token of the pending second factor step; empty if there is none. */
export function stepTokenIn(request: Request): string {
  return cookieIn(request.headers, STEP_COOKIE) ?? ''
}

/** Redirects to sign-in when the second factor step has expired, and clears its cookie. */
export function beginAnew({ next }: Pick<Reader, 'next'>): { to: string; cookies: string[] } {
  const to = leadingTo('/sign-in', next)
  return { to: `${to}${to.includes('?') ? '&' : '?'}done=over`, cookies: [sealStep(null)] }
}

async function show(
  request: Request,
  reader: Reader,
  status: number,
  failure: FormFailure | null,
): Promise<PageAnswer<SecondStepPage>> {
  const found = await readSecondStep(stepTokenIn(request))
  return found ? { status, page: { ...pageFor(reader), ...found, failure } } : beginAnew(reader)
}

function pageFor({ locale, next }: Reader) {
  const action = leadingTo('/sign-in/second-step', next)
  return { kind: 'secondStep', locale, action, signInHref: leadingTo('/sign-in', next) } as const
}
