import { confirmEmailChange, type EmailChangeState, readEmailChange } from '../../../auth/email-change'
import { admitVerification } from '../../../auth/rate-limits'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { isForeignFormOfHiddenPage } from '../../csrf'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './account-form'

export type EmailChangePage = {
  kind: 'emailChange'
  locale: Locale
  found: EmailChangeState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, waiting: 200, done: 200, expired: 410, unknown: 404 } as const

export async function viewEmailChange(token: string, request: Request): Promise<PageAnswer<EmailChangePage>> {
  const visitor = readReader(request)
  const page = { kind: 'emailChange', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readEmailChange(token)
    return { status: STATUS[link.state], page: { ...page, found: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: { ...page, found: { state: 'failed' }, failure } }
  }
}

/** POST /email-change/<token>: confirms one side of the change. The token is the only credential. */
export async function submitEmailChange(token: string, request: Request): Promise<PageAnswer<EmailChangePage>> {
  const visitor = readReader(request)
  try {
    await readOwnForm(request, isForeignFormOfHiddenPage)
    if (!(await admitVerification(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    await confirmEmailChange(token, visitor.origin)
    return { to: new URL(request.url).pathname }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor)
    const view = await viewEmailChange(token, request)
    if ('to' in view) return view
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? translator(visitor.locale, 'auth')('emailChange.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { message, faults: {} } } }
  }
}
