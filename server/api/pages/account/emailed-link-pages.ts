import { z } from 'zod'
import { confirmEmailChange, type EmailChangeLinkState, getEmailChangeLinkState } from '../../../auth/email-change'
import { confirmEmail, getVerificationLinkState } from '../../../auth/email-verification'
import {
  getPasswordResetLinkState,
  type PasswordResetLinkState,
  resetPasswordByLink,
} from '../../../auth/password-reset'
import { enforceEmailedLinkLimit } from '../../../auth/rate-limits'
import {
  getRevocationLinkState,
  type RevocationLinkState,
  revokeAddedCredential,
} from '../../../auth/revoke-added-credential'
import { Password, type VerificationLinkState } from '../../../auth/schema'
import type { Locale } from '../../../messages/locale'
import { getTranslator } from '../../../messages/message-catalogue'
import type { RequestOrigin } from '../../../security-events'
import {
  confirmReplyTo,
  getReplyToLinkState,
  type ReplyToLinkState,
} from '../../../sender-profile/reply-to-confirmation'
import { isCrossSiteFormExceptNullOrigin } from '../../csrf'
import {
  type FormFailure,
  type PageOrRedirect,
  readRequestContext,
  readSameOriginForm,
  toFormFailure,
} from './form-handling'

/* Pages of emailed links. The token is the only credential; no session is opened. */

type LinkPageData<Kind, Link> = {
  kind: Kind
  locale: Locale
  link: Link | { state: 'failed' }
  action: string
  failure: FormFailure | null
}

export type VerifyEmailPageData = LinkPageData<'verifyEmail', VerificationLinkState>
export type EmailChangePageData = LinkPageData<'emailChange', EmailChangeLinkState>
export type RevokeCredentialPageData = LinkPageData<'takeBack', RevocationLinkState>
export type ReplyToPageData = LinkPageData<'replyTo', ReplyToLinkState>
export type ResetPasswordPageData = LinkPageData<'resetPassword', PasswordResetLinkState>

const STATUS = { open: 200, verified: 200, waiting: 200, done: 200, gone: 200, expired: 410, unknown: 404 } as const

type LinkOptions<Link> = {
  read: (token: string) => Promise<Link>
  /** @returns where to go next; null for this page. */
  submit: (token: string, origin: RequestOrigin, form: URLSearchParams) => Promise<string | null>
  fields?: readonly string[]
  refusal: 'verify.refused' | 'emailChange.refused' | 'replyTo.refused' | 'takeBack.refused' | 'reset.refused'
}

function createLinkPageHandlers<Kind extends string, Link extends { state: keyof typeof STATUS }>(
  kind: Kind,
  { read, submit, fields = [], refusal }: LinkOptions<Link>,
) {
  type Page = LinkPageData<Kind, Link>

  async function view(request: Request, token: string): Promise<Extract<PageOrRedirect<Page>, { page: Page }>> {
    const visitor = readRequestContext(request)
    const page = { kind, locale: visitor.locale, action: new URL(request.url).pathname }
    try {
      const link = await read(token)
      return { status: STATUS[link.state], page: { ...page, link, failure: null } }
    } catch (error) {
      const { failure, ...refused } = toFormFailure(error, visitor)
      return { ...refused, page: { ...page, link: { state: 'failed' }, failure } }
    }
  }

  return {
    GET: view,
    POST: async (request: Request, token: string): Promise<PageOrRedirect<Page>> => {
      const visitor = readRequestContext(request)
      try {
        const form = await readSameOriginForm(request, isCrossSiteFormExceptNullOrigin)
        await enforceEmailedLinkLimit(visitor.origin)
        return { to: (await submit(token, visitor.origin, form)) ?? new URL(request.url).pathname }
      } catch (error) {
        const { status, failure, headers } = toFormFailure(error, visitor, fields)
        const { page } = await view(request, token)
        // The page itself reports a used or expired link; other failures are shown above the button.
        const isSpent = status === 400 && Object.keys(failure.faults).length === 0
        const message = isSpent ? getTranslator(visitor.locale, 'auth')(refusal) : failure.message
        return { status, headers, page: { ...page, failure: { ...failure, message } } }
      }
    },
  }
}

export const verifyEmailPageHandlers = createLinkPageHandlers('verifyEmail', {
  read: getVerificationLinkState,
  submit: async (token, origin) => {
    await confirmEmail(token, origin)
    return null
  },
  refusal: 'verify.refused',
})

/** Confirms one side of the change. */
export const emailChangePageHandlers = createLinkPageHandlers('emailChange', {
  read: getEmailChangeLinkState,
  submit: async (token, origin) => {
    await confirmEmailChange(token, origin)
    return null
  },
  refusal: 'emailChange.refused',
})

/** Sends an organization's replies to the address from now on. */
export const replyToPageHandlers = createLinkPageHandlers('replyTo', {
  read: getReplyToLinkState,
  submit: async (token, origin) => {
    await confirmReplyTo(token, origin)
    return null
  },
  refusal: 'replyTo.refused',
})

/** Revokes the credential and redirects to a password reset. */
export const revokeCredentialPageHandlers = createLinkPageHandlers('takeBack', {
  read: getRevocationLinkState,
  submit: async (token, origin) => `/reset-password/${await revokeAddedCredential(token, origin)}`,
  refusal: 'takeBack.refused',
})

export const resetPasswordPageHandlers = createLinkPageHandlers('resetPassword', {
  read: getPasswordResetLinkState,
  submit: async (token, origin, form) => {
    const { password } = z.object({ password: Password }).parse({ password: form.get('password') ?? '' })
    await resetPasswordByLink(token, password, origin)
    return '/sign-in?done=password'
  },
  fields: ['password'],
  refusal: 'reset.refused',
})
