import type { VerificationState } from '../../../auth/schema'
import { readVerification } from '../../../auth/verification'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { isForeignFormOfHiddenPage } from '../../guard'
import { verifyEmail } from '../../session/verify-email'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './form'

export type VerifyEmailPage = {
  kind: 'verifyEmail'
  locale: Locale
  found: VerificationState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, verified: 200, expired: 410, unknown: 404 } as const

/** GET /verify-email/<token>: target of the verification email. Read-only; the button confirms. */
export async function viewVerifyEmail(token: string, request: Request): Promise<PageAnswer<VerifyEmailPage>> {
  const reader = readReader(request)
  const page = { kind: 'verifyEmail', locale: reader.locale, action: new URL(request.url).pathname } as const
  try {
    const found = await readVerification(token)
    return { status: STATUS[found.state], page: { ...page, found, failure: null } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: { ...page, found: { state: 'failed' }, failure } }
  }
}

/** POST /verify-email/<token>: consumes the link. The token is the only credential. */
export async function submitVerifyEmail(token: string, request: Request): Promise<PageAnswer<VerifyEmailPage>> {
  const reader = readReader(request)
  try {
    await readOwnForm(request, isForeignFormOfHiddenPage)
    await verifyEmail(token, reader.origin)
    return { to: new URL(request.url).pathname }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, reader)
    const shown = await viewVerifyEmail(token, request)
    if ('to' in shown) return shown
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? translator(reader.locale, 'auth')('verify.refused') : failure.message
    return { status, headers, page: { ...shown.page, failure: { message, faults: {} } } }
  }
}
