import { consumeVerificationLimit } from '../../../auth/rate-limits'
import { readUndoLink, type UndoLinkState, undoCredentialChange } from '../../../auth/undo-credential-change'
import { RateLimitExceeded } from '../../../errors'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/messages'
import { isCrossSiteFormWithoutReferrer } from '../../csrf'
import { type FormFailure, type PageResult, readSameOriginForm, readVisitor, toFormFailure } from './account-form'

export type UndoCredentialChangePage = {
  kind: 'takeBack'
  locale: Locale
  link: UndoLinkState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, gone: 200, expired: 410, unknown: 404 } as const

export async function viewUndoCredentialChange(
  token: string,
  request: Request,
): Promise<PageResult<UndoCredentialChangePage>> {
  const visitor = readVisitor(request)
  const page = { kind: 'takeBack', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readUndoLink(token)
    return { status: STATUS[link.state], page: { ...page, link: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: { ...page, link: { state: 'failed' }, failure } }
  }
}

/**
 * POST /take-back/<token>: revokes the credential and redirects to a password reset. The token is the only credential;
 * no session is opened.
 */
export async function submitUndoCredentialChange(
  token: string,
  request: Request,
): Promise<PageResult<UndoCredentialChangePage>> {
  const visitor = readVisitor(request)
  try {
    await readSameOriginForm(request, isCrossSiteFormWithoutReferrer)
    if (!(await consumeVerificationLimit(visitor.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    return { to: `/reset-password/${await undoCredentialChange(token, visitor.origin)}` }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor)
    const view = await viewUndoCredentialChange(token, request)
    if ('to' in view) return view
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? getTranslator(visitor.locale, 'auth')('takeBack.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { message, faults: {} } } }
  }
}
