import { v7 as uuidv7 } from 'uuid'
import { Forbidden } from '../../errors'
import type { Locale } from '../../messages/locale'
import { sentence } from '../../messages/sentence'
import type { Origin } from '../../security-events'
import { clientAddress } from '../../throttle/client-address'
import { readForm } from '../body'
import { logFailure, toAppError } from '../failure'
import { isForeignForm } from '../guard'
import { returnPath } from '../return-path'
import { readerLocale } from '../session'

/*
 * What the pages around an account have in common: they are documents whose forms post to their own address. Rendering
 * is the routes' business.
 */

/** An email address, a password, two names. */
export const MAX_FORM_BYTES = 16 * 1024

/** Why a form is shown again: a sentence for its head, and one for each field that is at fault. */
export type FormFailure = { message: string; faults: Record<string, string> }

/** A page to show, or where to go on, there with cookies: of a session that was opened, or of a step on the way to one. */
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

/** Who reads a page, where they want to go on to, and where they are. */
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
 * The fields of a form that one of our own pages sent.
 * @throws {Forbidden} for any other. @throws {PayloadTooLarge}
 */
export async function readOwnForm(request: Request, isForeign = isForeignForm): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  if (isForeign(request) || !isForm) throw new Forbidden(sentence('session.otherSite'))
  return readForm(request, MAX_FORM_BYTES)
}

/** What was thrown, in the words of the reader. `fields` are those of the form; what is wrong elsewhere is said at its head. */
export function failureIn(
  error: unknown,
  { locale, origin }: Reader,
  fields: readonly string[] = [],
): { status: number; failure: FormFailure; headers: Record<string, string> } {
  logFailure(error, { requestId: origin.requestId })
  const refused = toAppError(error)
  const { message, details = {} } = refused.inLanguage(locale)
  const told = refused.fields === undefined ? [] : Object.entries(details as Record<string, string[]>)
  const saidAt = new Map(told)
  // In the order of the form: the first of them is the one to go to.
  const faults = fields.flatMap((field) => (saidAt.has(field) ? [[field, saidAt.get(field)?.join(' ')]] : []))
  const others = told.flatMap(([field, said]) => (fields.includes(field) ? [] : said))
  return {
    status: refused.status,
    failure: { message: others.join(' ') || message, faults: Object.fromEntries(faults) },
    headers: refused.headers,
  }
}
