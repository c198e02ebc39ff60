import { readVerificationLink } from '../../../auth/email-verification'
import type { VerificationLinkState } from '../../../auth/schema'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/messages'
import { isCrossSiteFormWithoutReferrer } from '../../csrf'
import { verifyEmail } from '../../session/verify-email'
import { type FormFailure, type PageResult, readSameOriginForm, readVisitor, toFormFailure } from './account-form'

export type VerifyEmailPage = {
  kind: 'verifyEmail'
  locale: Locale
  link: VerificationLinkState | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

const STATUS = { open: 200, verified: 200, expired: 410, unknown: 404 } as const

export async function viewVerifyEmail(token: string, request: Request): Promise<PageResult<VerifyEmailPage>> {
  const visitor = readVisitor(request)
  const page = { kind: 'verifyEmail', locale: visitor.locale, action: new URL(request.url).pathname } as const
  try {
    const link = await readVerificationLink(token)
    return { status: STATUS[link.state], page: { ...page, link: link, failure: null } }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, page: { ...page, link: { state: 'failed' }, failure } }
  }
}

export async function submitVerifyEmail(token: string, request: Request): Promise<PageResult<VerifyEmailPage>> {
  const visitor = readVisitor(request)
  try {
    await readSameOriginForm(request, isCrossSiteFormWithoutReferrer)
    await verifyEmail(token, visitor.origin)
    return { to: new URL(request.url).pathname }
  } catch (error) {
    const { status, failure, headers } = toFormFailure(error, visitor)
    const view = await viewVerifyEmail(token, request)
    if ('to' in view) return view
    // The page itself reports a used or expired link; other failures are shown above the button.
    const message = status === 400 ? getTranslator(visitor.locale, 'auth')('verify.refused') : failure.message
    return { status, headers, page: { ...view.page, failure: { message, faults: {} } } }
  }
}
