import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { readPrincipalAndRateLimit } from '@/server/api/session/session'
import { signUp } from '@/server/auth/accounts'
import { anEmailAddress, anOrganization } from '@/server/testing/factories/basics'
import { aSession } from '@/server/testing/factories/sessions'
import { isValidSessionCookie, requestAccountPage, TEST_PASSWORD } from './account-page-test-client'

let email: string
let address: string

beforeEach(() => {
  email = anEmailAddress()
  address = `test-${uuidv7()}`
})

const account = () =>
  signUp({ name: 'Ada', email, password: TEST_PASSWORD, organizationName: 'Analytical' }, 'themself')

describe('/sign-in', () => {
  it('400: /sign-in answers a JSON request with the failure and its fields; 200: the right password opens a session', async () => {
    await account()
    const accept = { accept: 'application/json' }
    const wrong = await requestAccountPage(address, '/sign-in', { email, password: 'secret & wrong' }, accept)
    expect(wrong).toMatchObject({ status: 400, cookie: undefined })
    expect(JSON.parse(wrong.html)).toEqual({ failure: { message: expect.stringMatching(/./) as string, faults: {} } })
    const empty = await requestAccountPage(address, '/sign-in', { email: '', password: '' }, accept)
    expect(Object.keys((JSON.parse(empty.html) as { failure: { faults: object } }).failure.faults)).toEqual([
      'email',
      'password',
    ])
    const right = await requestAccountPage(address, '/sign-in', { email, password: TEST_PASSWORD }, accept)
    expect(right.status).toBe(200)
    expect(await isValidSessionCookie(right.cookie)).toBe(true)
  })

  it('303: signing in opens a session and redirects to ?next; 200: a script gets a same-site target as JSON', async () => {
    await account()
    const plain = await requestAccountPage(address, '/sign-in?next=/contacts/a%3Fx%3D1', {
      email: email.toUpperCase(),
      password: TEST_PASSWORD,
    })
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/contacts/a?x=1'])
    expect(await isValidSessionCookie(plain.cookie)).toBe(true)

    const accept = { accept: 'application/json, text/html' }
    const script = await requestAccountPage(
      address,
      '/sign-in?next=//evil.example',
      { email, password: TEST_PASSWORD },
      accept,
    )
    expect([script.status, script.html]).toEqual([200, '{"to":"/"}'])
    expect(await isValidSessionCookie(script.cookie)).toBe(true)
    expect(script.cookie).not.toBe(plain.cookie)
  })

  it('400: a wrong password and an unknown address get the same sign-in page, which does not echo the password', async () => {
    await account()
    const typed = `<"${email}`
    const wrong = await requestAccountPage(address, '/sign-in?next=/contacts', { email, password: 'secret & wrong' })
    expect([wrong.status, wrong.cookie]).toEqual([400, undefined])
    expect(wrong.html).toContain('This email address and password do not match.')
    expect(wrong.html).toContain(`value="${email}"`)
    expect(wrong.html).toContain('action="/sign-in?next=/contacts"')
    expect(wrong.html).not.toContain('secret')
    const unknown = await requestAccountPage(address, '/sign-in?next=/contacts', {
      email: `x${email}`,
      password: 'secret & wrong',
    })
    const plain = (html: string) => html.replaceAll(`x${email}`, email).replace(/nonce="[^"]+"/g, '')
    expect(plain(unknown.html)).toBe(plain(wrong.html))

    const faulty = await requestAccountPage(address, '/sign-in', { email: typed, password: '' })
    expect(faulty.status).toBe(400)
    expect(faulty.html).toContain('value="&lt;&quot;')
    expect(faulty.html).toMatch(/id="email"[^>]*aria-invalid="true"[^>]*aria-describedby="email-fault"[^>]*autofocus/)
    expect(faulty.html).toMatch(
      /id="password"[^>]*aria-invalid="true"[^>]*aria-describedby="password-fault"(?![^>]*autofocus)/,
    )
  })

  it('400: refuses the eleventh sign-in attempt from one client address even with the right password', async () => {
    await account()
    for (let turn = 0; turn < 10; turn += 1) await requestAccountPage(address, '/sign-in', { email, password: 'wrong' })
    const throttled = await requestAccountPage(address, '/sign-in', { email, password: TEST_PASSWORD })
    expect([throttled.status, throttled.cookie]).toEqual([400, undefined])
    expect(throttled.html).toContain('wait 15 minutes')
    address = `elsewhere-${uuidv7()}`
    expect((await requestAccountPage(address, '/sign-in', { email, password: TEST_PASSWORD })).status).toBe(303)
  })

  it('303: signing in starts a new session and ends the one whose cookie the browser sent', async () => {
    const { userId } = await account()
    const existingSession = await aSession(await anOrganization())
    const readActor = async (cookie: string | undefined) =>
      (await readPrincipalAndRateLimit(new Headers({ cookie: cookie ?? '' })))?.actor
    for (const sentCookie of [existingSession.cookie, 'next-auth.session-token=made-up; cfs-sign-in=made-up']) {
      const { status, cookie } = await requestAccountPage(
        address,
        '/sign-in',
        { email, password: TEST_PASSWORD },
        { cookie: sentCookie },
      )
      expect(status).toBe(303)
      expect(await readActor(cookie)).toMatchObject({ userId })
      expect(cookie).not.toBe(sentCookie)
    }
    expect(await readActor(existingSession.cookie), 'the session of the sent cookie has ended').toBeUndefined()
  })

  it('303: /sign-in and /sign-up redirect a signed-in user to the page of ?next', async () => {
    const { cookie } = await aSession(await anOrganization())
    for (const path of ['/sign-in', '/sign-up']) {
      const { status, headers } = await requestAccountPage(address, `${path}?next=/surveys`, undefined, { cookie })
      expect([status, headers.get('location')]).toEqual([303, '/surveys'])
    }
    expect((await requestAccountPage(address, '/sign-in?next=/surveys')).html).toContain(
      'href="/sign-up?next=/surveys"',
    )
  })

  it('/sign-in uses the chosen language, else the browser’s', async () => {
    const french = await requestAccountPage(address, '/sign-in', undefined, { 'accept-language': 'fr-CA,fr;q=0.9' })
    expect(french.html).toMatch(/<html lang="fr">.*Se connecter/s)
    const chosen = await requestAccountPage(address, '/sign-in', undefined, {
      'accept-language': 'fr',
      cookie: 'cfs-locale=en',
    })
    expect(chosen.html).toContain('<html lang="en">')
  })
})
