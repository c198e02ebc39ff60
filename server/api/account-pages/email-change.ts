import { confirmEmailChange, type EmailChangeState, readEmailChange } from '../../auth/email-change'
import { admitVerification } from '../../auth/throttle'
import { RateLimitExceeded } from '../../errors'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { isForeignFormOfHiddenPage } from '../guard'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './form'

export type EmailChangePage = {
  kind: 'emailChange'
  locale: Locale
  /** `failed` where it could not be found out. */
  found: EmailChangeState | { state: 'failed' }
  /** Where its form posts to: its own address. */
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, waiting: 200, done: 200, expired: 410, unknown: 404 } as const

/** GET /email-change/<token>: where both mails of a change of the address lead. Showing it changes nothing; its button does. */
export async function viewEmailChange(token: string, request: Request): Promise<PageAnswer<EmailChangePage>> {
  const reader = readReader(request)
  const page = { kind: 'emailChange', locale: reader.locale, action: new URL(request.url).pathname } as const
  try {
    const found = await readEmailChange(token)
    return { status: STATUS[found.state], page: { ...page, found, failure: null } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: { ...page, found: { state: 'failed' }, failure } }
  }
}

/** POST /email-change/<token>: says yes for one side. The token is the whole credential. */
export async function submitEmailChange(token: string, request: Request): Promise<PageAnswer<EmailChangePage>> {
  const reader = readReader(request)
  try {
    await readOwnForm(request, isForeignFormOfHiddenPage)
    if (!(await admitVerification(reader.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    await confirmEmailChange(token, reader.origin)
    return { to: new URL(request.url).pathname }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, reader)
    const shown = await viewEmailChange(token, request)
    if ('to' in shown) return shown
    // A link that is spent says so itself; what else went wrong is said above the button.
    const message = status === 400 ? translator(reader.locale, 'auth')('emailChange.refused') : failure.message
    return { status, headers, page: { ...shown.page, failure: { message, faults: {} } } }
  }
}
