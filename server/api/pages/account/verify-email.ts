import { readVerification } from '../../../auth/email-verification'
import type { VerificationState } from '../../../auth/schema'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { isForeignFormOfHiddenPage } from '../../csrf'
import { verifyEmail } from '../../session/verify-email'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './account-form'

export type VerifyEmailPage = {
  kind: 'verifyEmail'
  locale: Locale
  found: VerificationState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, verified: 200, expired: 410, unknown: 404 } as const

export async function viewVerifyEmail(token: string, request: Request): Promise<PageAnswer<VerifyEmailPage>> {
  const visitor = readReader(request)
  const page = { kind: 'verifyEmail', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readVerification(token)
    return { status: STATUS[link.state], page: { ...page, found: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: { ...page, found: { state: 'failed' }, failure } }
  }
}

export async function submitVerifyEmail(token: string, request: Request): Promise<PageAnswer<VerifyEmailPage>> {
  const visitor = readReader(request)
  try {
    await readOwnForm(request, isForeignFormOfHiddenPage)
    await verifyEmail(token, visitor.origin)
    return { to: new URL(request.url).pathname }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor)
    const view = await viewVerifyEmail(token, request)
    if ('to' in view) return view
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? translator(visitor.locale, 'auth')('verify.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { message, faults: {} } } }
  }
}
