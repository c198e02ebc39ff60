import { gzipSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { principalIn } from '@/server/api/session/session'
import { signUp } from '@/server/auth/accounts'
import { admitSignUp } from '@/server/auth/throttle'
import { db } from '@/server/db'
import { env } from '@/server/env'
import { anEmail, anOrganization } from '@/server/testing/factories/basics'
import { aSession } from '@/server/testing/factories/sessions'
import { clientAddress } from '@/server/throttle/client-address'
import * as checkEmail from './check-email/route'
import * as emailChange from './email-change/[token]/route'
import * as signInPage from './sign-in/route'
import * as signUpPage from './sign-up/route'
import * as takeBack from './take-back/[token]/route'
import * as verifyEmail from './verify-email/[token]/route'

/* HTTP responses of the account pages. Layout and behavior are tested in e2e/sign-in.spec.ts. */

const ROUTES = {
  'sign-in': signInPage,
  'sign-up': signUpPage,
  'check-email': checkEmail,
  'verify-email': verifyEmail,
  'email-change': emailChange,
  'take-back': takeBack,
}
const PASSWORD = 'correct horse battery'
const TOKEN = 'a'.repeat(43)
const PAGES = ['/sign-in', '/sign-up', `/verify-email/${TOKEN}`, `/email-change/${TOKEN}`, `/take-back/${TOKEN}`]

let email: string
let address: string

beforeEach(() => {
  email = anEmail()
  address = `test-${uuidv7()}`
})

type HeaderFields = Record<string, string>

async function send(path: string, form?: Record<string, string> | string, headers: HeaderFields = {}) {
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
  const response = await handlers[form === undefined ? 'GET' : 'POST'](request, { params: Promise.resolve({ token }) })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  return { status: response.status, headers: response.headers, html: await response.text(), cookie }
}

const account = () => signUp({ name: 'Ada', email, password: PASSWORD, organizationName: 'Analytical' }, 'themself')
const isSignedIn = async (cookie: string | undefined) =>
  (await principalIn(new Headers({ cookie: cookie ?? '' }))) !== null

describe('account pages', () => {
  it.each(PAGES)('%s loads nothing external, sets no cookie, and is not cached, framed or indexed', async (path) => {
    const { headers, html } = await send(path)
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
    expect((await send(path)).headers.get('content-security-policy')).not.toBe(policy)
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//)
    expect(gzipSync(html).length).toBeLessThan(6 * 1024)
  })

  it('403: refuses an account form that is cross-site, of unknown origin or not form-encoded', async () => {
    await account()
    const right = { email, password: PASSWORD }
    const foreign: HeaderFields[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]
    for (const headers of foreign)
      for (const path of PAGES) {
        const { status, cookie, html } = await send(path, right, headers)
        expect([headers, path, status, cookie]).toEqual([headers, path, 403, undefined])
        expect(html).toContain(
          path.endsWith(TOKEN) ? 'This link does not work' : 'This request did not come from one of our own pages.',
        )
      }
    expect((await send('/sign-in', right)).status).toBe(303)
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
    for (const path of PAGES) expect((await send(path, `email=${'a'.repeat(20_000)}`)).status).toBe(413)
  })
})

describe('/sign-in', () => {
  it('400: /sign-in answers a JSON request with the failure and its fields; 200: the right password opens a session', async () => {
    await account()
    const accept = { accept: 'application/json' }
    const wrong = await send('/sign-in', { email, password: 'secret & wrong' }, accept)
    expect(wrong).toMatchObject({ status: 400, cookie: undefined })
    expect(JSON.parse(wrong.html)).toEqual({ failure: { message: expect.stringMatching(/./) as string, faults: {} } })
    const empty = await send('/sign-in', { email: '', password: '' }, accept)
    expect(Object.keys((JSON.parse(empty.html) as { failure: { faults: object } }).failure.faults)).toEqual([
      'email',
      'password',
    ])
    const right = await send('/sign-in', { email, password: PASSWORD }, accept)
    expect(right.status).toBe(200)
    expect(await isSignedIn(right.cookie)).toBe(true)
  })

  it('303: signing in opens a session and redirects to ?next; 200: a script gets a same-site target as JSON', async () => {
    await account()
    const plain = await send('/sign-in?next=/contacts/a%3Fx%3D1', { email: email.toUpperCase(), password: PASSWORD })
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/contacts/a?x=1'])
    expect(await isSignedIn(plain.cookie)).toBe(true)

    const accept = { accept: 'application/json, text/html' }
    const script = await send('/sign-in?next=//evil.example', { email, password: PASSWORD }, accept)
    expect([script.status, script.html]).toEqual([200, '{"to":"/"}'])
    expect(await isSignedIn(script.cookie)).toBe(true)
    expect(script.cookie).not.toBe(plain.cookie)
  })

  it('400: a wrong password and an unknown address get the same sign-in page, which does not echo the password', async () => {
    await account()
    const typed = `<"${email}`
    const wrong = await send('/sign-in?next=/contacts', { email, password: 'secret & wrong' })
    expect([wrong.status, wrong.cookie]).toEqual([400, undefined])
    expect(wrong.html).toContain('This email address and password do not match.')
    expect(wrong.html).toContain(`value="${email}"`)
    expect(wrong.html).toContain('action="/sign-in?next=/contacts"')
    expect(wrong.html).not.toContain('secret')
    const unknown = await send('/sign-in?next=/contacts', { email: `x${email}`, password: 'secret & wrong' })
    const plain = (html: string) => html.replaceAll(`x${email}`, email).replace(/nonce="[^"]+"/g, '')
    expect(plain(unknown.html)).toBe(plain(wrong.html))

    const faulty = await send('/sign-in', { email: typed, password: '' })
    expect(faulty.status).toBe(400)
    expect(faulty.html).toContain('value="&lt;&quot;')
    expect(faulty.html).toMatch(/id="email"[^>]*aria-invalid="true"[^>]*aria-describedby="email-fault"[^>]*autofocus/)
    expect(faulty.html).toMatch(
      /id="password"[^>]*aria-invalid="true"[^>]*aria-describedby="password-fault"(?![^>]*autofocus)/,
    )
  })

  it('400: refuses the eleventh sign-in attempt from one client address even with the right password', async () => {
    await account()
    for (let turn = 0; turn < 10; turn += 1) await send('/sign-in', { email, password: 'wrong' })
    const throttled = await send('/sign-in', { email, password: PASSWORD })
    expect([throttled.status, throttled.cookie]).toEqual([400, undefined])
    expect(throttled.html).toContain('wait 15 minutes')
    address = `elsewhere-${uuidv7()}`
    expect((await send('/sign-in', { email, password: PASSWORD })).status).toBe(303)
  })

  it('303: signing in starts a new session and ends the one whose cookie the browser sent', async () => {
    const { userId } = await account()
    const existingSession = await aSession(await anOrganization())
    const readActor = async (cookie: string | undefined) =>
      (await principalIn(new Headers({ cookie: cookie ?? '' })))?.actor
    for (const sentCookie of [existingSession.cookie, 'next-auth.session-token=made-up; cfs-sign-in=made-up']) {
      const { status, cookie } = await send('/sign-in', { email, password: PASSWORD }, { cookie: sentCookie })
      expect(status).toBe(303)
      expect(await readActor(cookie)).toMatchObject({ userId })
      expect(cookie).not.toBe(sentCookie)
    }
    expect(await readActor(existingSession.cookie), 'the session of the sent cookie has ended').toBeUndefined()
  })

  it('303: /sign-in and /sign-up redirect a signed-in user to the page of ?next', async () => {
    const { cookie } = await aSession(await anOrganization())
    for (const path of ['/sign-in', '/sign-up']) {
      const { status, headers } = await send(`${path}?next=/surveys`, undefined, { cookie })
      expect([status, headers.get('location')]).toEqual([303, '/surveys'])
    }
    expect((await send('/sign-in?next=/surveys')).html).toContain('href="/sign-up?next=/surveys"')
  })

  it('/sign-in uses the chosen language, else the browser’s', async () => {
    const french = await send('/sign-in', undefined, { 'accept-language': 'fr-CA,fr;q=0.9' })
    expect(french.html).toMatch(/<html lang="fr">.*Se connecter/s)
    const chosen = await send('/sign-in', undefined, { 'accept-language': 'fr', cookie: 'cfs-locale=en' })
    expect(chosen.html).toContain('<html lang="en">')
  })
})

describe('/sign-up', () => {
  it('303: signing up creates the account, opens a session and redirects; 400: the same address cannot sign up twice', async () => {
    const fields = { name: 'Ada', organizationName: 'Analytical', email, password: PASSWORD }
    const created = await send('/sign-up?next=/surveys', fields, { 'accept-language': 'fr' })
    // No mail server is configured in tests, so the address needs no verification.
    expect([created.status, created.headers.get('location')]).toEqual([303, '/surveys'])
    expect(await isSignedIn(created.cookie)).toBe(true)
    expect(await db.user.findMany({ where: { email }, select: { name: true, language: true } })).toEqual([
      { name: 'Ada', language: 'fr' },
    ])

    const again = await send('/sign-up', fields)
    expect([again.status, again.cookie]).toEqual([400, undefined])
    expect(again.html).toContain('This email address already has an account. Sign in instead.')
  })

  it.each([
    [
      { timeZone: 'Europe/Paris' },
      'fr-FR,fr;q=0.9,en;q=0.8',
      { defaultLanguage: 'fr', timeZone: 'Europe/Paris', defaultCountry: 'FR' },
    ],
    // Browsers outside the United States often report American English.
    [
      { timeZone: 'Europe/Paris' },
      'en-US,en;q=0.9',
      { defaultLanguage: 'en', timeZone: 'Europe/Paris', defaultCountry: 'FR' },
    ],
    [{ timeZone: 'Asia/Calcutta' }, 'en', { defaultLanguage: 'en', timeZone: 'Asia/Calcutta', defaultCountry: 'IN' }],
    [{ timeZone: 'UTC' }, 'fr-CA,fr', { defaultLanguage: 'fr', timeZone: 'UTC', defaultCountry: 'CA' }],
    // Without JavaScript: France has one time zone; Canada has six, so none is guessed.
    [{}, 'fr-FR', { defaultLanguage: 'fr', timeZone: 'Europe/Paris', defaultCountry: 'FR' }],
    [{ timeZone: '' }, 'fr-CA', { defaultLanguage: 'fr', timeZone: 'UTC', defaultCountry: 'CA' }],
    [
      { timeZone: 'Mars/Olympus' },
      'de, x-y-z-ZZ;q=?',
      { defaultLanguage: 'en', timeZone: 'UTC', defaultCountry: 'US' },
    ],
  ])(
    '303: signing up sets the language, time zone and country of the organization from the browser: %j in %s',
    async (browser, languages, settings) => {
      const fields = { name: 'Ada', organizationName: 'Analytical', email, password: PASSWORD, ...browser }
      expect((await send('/sign-up', fields, { 'accept-language': languages })).status).toBe(303)
      const { memberships } = await db.user.findUniqueOrThrow({
        where: { email },
        select: { memberships: { select: { organization: true } } },
      })
      expect(memberships[0]?.organization).toMatchObject(settings)
    },
  )

  it('400: signing up marks each invalid field, preserves all input but the password and focuses the first one', async () => {
    const { status, html } = await send('/sign-up', { name: 'Ada & Co', email: 'ada', password: 'short1' })
    expect(status).toBe(400)
    expect(html).toContain('Some fields need your attention.')
    for (const field of ['organizationName', 'email', 'password'])
      expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="${field}-fault`))
    expect(html.match(/autofocus/g)).toHaveLength(1)
    expect(html).toMatch(/id="organizationName"[^>]*autofocus/)
    expect(html).toContain('value="Ada &amp; Co"')
    expect(html).not.toContain('short1')
    expect(await db.user.count({ where: { name: 'Ada & Co' } })).toBe(0)
  })

  it('400: signing up refuses a common password, and one made of the name, organization or address', async () => {
    const fields = { name: 'Ada', organizationName: 'Analytical', email }
    const common = await send('/sign-up', { ...fields, password: 'password' })
    expect([common.status, common.cookie]).toEqual([400, undefined])
    expect(common.html).toContain('This is one of the first passwords that someone would try. Choose another one.')
    const own = await send('/sign-up', { ...fields, password: 'analytical1' })
    expect(own.html).toContain('This is made of your name, organization or address. Choose another one.')
    expect(await db.user.count({ where: { email } })).toBe(0)
  })

  it('429: refuses the 21st sign-up from one client address within an hour, with Retry-After', async () => {
    const rateLimitKey = clientAddress(new Headers({ 'x-forwarded-for': address })) ?? 'unknown'
    for (let turn = 0; turn < 20; turn += 1) expect(await admitSignUp(rateLimitKey)).toBe(true)
    const fields = { name: 'Ada', organizationName: 'Analytical', email, password: PASSWORD }
    const { status, headers, html } = await send('/sign-up', fields)
    expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
    expect(html).toContain(`value="${email}"`)
    expect(await db.user.count({ where: { email } })).toBe(0)
  })
})

describe('/check-email and /verify-email', () => {
  it('303: /check-email redirects to sign-in when signed out, and to the dashboard when nothing needs confirming', async () => {
    const anonymous = await send('/check-email?mail=sent')
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=/check-email%3Fmail%3Dsent',
    ])
    const { cookie } = await aSession(await anOrganization())
    const { status, headers } = await send('/check-email', undefined, { cookie })
    expect([status, headers.get('location')]).toEqual([303, '/'])
  })

  it('404: an unknown verification link shows an error page that sends no referrer; 400: confirming it fails', async () => {
    const { status, headers, html } = await send(`/verify-email/${TOKEN}`)
    expect([status, headers.get('referrer-policy')]).toEqual([404, 'no-referrer'])
    expect(html).toContain('This link does not work')
    expect(html).not.toContain('<form')
    expect((await send(`/verify-email/${TOKEN}`, {})).status).toBe(400)
  })
})
