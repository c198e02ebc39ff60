import { parseCookie } from 'cookie'
import { USES_SECURE_COOKIES } from '../../auth/session-cookie'
import type { OpenLink } from '../../survey-links/open-link'
import type { Language } from '../../validation/schema'
import type { PinPageData } from './open-link-page-data'
import { presentLinkNotice } from './present-open-link'
import { type PublicNoticePageData, type PublicPageResult, presentNotice } from './public-page'
import type { SurveyFormPageData } from './survey-pages'

/* Why an open link or a widget takes no answer, and the cookie of links that take one answer from each device. */

export type OpenLinkPage = SurveyFormPageData | PinPageData
export type OpenLinkResult = PublicPageResult<OpenLinkPage | PublicNoticePageData>

const ANSWERED_COOKIE_SECONDS = 180 * 86_400

export function refuse(link: OpenLink, request: Request, language: Language): OpenLinkResult | null {
  if (link.obstacle) return notice(link, language, link.obstacle)
  const hasAnswered =
    link.oncePerDevice && parseCookie(request.headers.get('cookie') ?? '')[cookieName(link)] !== undefined
  return hasAnswered ? notice(link, language, 'answered', 200) : null
}

function cookieName({ id }: OpenLink): string {
  return `answered-${id}`
}

export function answeredCookie(link: OpenLink): string {
  const attributes = `Path=/f/; Max-Age=${ANSWERED_COOKIE_SECONDS}; HttpOnly; SameSite=Lax${USES_SECURE_COOKIES ? '; Secure' : ''}`
  return `${cookieName(link)}=1; ${attributes}`
}

export function notice(
  link: OpenLink,
  language: Language,
  name: PublicNoticePageData['notice'],
  status: 200 | 410 = 410,
): OpenLinkResult {
  return { status, page: presentLinkNotice(link, language, name) }
}

export function tooMany(link: OpenLink, language: Language, retryAfter: number): OpenLinkResult {
  return { status: 429, page: presentLinkNotice(link, language, 'tooMany'), retryAfter }
}

export function unknownLink(request: Request): OpenLinkResult {
  return { status: 404, page: presentNotice('unknownLink', request) }
}
