import { z } from 'zod'
import { requestPasswordReset } from '../../../auth/password-reset'
import { consumeResetRequestLimit } from '../../../auth/rate-limits'
import { RateLimitExceeded } from '../../../errors'
import { Email } from '../../../fields/schema'
import type { Locale } from '../../../messages/locale'
import { withReturnPath } from '../../session/return-path'
import {
  type FormFailure,
  type PageResult,
  readSameOriginForm,
  readVisitor,
  toFormFailure,
  type Visitor,
} from './account-form'

export type ForgotPasswordPage = {
  kind: 'forgotPassword'
  locale: Locale
  action: string
  signInHref: string
  email: string
  failure: FormFailure | null
  isSubmitted: boolean
}

const ResetRequest = z.object({ email: Email })

export async function viewForgotPassword(request: Request): Promise<PageResult<ForgotPasswordPage>> {
  const isSubmitted = new URL(request.url).searchParams.has('asked')
  return { status: 200, page: { ...createPage(readVisitor(request)), isSubmitted: isSubmitted } }
}

/** POST /forgot-password: same answer whether or not the account exists. */
export async function submitForgotPassword(request: Request): Promise<PageResult<ForgotPasswordPage>> {
  const visitor = readVisitor(request)
  let typedEmail = ''
  try {
    typedEmail = (await readSameOriginForm(request)).get('email') ?? ''
    const { email } = ResetRequest.parse({ email: typedEmail })
    if (!(await consumeResetRequestLimit(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    await requestPasswordReset(email, visitor.locale)
    return { to: withReturnPath('/forgot-password?asked', visitor.next) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor, ['email'])
    return { ...refused, page: { ...createPage(visitor), email: typedEmail, failure } }
  }
}

function createPage({ locale, next }: Visitor): ForgotPasswordPage {
  return {
    kind: 'forgotPassword',
    locale,
    action: withReturnPath('/forgot-password', next),
    signInHref: withReturnPath('/sign-in', next),
    email: '',
    failure: null,
    isSubmitted: false,
  }
}
