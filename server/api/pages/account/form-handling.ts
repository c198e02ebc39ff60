import { v7 as uuidv7 } from 'uuid'
import { Forbidden } from '../../../errors'
import { localizableMessage } from '../../../messages/localizable-message'
import { readClientIpAddress } from '../../../rate-limit/client-ip-address'
import { isCrossSiteForm } from '../../csrf'
import { logServerError, toAppError } from '../../error-mapping'
import { readUrlEncodedForm } from '../../request-body'
import { sanitizeReturnPath } from '../../session/return-path'
import { negotiateRequestLocale, readPrincipalAndRateLimit } from '../../session/session'

/* Shared code of the account pages: documents whose forms post to their own URL. The routes render them. */

const MAX_ACCOUNT_FORM_BYTES = 16 * 1024

export type FormFailure = { message: string; faults: Record<string, string> }

export type PageOrRedirect<Page> =
  | { status: number; page: Page; headers?: Record<string, string> }
  | { to: string; cookies?: readonly string[] }

export type RequestContext = ReturnType<typeof readRequestContext>

export function readRequestContext(request: Request) {
  return {
    locale: negotiateRequestLocale(request.headers),
    acceptLanguage: request.headers.get('accept-language'),
    next: sanitizeReturnPath(new URL(request.url).searchParams.get('next')),
    origin: { address: readClientIpAddress(request.headers), requestId: uuidv7() },
    userAgent: request.headers.get('user-agent'),
  }
}

export async function findSignedInUser({ headers }: Request) {
  const actor = (await readPrincipalAndRateLimit(headers))?.actor
  return actor?.type === 'user' ? actor : null
}

/**
 * Reads a form posted by one of our own pages.
 * @throws {Forbidden} for a form from another site. @throws {PayloadTooLarge}
 */
export async function readSameOriginForm(request: Request, isForeign = isCrossSiteForm): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  if (isForeign(request) || !isForm) throw new Forbidden(localizableMessage('session.otherSite'))
  return readUrlEncodedForm(request, MAX_ACCOUNT_FORM_BYTES)
}

/** Maps an error to a status and localized messages. Faults of `fields` go to those fields, all others to the form's head. */
export function toFormFailure(
  error: unknown,
  { locale, origin }: RequestContext,
  fields: readonly string[] = [],
): { status: number; failure: FormFailure; headers: Record<string, string> } {
  logServerError(error, { requestId: origin.requestId })
  const appError = toAppError(error)
  const { message, details = {} } = appError.localize(locale)
  const fieldMessages = appError.fields === undefined ? [] : Object.entries(details as Record<string, string[]>)
  const messagesByField = new Map(fieldMessages)
  // In form order, so that the first fault is the topmost field.
  const faults = fields.flatMap((field) =>
    messagesByField.has(field) ? [[field, messagesByField.get(field)?.join(' ')]] : [],
  )
  const otherMessages = fieldMessages.flatMap(([field, messages]) => (fields.includes(field) ? [] : messages))
  return {
    status: appError.status,
    failure: { message: otherMessages.join(' ') || message, faults: Object.fromEntries(faults) },
    headers: appError.headers,
  }
}
