import type { VerificationState } from '../../auth/schema'
import { readVerification } from '../../auth/verification'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { isForeignFormOfHiddenPage } from '../guard'
import { verifyEmail } from '../verify-email'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './form'

export type VerifyEmailPage = {
  kind: 'verifyEmail'
  locale: Locale
  /** `failed` where it could not be found out. */
  found: VerificationState | { state: 'failed' }
  /** Where its form posts to: its own address. */
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, verified: 200, expired: 410, unknown: 404 } as const

/** GET /verify-email/<token>: where a verification mail leads. Showing it changes nothing; its button does. */
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

/** POST /verify-email/<token>: uses the link up. The token is the whole credential. */
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
    // A link that is spent says so itself; what else went wrong is said above the button.
    const message = status === 400 ? translator(reader.locale, 'auth')('verify.refused') : failure.message
    return { status, headers, page: { ...shown.page, failure: { message, faults: {} } } }
  }
}
