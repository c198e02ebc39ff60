import { z } from 'zod'
import { type ResetState, readReset, resetByLink } from '../../../auth/password-reset'
import { admitVerification } from '../../../auth/rate-limits'
import { Password } from '../../../auth/schema'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { isForeignFormOfHiddenPage } from '../../csrf'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './account-form'

export type ResetPasswordPage = {
  kind: 'resetPassword'
  locale: Locale
  found: ResetState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, expired: 410, unknown: 404 } as const
const NewPassword = z.object({ password: Password })

export async function viewResetPassword(token: string, request: Request): Promise<PageAnswer<ResetPasswordPage>> {
  const visitor = readReader(request)
  const page = { kind: 'resetPassword', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readReset(token)
    return { status: STATUS[link.state], page: { ...page, found: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: { ...page, found: { state: 'failed' }, failure } }
  }
}

/** POST /reset-password/<token>: sets the password. The token is the only credential; no session is opened. */
export async function submitResetPassword(token: string, request: Request): Promise<PageAnswer<ResetPasswordPage>> {
  const visitor = readReader(request)
  try {
    const form = await readOwnForm(request, isForeignFormOfHiddenPage)
    if (!(await admitVerification(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    const { password } = NewPassword.parse({ password: form.get('password') ?? '' })
    await resetByLink(token, password, visitor.origin)
    return { to: '/sign-in?done=password' }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor, ['password'])
    const view = await viewResetPassword(token, request)
    if ('to' in view) return view
    const isSpent = status === 400 && Object.keys(failure.faults).length === 0
    const message = isSpent ? translator(visitor.locale, 'auth')('reset.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { ...failure, message } } }
  }
}
