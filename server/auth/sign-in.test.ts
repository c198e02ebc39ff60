import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handleAuth } from '../api/session/auth'
import { principalIn } from '../api/session/session'
import { db } from '../db'
import { log } from '../log'
import { fingerprintOfEmail, writeEventsTo } from '../security-events'
import { anOwner } from '../testing/factories/accounts'
import { anEmail, anOrganization } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { resetPassword, signUp, switchOrganization } from './accounts'
import { authOptions, requestOrigin } from './auth-options'
import { verifyPassword } from './passwords'
import { SESSION_COOKIE } from './session-cookie'
import { admitSignIn } from './throttle'

const PASSWORD = 'correct horse battery'

let email: string
let address: string

beforeEach(() => {
  email = anEmail()
  address = `test-${uuidv7()}`
})

const account = () =>
  anOwner({ name: 'Ada Lovelace', email, password: PASSWORD, organizationName: 'Analytical' }, 'themself')

describe('signing in', () => {
  it('signing in opens a session in the organization of the person, as its owner', async () => {
    const { userId, organizationId } = await account()

    const { cookie } = await signIn({ email: email.toUpperCase(), password: PASSWORD })

    expect(await principalIn(withCookie(cookie))).toMatchObject({
      organizationId,
      scopes: expect.arrayContaining(['admin']) as string[],
      actor: { type: 'user', userId, role: 'owner', email },
    })
  })

  it('refuses a wrong password and an unknown address with the same answer and opens no session', async () => {
    const { userId } = await account()

    const wrong = await signIn({ email, password: 'something else' })
    const unknown = await signIn({ email: anEmail(), password: PASSWORD })

    expect(wrong).toEqual({
      status: 401,
      redirect: expect.stringContaining('error=CredentialsSignin'),
      cookie: undefined,
    })
    expect(unknown).toEqual(wrong)
    expect(await db.session.count({ where: { userId } })).toBe(0)
  })

  it('refuses an eleventh sign-in to an account from one address, even with the right password', async () => {
    await account()
    for (let i = 0; i < 10; i += 1) await signIn({ email, password: 'wrong' })

    const throttled = await signIn({ email, password: PASSWORD })
    expect(throttled).toMatchObject({
      status: 401,
      redirect: expect.stringContaining('error=CredentialsSignin') as string,
    })

    address = `elsewhere-${uuidv7()}`
    expect(await signIn({ email, password: PASSWORD })).toMatchObject({ cookie: expect.any(String) as string })
  })

  it('audits throttled sign-ins in the person’s organizations once per ten minutes, even concurrently', async () => {
    const { organizationId } = await account()
    const told = (action: string) => db.auditEvent.findMany({ where: { organizationId, action } })
    for (let i = 0; i < 12; i += 1) await signIn({ email, password: 'wrong' })
    await Promise.all(Array.from({ length: 6 }, () => signIn({ email, password: PASSWORD })))
    expect(await told('sign_in.refused')).toHaveLength(10)
    expect(await told('sign_in.throttled')).toMatchObject([
      { actorType: 'stranger', actorId: null, recordType: 'person', recordName: 'Ada Lovelace', address },
    ])
    const earlier = new Date(Date.now() - 10 * 60_000)
    await db.auditEvent.updateMany({ where: { organizationId }, data: { createdAt: earlier } })
    for (let i = 0; i < 3; i += 1) await signIn({ email, password: PASSWORD })
    expect(await told('sign_in.throttled')).toHaveLength(2)
  })

  it('resets the count of failed sign-ins after a success', async () => {
    await account()
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 8; i += 1) await signIn({ email, password: 'wrong' })
      expect(await signIn({ email, password: PASSWORD })).toMatchObject({ cookie: expect.any(String) as string })
    }
  })

  it('counts only failed sign-ins against the limit of an IP address', async () => {
    await account()
    for (let i = 0; i < 99; i += 1) await admitSignIn(anEmail(), address)
    for (let i = 0; i < 3; i += 1)
      expect(await signIn({ email, password: PASSWORD })).toMatchObject({ cookie: expect.any(String) as string })

    await signIn({ email, password: 'a guess' })
    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
  })

  it('does not throttle sign-in from a known IP address because of failures from others', async () => {
    await account()
    await signIn({ email, password: PASSWORD })
    const home = address
    for (let i = 0; i < 51; i += 1) {
      address = `stranger-${i}-${uuidv7()}`
      await signIn({ email, password: 'wrong' })
    }

    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
    address = home
    expect((await signIn({ email, password: PASSWORD })).cookie).toEqual(expect.any(String))
  })

  it('throttles sign-in by the last X-Forwarded-For entry and ignores those before it', async () => {
    await account()
    const last = address
    for (let i = 0; i < 10; i += 1) {
      address = `claimed-${i}, ${last}`
      await signIn({ email, password: 'wrong' })
    }
    address = `claimed-again, ${last}`
    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
  })
})

describe('a session', () => {
  it('signing out ends the session for every copy of its cookie, and no other session', async () => {
    await account()
    const { cookie } = await signIn({ email, password: PASSWORD })
    const other = await signIn({ email, password: PASSWORD })

    await signOut(cookie ?? '')

    expect(await principalIn(withCookie(cookie))).toBeNull()
    expect(await principalIn(withCookie(other.cookie))).not.toBeNull()
  })

  it('refuses a session that is expired, altered or of a person removed from the organization', async () => {
    const organizationId = await anOrganization()
    const { cookie, sessionId, userId } = await aSession(organizationId)
    expect(await principalIn(withCookie(cookie))).not.toBeNull()

    expect(await principalIn(withCookie(`${cookie.slice(0, -2)}xx`))).toBeNull()
    await db.session.update({ where: { id: sessionId }, data: { expiresAt: new Date(Date.now() - 1000) } })
    expect(await principalIn(withCookie(cookie))).toBeNull()
    await db.session.update({ where: { id: sessionId }, data: { expiresAt: new Date(Date.now() + 1000_000) } })
    expect(await principalIn(withCookie(cookie))).not.toBeNull()
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    expect(await principalIn(withCookie(cookie))).toBeNull()
  })

  it('reads a session from its cookie only, never from an Authorization header', async () => {
    const { cookie } = await aSession(await anOrganization())
    const token = cookie.slice(cookie.indexOf('=') + 1)
    expect(await principalIn(new Headers({ authorization: `Bearer ${token}` }))).toBeNull()
  })

  it('a session carries the scopes of the person’s current role', async () => {
    const organizationId = await anOrganization()
    const { cookie, userId } = await aSession(organizationId, 'member')
    expect((await principalIn(withCookie(cookie)))?.scopes).not.toContain('admin')

    await db.membership.update({
      where: { organizationId_userId: { organizationId, userId } },
      data: { role: 'admin' },
    })
    expect((await principalIn(withCookie(cookie)))?.scopes).toContain('admin')
  })

  it('switches a session only to an organization that the person belongs to', async () => {
    const [first, second, foreign] = [await anOrganization(), await anOrganization(), await anOrganization()]
    const { cookie, userId } = await aSession(first)
    await db.membership.create({ data: { organizationId: second, userId, role: 'member' } })
    const actor = (await principalIn(withCookie(cookie)))?.actor
    if (actor?.type !== 'user') throw new Error('no session')

    await expect(switchOrganization(actor, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await switchOrganization(actor, second)

    expect(await principalIn(withCookie(cookie))).toMatchObject({ organizationId: second, actor: { role: 'member' } })
  })
})

describe('the security log', () => {
  let lines: Record<string, unknown>[]
  beforeEach(() => {
    lines = []
    const keep = (line: object) => void lines.push({ ...line })
    writeEventsTo({ info: keep, warn: keep })
  })
  afterEach(() => writeEventsTo(log))

  it('writes sign-ins and sign-outs to the security log with person and session', async () => {
    const { userId, organizationId } = await account()
    lines.length = 0
    const { cookie } = await signIn({ email, password: PASSWORD })
    await signOut(cookie ?? '')

    expect(lines).toMatchObject([
      { event: 'sign_in.succeeded', actor: { type: 'user', id: userId }, organizationId, address },
      { event: 'session.ended', actor: { type: 'user', id: userId }, sessionId: lines[0]?.sessionId },
    ])
  })

  it('logs repeated refused and throttled sign-ins once each, without email address or password', async () => {
    await account()
    lines.length = 0
    for (let i = 0; i < 14; i += 1) await signIn({ email, password: `wrong ${i}` })

    expect(lines).toMatchObject([
      { event: 'sign_in.refused', actor: fingerprintOfEmail(email), address },
      { event: 'sign_in.throttled', actor: fingerprintOfEmail(email), address },
    ])
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${email}|wrong`))
  })

  it('logs repeated invalid session cookies once and without a stack trace', async () => {
    const origin = { address, requestId: uuidv7() }
    for (let i = 0; i < 5; i += 1)
      await requestOrigin.run(origin, () => call('GET', ['session'], {}, `${SESSION_COOKIE}=sealed.by.nobody`))

    expect(lines).toMatchObject([{ event: 'sign_in.odd_call', code: 'JWT_SESSION_ERROR', ...origin }])
    expect(JSON.stringify(lines)).not.toContain('    at ')
  })

  it('refuses next-auth client log messages and writes none to the security log', async () => {
    const told = new Request('http://localhost/api/auth/_log', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      body: 'level=error&code=anything&message=at+will',
    })
    const answer = await handleAuth(told, { params: Promise.resolve({ nextauth: ['_log'] }) })
    expect(answer.status).toBe(404)
    expect(lines).toEqual([])
  })
})

describe('an account', () => {
  it('stores a password only as an argon2id hash', async () => {
    const { userId } = await signUp({ name: 'Ada', email, password: PASSWORD, organizationName: 'Engines' }, 'themself')
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } })
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true)
    expect(await verifyPassword(passwordHash, `${PASSWORD} `)).toBe(false)
  })

  it('refuses a second sign-up with the same email address and suggests signing in', async () => {
    await account()
    const before = await db.organization.count({ where: { name: 'Second' } })

    await expect(
      signUp({ name: 'Eve', email, password: PASSWORD, organizationName: 'Second' }, 'themself'),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { email: [expect.stringContaining('Sign in instead')] },
    })
    expect(await db.organization.count({ where: { name: 'Second' } })).toBe(before)
  })

  it('resetting a password ends the account’s sessions and replaces the old password', async () => {
    await account()
    const { cookie } = await signIn({ email, password: PASSWORD })

    await resetPassword(email, 'another good password')

    expect(await principalIn(withCookie(cookie))).toBeNull()
    expect((await signIn({ email, password: PASSWORD })).cookie).toBeUndefined()
    expect((await signIn({ email, password: 'another good password' })).cookie).toEqual(expect.any(String))
  })
})

/** Signs in as a browser does: first the CSRF token, then the form. */
async function signIn(credentials: { email: string; password: string }) {
  const answer = await post(['callback', 'credentials'], credentials)
  const cookie = answer.cookies.find((one) => one.includes('session-token='))
  return { status: answer.status, redirect: answer.url, cookie }
}

async function signOut(cookie: string) {
  await post(['signout'], {}, cookie)
}

async function post(nextauth: string[], form: Record<string, string>, cookie = '') {
  const csrf = await call('GET', ['csrf'], {}, '')
  const csrfToken = csrf.body.csrfToken ?? ''
  return call('POST', nextauth, { ...form, csrfToken, json: 'true' }, [cookie, ...csrf.cookies].join('; '))
}

/** Calls next-auth's handler with the request and response objects that it expects. */
async function call(method: string, nextauth: string[], body: Record<string, string>, cookie: string) {
  const cookies = Object.fromEntries(
    cookie
      .split('; ')
      .map((one) => [one.slice(0, one.indexOf('=')), decodeURIComponent(one.slice(one.indexOf('=') + 1))]),
  )
  const headers = { host: 'localhost:3000', 'x-forwarded-for': address, cookie }
  const set: string[] = []
  let status = 200
  let told: { csrfToken?: string; url?: string } = {}
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
    json: (value: typeof told) => {
      told = value
    },
    send: (value: typeof told) => {
      told = value
    },
    end: () => undefined,
  }
  await NextAuth(
    { method, headers, cookies, body, query: { nextauth } } as unknown as NextApiRequest,
    answer as unknown as NextApiResponse,
    authOptions,
  )
  return { status, body: told, url: told.url, cookies: set.map((one) => one.split(';')[0] ?? '') }
}

function withCookie(cookie: string | undefined): Headers {
  return new Headers(cookie === undefined ? {} : { cookie })
}
