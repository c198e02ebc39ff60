import { admitVerification } from '../../../auth/rate-limits'
import { readTakeBack, type TakeBackState, takeBack } from '../../../auth/undo-credential-change'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { translator } from '../../../messages/messages'
import { isForeignFormOfHiddenPage } from '../../csrf'
import { type FormFailure, failureIn, type PageAnswer, readOwnForm, readReader } from './account-form'

export type TakeBackPage = {
  kind: 'takeBack'
  locale: Locale
  found: TakeBackState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, gone: 200, expired: 410, unknown: 404 } as const

export async function viewTakeBack(token: string, request: Request): Promise<PageAnswer<TakeBackPage>> {
  const visitor = readReader(request)
  const page = { kind: 'takeBack', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readTakeBack(token)
    return { status: STATUS[link.state], page: { ...page, found: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, page: { ...page, found: { state: 'failed' }, failure } }
  }
}

/**
 * POST /take-back/<token>: revokes the credential and redirects to a password reset. The token is the only credential;
 * no session is opened.
 */
export async function submitTakeBack(token: string, request: Request): Promise<PageAnswer<TakeBackPage>> {
  const visitor = readReader(request)
  try {
    await readOwnForm(request, isForeignFormOfHiddenPage)
    if (!(await admitVerification(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    return { to: `/reset-password/${await takeBack(token, visitor.origin)}` }
  } catch (error) {
    const { status, failure, headers } = failureIn(error, visitor)
    const view = await viewTakeBack(token, request)
    if ('to' in view) return view
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? translator(visitor.locale, 'auth')('takeBack.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { message, faults: {} } } }
  }
}
