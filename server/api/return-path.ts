/** The header in which proxy.ts tells pages their own address, path and query. */
export const PATH_HEADER = 'x-own-path'

const ORIGIN = 'http://own.invalid'
/** Longer than any address of a page. */
const MAX_CHARACTERS = 2000
/** Letters, digits and the like: no page of ours has more in its path, so nothing encoded needs to be judged. */
const PAGE = /^(?:\/[\w.~-]+)*\/?$/
/** What is no page, and the pages that one leaves by signing in. */
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
 * Where a person goes on once they are signed in: the page that they asked for, or the overview where this names
 * anything but a page of ours. Whatever browsers make of a path (backslashes, tabs, dots) is judged as they make it.
 */
export function returnPath(asked: string | null | undefined): string {
  if (!asked?.startsWith('/') || asked.length > MAX_CHARACTERS || !URL.canParse(asked, ORIGIN)) return '/'
  const { origin, pathname, searchParams, search } = new URL(asked, ORIGIN)
  const [, place = ''] = pathname.toLowerCase().split('/')
  if (origin !== ORIGIN || !PAGE.test(pathname) || ELSEWHERE.has(place)) return '/'
  if (!searchParams.has('_rsc')) return pathname + search
  // The router's own, not the page's.
  searchParams.delete('_rsc')
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** The address of a page that leads on to `next`, which stands in it readably and only where it is not the overview. */
export function leadingTo(page: string, next: string): string {
  if (next === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
