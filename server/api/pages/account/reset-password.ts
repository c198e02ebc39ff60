import { z } from 'zod'
import { type PasswordResetLinkState, readPasswordResetLink, resetPasswordByLink } from '../../../auth/password-reset'
import { consumeVerificationLimit } from '../../../auth/rate-limits'
import { Password } from '../../../auth/schema'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/messages'
import { isCrossSiteFormWithoutReferrer } from '../../csrf'
import { type FormFailure, type PageResult, readSameOriginForm, readVisitor, toFormFailure } from './account-form'

export type ResetPasswordPage = {
  kind: 'resetPassword'
  locale: Locale
  link: PasswordResetLinkState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, expired: 410, unknown: 404 } as const
const NewPassword = z.object({ password: Password })

export async function viewResetPassword(token: string, request: Request): Promise<PageResult<ResetPasswordPage>> {
  const visitor = readVisitor(request)
  const page = { kind: 'resetPassword', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readPasswordResetLink(token)
    return { status: STATUS[link.state], page: { ...page, link: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: { ...page, link: { state: 'failed' }, failure } }
  }
}

/** POST /reset-password/<token>: sets the password. The token is the only credential; no session is opened. */
export async function submitResetPassword(token: string, request: Request): Promise<PageResult<ResetPasswordPage>> {
  const visitor = readVisitor(request)
  try {
    const form = await readSameOriginForm(request, isCrossSiteFormWithoutReferrer)
    if (!(await consumeVerificationLimit(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    const { password } = NewPassword.parse({ password: form.get('password') ?? '' })
    await resetPasswordByLink(token, password, visitor.origin)
    return { to: '/sign-in?done=password' }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor, ['password'])
    const view = await viewResetPassword(token, request)
    if ('to' in view) return view
    const isSpent = status === 400 && Object.keys(failure.faults).length === 0
    const message = isSpent ? getTranslator(visitor.locale, 'auth')('reset.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { ...failure, message } } }
  }
}
