import { z } from 'zod'
import { askForReset } from '../../../auth/password-reset'
import { admitReset } from '../../../auth/rate-limits'
import { RateLimitExceeded } from '../../../errors'
import { Email } from '../../../fields/schema'
import type { Locale } from '../../../messages/locale'
import { leadingTo } from '../../session/return-path'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './account-form'

export type ForgotPasswordPage = {
  kind: 'forgotPassword'
  locale: Locale
  action: string
  signInHref: string
  email: string
  failure: FormFailure | null
  isAsked: boolean
}

const ResetRequest = z.object({ email: Email })

export async function viewForgotPassword(request: Request): Promise<PageAnswer<ForgotPasswordPage>> {
  const isSubmitted = new URL(request.url).searchParams.has('asked')
  return { status: 200, page: { ...createPage(readReader(request)), isAsked: isSubmitted } }
}

/** POST /forgot-password: same answer whether or not the account exists. */
export async function submitForgotPassword(request: Request): Promise<PageAnswer<ForgotPasswordPage>> {
  const visitor = readReader(request)
  let typedEmail = ''
  try {
    typedEmail = (await readOwnForm(request)).get('email') ?? ''
    const { email } = ResetRequest.parse({ email: typedEmail })
    if (!(await admitReset(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    await askForReset(email, visitor.locale)
    return { to: leadingTo('/forgot-password?asked', visitor.next) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor, ['email'])
    return { ...refused, page: { ...createPage(visitor), email: typedEmail, failure } }
  }
}

function createPage({ locale, next }: Reader): ForgotPasswordPage {
  return {
    kind: 'forgotPassword',
    locale,
    action: leadingTo('/forgot-password', next),
    signInHref: leadingTo('/sign-in', next),
    email: '',
    failure: null,
    isAsked: false,
  }
}
