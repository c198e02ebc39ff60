import { z } from 'zod'
import { requestPasswordReset } from '../../../auth/password-reset'
import { enforceResetRequestLimit } from '../../../auth/rate-limits'
import { Email } from '../../../fields/schema'
import { withReturnPath } from '../../session/return-path'
import {
  type FormFailure,
  type PageResult,
  readSameOriginForm,
  readVisitor,
  toFormFailure,
  type Visitor,
} from './account-form'

export type ForgotPasswordPage = ReturnType<typeof createPage>

export async function viewForgotPassword(request: Request): Promise<PageResult<ForgotPasswordPage>> {
  const isSubmitted = new URL(request.url).searchParams.has('asked')
  return { status: 200, page: { ...createPage(readVisitor(request), '', null), isSubmitted } }
}

/** POST /forgot-password: same answer whether or not the account exists. */
export async function submitForgotPassword(request: Request): Promise<PageResult<ForgotPasswordPage>> {
  const visitor = readVisitor(request)
  let typedEmail = ''
  try {
    typedEmail = (await readSameOriginForm(request)).get('email') ?? ''
    const { email } = z.object({ email: Email }).parse({ email: typedEmail })
    await enforceResetRequestLimit(visitor.origin)
    await requestPasswordReset(email, visitor.locale)
    return { to: withReturnPath('/forgot-password?asked', visitor.next) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['email'])
    return { ...refused, page: createPage(visitor, typedEmail, failure) }
  }
}

function createPage({ locale, next }: Visitor, email: string, failure: FormFailure | null) {
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
