import { z } from 'zod'
import { requestPasswordReset } from '../../../auth/password-reset'
import { enforcePasswordResetLimit } from '../../../auth/rate-limits'
import { Email } from '../../../validation/schema'
import { withReturnPath } from '../../session/return-path'
import {
  type FormFailure,
  type PageOrRedirect,
  type RequestContext,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'

export type ForgotPasswordPageData = ReturnType<typeof createPageData>

export async function viewForgotPassword(request: Request): Promise<PageOrRedirect<ForgotPasswordPageData>> {
  const isSubmitted = new URL(request.url).searchParams.has('asked')
  return { status: 200, page: { ...createPageData(readRequestContext(request), '', null), isSubmitted } }
}

/** POST /forgot-password: same answer whether or not the account exists. */
export async function submitForgotPassword(request: Request): Promise<PageOrRedirect<ForgotPasswordPageData>> {
  const visitor = readRequestContext(request)
  let typedEmail = ''
  try {
    typedEmail = (await readSameOriginForm(request)).get('email') ?? ''
    const { email } = z.object({ email: Email }).parse({ email: typedEmail })
    await enforcePasswordResetLimit(visitor.origin)
    await requestPasswordReset(email, visitor.locale)
    return { to: withReturnPath('/forgot-password?asked', visitor.next) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['email'])
    return { ...refused, page: createPageData(visitor, typedEmail, failure) }
  }
}

function createPageData({ locale, next }: RequestContext, email: string, failure: FormFailure | null) {
  return {
    kind: 'forgotPassword' as const,
    locale,
    action: withReturnPath('/forgot-password', next),
    signInHref: withReturnPath('/sign-in', next),
    email,
    failure,
    isSubmitted: false,
  }
}
