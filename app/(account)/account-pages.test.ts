import { gzipSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { signUp } from '@/server/auth/accounts'
import { env } from '@/server/env'
import { anEmailAddress, anOrganization } from '@/server/testing/factories/basics'
import { aSession } from '@/server/testing/factories/sessions'
import { requestAccountPage, TEST_PASSWORD, type TestRequestHeaders } from './account-page-test-client'
import * as signInPage from './sign-in/route'
import * as verifyEmail from './verify-email/[token]/route'

/* HTTP responses of the account pages. Layout and behavior are tested in e2e/sign-in.spec.ts. */

const TOKEN = 'a'.repeat(43)
const PAGES = [
  '/sign-in',
  '/sign-up',
  `/verify-email/${TOKEN}`,
  `/email-change/${TOKEN}`,
  `/take-back/${TOKEN}`,
  `/confirm-reply-to/${TOKEN}`,
]

let email: string
let address: string

beforeEach(() => {
  email = anEmailAddress()
  address = `test-${uuidv7()}`
})

const account = () =>
  signUp({ name: 'Ada', email, password: TEST_PASSWORD, organizationName: 'Analytical' }, 'themself')

describe('account pages', () => {
  it.each(PAGES)('%s loads nothing external, sets no cookie, and is not cached, framed or indexed', async (path) => {
    const { headers, html } = await requestAccountPage(address, path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('set-cookie')).toBeNull()
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    const nonce = /script-src 'self' 'nonce-([\w+/=]{24})'/.exec(policy)?.[1]
    expect(html.match(/<(?:style|script)[^>]*>/g)).toEqual([
      `<script nonce="${nonce}">`,
      `<style nonce="${nonce}">`,
      '<script src="/auth.js" defer>',
    ])
    expect((await requestAccountPage(address, path)).headers.get('content-security-policy')).not.toBe(policy)
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//)
    expect(gzipSync(html).length).toBeLessThan(6 * 1024)
  })

  it('403: refuses an account form that is cross-site, of unknown origin or not form-encoded', async () => {
    await account()
    const right = { email, password: TEST_PASSWORD }
    const foreign: TestRequestHeaders[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]
    for (const headers of foreign)
      for (const path of PAGES) {
        const { status, cookie, html } = await requestAccountPage(address, path, right, headers)
        expect([headers, path, status, cookie]).toEqual([headers, path, 403, undefined])
        expect(html).toContain(
          path.endsWith(TOKEN) ? 'This link does not work' : 'This request did not come from one of our own pages.',
        )
      }
    expect((await requestAccountPage(address, '/sign-in', right)).status).toBe(303)
  })

  it('403: checks the Origin header of an account form when Sec-Fetch-Site is missing', async () => {
    await account()
    const statuses = async (path: string, origins: (string | undefined)[]) => {
      const results = []
      for (const origin of origins) {
        const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address })
        if (origin !== undefined) headers.set('origin', origin)
        const body = new URLSearchParams({ email, password: 'not this one' })
        const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
        const { POST } = path === '/sign-in' ? signInPage : verifyEmail
        results.push((await POST(request, { params: Promise.resolve({ token: TOKEN }) })).status)
      }
      return results
    }
    const own = new URL(env.baseUrl).origin
    expect(await statuses('/sign-in', [own, 'null', 'http://evil.example', undefined])).toEqual([400, 403, 403, 403])
    // A page with `no-referrer` sends `Origin: null`; its endpoints use no cookie.
    const verification = await statuses(`/verify-email/${TOKEN}`, [own, 'null', 'http://evil.example', undefined])
    expect(verification).toEqual([400, 400, 403, 403])
  })

  it('413: refuses an account form that is too large', async () => {
    for (const path of PAGES)
      expect((await requestAccountPage(address, path, `email=${'a'.repeat(20_000)}`)).status).toBe(413)
  })
})

describe('/check-email and /verify-email', () => {
  it('303: /check-email redirects to sign-in when signed out, and to the dashboard when nothing needs confirming', async () => {
    const anonymous = await requestAccountPage(address, '/check-email?mail=sent')
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=/check-email%3Fmail%3Dsent',
    ])
    const { cookie } = await aSession(await anOrganization())
    const { status, headers } = await requestAccountPage(address, '/check-email', undefined, { cookie })
    expect([status, headers.get('location')]).toEqual([303, '/'])
  })

  it('404: an unknown verification link shows an error page that sends no referrer; 400: confirming it fails', async () => {
    const { status, headers, html } = await requestAccountPage(address, `/verify-email/${TOKEN}`)
    expect([status, headers.get('referrer-policy')]).toEqual([404, 'no-referrer'])
    expect(html).toContain('This link does not work')
    expect(html).not.toContain('<form')
    expect((await requestAccountPage(address, `/verify-email/${TOKEN}`, {})).status).toBe(400)
  })
})
