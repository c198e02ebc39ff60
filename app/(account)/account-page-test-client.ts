import { readPrincipalAndRateLimit } from '@/server/api/session/session'
import * as checkEmail from './check-email/route'
import * as confirmReplyTo from './confirm-reply-to/[token]/route'
import * as emailChange from './email-change/[token]/route'
import * as signInPage from './sign-in/route'
import * as signUpPage from './sign-up/route'
import * as takeBack from './take-back/[token]/route'
import * as verifyEmail from './verify-email/[token]/route'

/* Requests to the account pages, for their tests. */

const ROUTES = {
  'sign-in': signInPage,
  'sign-up': signUpPage,
  'check-email': checkEmail,
  'verify-email': verifyEmail,
  'email-change': emailChange,
  'confirm-reply-to': confirmReplyTo,
  'take-back': takeBack,
}

export const TEST_PASSWORD = 'correct horse battery'

export type TestRequestHeaders = Record<string, string>

/** @param address client address, which rate limits count. */
export async function requestAccountPage(
  address: string,
  path: string,
  form?: Record<string, string> | string,
  headers: TestRequestHeaders = {},
) {
  const { pathname } = new URL(path, 'http://localhost')
  const [, page = '', token = ''] = pathname.split('/')
  const request = new Request(`http://localhost${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
      ...headers,
    },
    ...(form === undefined ? {} : { body: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
  })
  const handlers = ROUTES[page as keyof typeof ROUTES]
  // As Next.js: a path without a dynamic segment has no parameters at all.
  const params = Promise.resolve(token === '' ? undefined : { token })
  const response = await handlers[form === undefined ? 'GET' : 'POST'](request, { params })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  return { status: response.status, headers: response.headers, html: await response.text(), cookie }
}

export async function isValidSessionCookie(cookie: string | undefined): Promise<boolean> {
  return (await readPrincipalAndRateLimit(new Headers({ cookie: cookie ?? '' }))) !== null
}
