import { v7 as uuidv7 } from 'uuid'
import { Forbidden } from '../../../errors'
import { sentence } from '../../../messages/error-message'
import type { Locale } from '../../../messages/locale'
import { clientAddress } from '../../../rate-limit/client-address'
import type { Origin } from '../../../security-events'
import { isForeignForm } from '../../csrf'
import { logFailure, toAppError } from '../../error-mapping'
import { readForm } from '../../request-body'
import { returnPath } from '../../session/return-path'
import { readerLocale } from '../../session/session'

/* Shared code of the account pages: documents whose forms post to their own URL. The routes render them. */

export const MAX_FORM_BYTES = 16 * 1024

export type FormFailure = { message: string; faults: Record<string, string> }

export type PageAnswer<Page> =
  | { status: number; page: Page; headers?: Record<string, string> }
  | { to: string; cookies?: readonly string[] }

export type Reader = {
  locale: Locale
  acceptLanguage: string | null
  next: string
  origin: Origin
  userAgent: string | null
}

export function readReader(request: Request): Reader {
  return {
    locale: readerLocale(request.headers),
    acceptLanguage: request.headers.get('accept-language'),
    next: returnPath(new URL(request.url).searchParams.get('next')),
    origin: { address: clientAddress(request.headers), requestId: uuidv7() },
    userAgent: request.headers.get('user-agent'),
  }
}

/**
 * Reads a form posted by one of our own pages.
 * @throws {Forbidden} for a form from another site. @throws {PayloadTooLarge}
 */
export async function readOwnForm(request: Request, isForeign = isForeignForm): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  if (isForeign(request) || !isForm) throw new Forbidden(sentence('session.otherSite'))
  return readForm(request, MAX_FORM_BYTES)
}

/** Maps an error to a status and localized messages. Faults of `fields` go to those fields, all others to the form's head. */
export function failureIn(
  error: unknown,
  { locale, origin }: Reader,
  fields: readonly string[] = [],
): { status: number; failure: FormFailure; headers: Record<string, string> } {
  logFailure(error, { requestId: origin.requestId })
  const appError = toAppError(error)
  const { message, details = {} } = appError.inLanguage(locale)
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
