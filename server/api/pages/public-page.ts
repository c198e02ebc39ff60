import { v7 as uuidv7 } from 'uuid'
import { PayloadTooLarge } from '../../errors'
import { negotiateLocale } from '../../messages/negotiate-locale'
import type { OrganizationBranding } from '../../sender-profile/branding'
import type { ScoreBand } from '../../surveys/schema'
import type { ThanksPage } from '../../surveys/thanks/thanks'
import { Language } from '../../validation/schema'
import { logServerError } from '../error-mapping'

/* What the pages for customers share. They have no session: the token or address in the URL is the only credential. */

export const MAX_SURVEY_FORM_BYTES = 64 * 1024

export type PublicNoticePageData = {
  kind: 'notice'
  notice:
    | 'thanks'
    | 'already'
    | 'changedSince'
    | 'late'
    | 'answered'
    | 'archived'
    | 'closed'
    | 'full'
    | 'unknown'
    | 'unknownLink'
    | 'tooLarge'
    | 'tooMany'
    | 'failed'
  organization: OrganizationBranding | null
  language: Language
  band: ScoreBand | null
  thanks?: ThanksPage
  /** The script goes to its URL at once. */
  isRedirect?: boolean
  reviewLinks?: readonly { label: string; url: string }[]
  /** Where the answers can be changed, while they can. */
  changeHref?: string
  /** Where another answer can be given. */
  againHref?: string
  isTest?: boolean
}

/**
 * @property location of a 303; by default, the path of the request
 * @property frameOrigins of the pages that may frame it; by default, none may
 */
export type PublicPageResult<Page> = (
  | { status: 200 | 400 | 404 | 410 | 413 | 500; page: Page }
  | { status: 429; page: Page; retryAfter: number }
  | { status: 204 | 303; location?: string }
) & { cookie?: string; frameOrigins?: readonly string[] }

export async function withErrorPage<Page>(
  request: Request,
  work: () => Promise<PublicPageResult<Page | PublicNoticePageData>>,
): Promise<PublicPageResult<Page | PublicNoticePageData>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PayloadTooLarge) return { status: 413, page: presentNotice('tooLarge', request) }
    logServerError(error, { requestId: uuidv7(), method: request.method, page: 'public' })
    return { status: 500, page: presentNotice('failed', request) }
  }
}

export function presentNotice(notice: PublicNoticePageData['notice'], request: Request): PublicNoticePageData {
  const language = negotiateLocale(undefined, request.headers.get('accept-language'))
  return { kind: 'notice', notice, organization: null, language, band: null }
}

export function parseLanguage(value: string | null): Language | undefined {
  return Language.safeParse(value).data
}
