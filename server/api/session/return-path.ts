export const PATH_HEADER = 'x-own-path'

const ORIGIN = 'http://own.invalid'
const MAX_CHARACTERS = 2000
const PAGE_PATH = /^(?:\/[\w.~-]+)*\/?$/
const NOT_RETURNABLE = new Set([
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
export function sanitizeReturnPath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.length > MAX_CHARACTERS || !URL.canParse(path, ORIGIN)) return '/'
  const { origin, pathname, searchParams, search } = new URL(path, ORIGIN)
  const [, segment = ''] = pathname.toLowerCase().split('/')
  if (origin !== ORIGIN || !PAGE_PATH.test(pathname) || NOT_RETURNABLE.has(segment)) return '/'
  if (!searchParams.has('_rsc')) return pathname + search
  // Added by the Next.js router, not part of the page's URL.
  searchParams.delete('_rsc')
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

export function withReturnPath(page: string, next: string): string {
  if (next === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
