import { TypedCode } from '../../auth/schema'
import { finishSecondStep, readSecondStep } from '../../auth/second-factor/second-step'
import { STEP_COOKIE, sealStep } from '../../auth/session-cookie'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { leadingTo } from '../return-path'
import { cookieIn } from '../session'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'
import { cookiesOf } from './new-session'

export type SecondStepPage = {
  kind: 'secondStep'
  locale: Locale
  /** Where its form posts to: its own address. */
  action: string
  signInHref: string
  /** What the person has beside recovery codes. */
  hasApp: boolean
  hasPasskeys: boolean
  failure: FormFailure | null
}

/** GET /sign-in/second-step: after a right password that is not enough. Whoever has none under way begins anew. */
export async function viewSecondStep(request: Request): Promise<PageAnswer<SecondStepPage>> {
  const reader = readReader(request)
  try {
    return await show(request, reader, 200, null)
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: { ...pageFor(reader), hasApp: true, hasPasskeys: false, failure } }
  }
}

/** POST /sign-in/second-step: a code of the app, or a recovery code. */
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

/** The token of the second step that a browser is at; empty where it is at none. */
export function stepTokenIn(request: Request): string {
  return cookieIn(request.headers, STEP_COOKIE) ?? ''
}

/** Where a second step that is over leads. */
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
