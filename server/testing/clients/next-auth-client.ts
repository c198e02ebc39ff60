import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { authOptions } from '../../auth/auth-options'

/** Signs in as a browser does: first the CSRF token, then the form. */
export async function signInByForm(credentials: { email: string; password: string }, address: string) {
  const answer = await post(['callback', 'credentials'], credentials, { address })
  const cookie = answer.cookies.find((one) => one.includes('session-token='))
  return { status: answer.status, redirect: answer.url, cookie }
}

export async function signOutByForm(cookie: string, address: string) {
  await post(['signout'], {}, { address, cookie })
}

export function buildCookieHeaders(cookie: string | undefined): Headers {
  return new Headers(cookie === undefined ? {} : { cookie })
}

type Client = { address: string; cookie?: string }

async function post(nextauth: string[], form: Record<string, string>, { address, cookie = '' }: Client) {
  const csrf = await callNextAuth('GET', ['csrf'], {}, { address })
  const csrfToken = csrf.body.csrfToken ?? ''
  const cookies = [cookie, ...csrf.cookies].join('; ')
  return callNextAuth('POST', nextauth, { ...form, csrfToken, json: 'true' }, { address, cookie: cookies })
}

/** Calls next-auth's handler with the request and response objects that it expects. */
export async function callNextAuth(
  method: string,
  nextauth: string[],
  body: Record<string, string>,
  { address, cookie = '' }: Client,
) {
  const cookies = Object.fromEntries(
    cookie
      .split('; ')
      .map((one) => [one.slice(0, one.indexOf('=')), decodeURIComponent(one.slice(one.indexOf('=') + 1))]),
  )
  const headers = { host: 'localhost:3000', 'x-forwarded-for': address, cookie }
  const set: string[] = []
  let status = 200
  let sent: { csrfToken?: string; url?: string } = {}
  const answer = {
    status: (code: number) => {
      status = code
      return answer
    },
    getHeader: () => set,
    setHeader: (name: string, value: string | string[]) => {
      if (name.toLowerCase() === 'set-cookie') set.splice(0, set.length, ...[value].flat())
      return answer
    },
    json: (value: typeof sent) => {
      sent = value
    },
    send: (value: typeof sent) => {
      sent = value
    },
    end: () => undefined,
  }
  await NextAuth(
    { method, headers, cookies, body, query: { nextauth } } as unknown as NextApiRequest,
    answer as unknown as NextApiResponse,
    authOptions,
  )
  return { status, body: sent, url: sent.url, cookies: set.map((one) => one.split(';')[0] ?? '') }
}
