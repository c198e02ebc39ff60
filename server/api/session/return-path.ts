/** Header in which proxy.ts passes pages their own path and query. */
export const PATH_HEADER = 'x-own-path'

const ORIGIN = 'http://own.invalid'
const MAX_CHARACTERS = 2000
/** Page paths contain these characters only, so percent-encoding is rejected without decoding it. */
const PAGE = /^(?:\/[\w.~-]+)*\/?$/
/** First segments that are not pages, or that belong to signing in. */
const ELSEWHERE = new Set([
  '_next',
  'api',
  's',
  'u',
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password',
  'verify-email',
  'email-change',
  'take-back',
  'sandbox',
])

/**
 * Safe return path after signing in: the given path if it is one of our pages, else the overview. The URL parser
 * normalizes what browsers would (backslashes, tabs, dots).
 */
export function returnPath(asked: string | null | undefined): string {
  if (!asked?.startsWith('/') || asked.length > MAX_CHARACTERS || !URL.canParse(asked, ORIGIN)) return '/'
  const { origin, pathname, searchParams, search } = new URL(asked, ORIGIN)
  const [, place = ''] = pathname.toLowerCase().split('/')
  if (origin !== ORIGIN || !PAGE.test(pathname) || ELSEWHERE.has(place)) return '/'
  if (!searchParams.has('_rsc')) return pathname + search
  // Added by the Next.js router, not part of the page's URL.
  searchParams.delete('_rsc')
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** Appends `next` to a page's URL, with readable slashes; omits it for the overview. */
export function leadingTo(page: string, next: string): string {
  if (next === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
