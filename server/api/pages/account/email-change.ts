import { confirmEmailChange, type EmailChangeLinkState, readEmailChangeLink } from '../../../auth/email-change'
import { consumeVerificationLimit } from '../../../auth/rate-limits'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/messages'
import { isCrossSiteFormWithoutReferrer } from '../../csrf'
import { type FormFailure, type PageResult, readSameOriginForm, readVisitor, toFormFailure } from './account-form'

export type EmailChangePage = {
  kind: 'emailChange'
  locale: Locale
  link: EmailChangeLinkState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, waiting: 200, done: 200, expired: 410, unknown: 404 } as const

export async function viewEmailChange(token: string, request: Request): Promise<PageResult<EmailChangePage>> {
  const visitor = readVisitor(request)
  const page = { kind: 'emailChange', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readEmailChangeLink(token)
    return { status: STATUS[link.state], page: { ...page, link: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: { ...page, link: { state: 'failed' }, failure } }
  }
}

/** POST /email-change/<token>: confirms one side of the change. The token is the only credential. */
export async function submitEmailChange(token: string, request: Request): Promise<PageResult<EmailChangePage>> {
  const visitor = readVisitor(request)
  try {
    await readSameOriginForm(request, isCrossSiteFormWithoutReferrer)
    if (!(await consumeVerificationLimit(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    await confirmEmailChange(token, visitor.origin)
    return { to: new URL(request.url).pathname }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor)
    const view = await viewEmailChange(token, request)
    if ('to' in view) return view
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? getTranslator(visitor.locale, 'auth')('emailChange.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { message, faults: {} } } }
  }
}
