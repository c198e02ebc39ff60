import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handleNextAuth } from '../api/session/next-auth'
import { readPrincipalAndRateLimit } from '../api/session/session'
import { db } from '../db'
import { log } from '../log'
import { redirectSecurityLog, toEmailEventActor } from '../security-events'
import { buildCookieHeaders, callNextAuth, signInByForm, signOutByForm } from '../testing/clients/next-auth-client'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { forgeToken } from '../testing/forged-token'
import { collectSecurityLog } from '../testing/security-log'
import { switchOrganization } from './accounts'
import { nextAuthRequestContext } from './auth-options'
import { SESSION_COOKIE } from './session-cookie'

const PASSWORD = 'correct horse battery'

let email: string
let address: string

beforeEach(() => {
  email = anEmailAddress()
  address = `test-${uuidv7()}`
})

const account = () =>
  anOwner({ name: 'Ada Lovelace', email, password: PASSWORD, organizationName: 'Analytical' }, 'themself')

const signIn = (credentials: { email: string; password: string }) => signInByForm(credentials, address)
const signOut = (cookie: string) => signOutByForm(cookie, address)

describe('a session', () => {
  it('signing out ends the session for every copy of its cookie, and no other session', async () => {
    await account()
    const { cookie } = await signIn({ email, password: PASSWORD })
    const other = await signIn({ email, password: PASSWORD })

    await signOut(cookie ?? '')

    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).toBeNull()
    expect(await readPrincipalAndRateLimit(buildCookieHeaders(other.cookie))).not.toBeNull()
  })

  it('refuses a session that is expired, altered or of a person removed from the organization', async () => {
    const organizationId = await anOrganization()
    const { cookie, sessionId, userId } = await aSession(organizationId)
    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).not.toBeNull()

    expect(await readPrincipalAndRateLimit(buildCookieHeaders(forgeToken(cookie)))).toBeNull()
    await db.session.update({ where: { id: sessionId }, data: { expiresAt: new Date(Date.now() - 1000) } })
    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).toBeNull()
    await db.session.update({ where: { id: sessionId }, data: { expiresAt: new Date(Date.now() + 1000_000) } })
    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).not.toBeNull()
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).toBeNull()
  })

  it('reads a session from its cookie only, never from an Authorization header', async () => {
    const { cookie } = await aSession(await anOrganization())
    const token = cookie.slice(cookie.indexOf('=') + 1)
    expect(await readPrincipalAndRateLimit(new Headers({ authorization: `Bearer ${token}` }))).toBeNull()
  })

  it('a session carries the scopes of the person’s current role', async () => {
    const organizationId = await anOrganization()
    const { cookie, userId } = await aSession(organizationId, 'member')
    expect((await readPrincipalAndRateLimit(buildCookieHeaders(cookie)))?.scopes).not.toContain('admin')

    await db.membership.update({
      where: { organizationId_userId: { organizationId, userId } },
      data: { role: 'admin' },
    })
    expect((await readPrincipalAndRateLimit(buildCookieHeaders(cookie)))?.scopes).toContain('admin')
  })

  it('switches a session only to an organization that the person belongs to', async () => {
    const [first, second, foreign] = [await anOrganization(), await anOrganization(), await anOrganization()]
    const { cookie, userId } = await aSession(first)
    await db.membership.create({ data: { organizationId: second, userId, role: 'member' } })
    const actor = (await readPrincipalAndRateLimit(buildCookieHeaders(cookie)))?.actor
    if (actor?.type !== 'user') throw new Error('no session')

    await expect(switchOrganization(actor, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await switchOrganization(actor, second)

    expect(await readPrincipalAndRateLimit(buildCookieHeaders(cookie))).toMatchObject({
      organizationId: second,
      actor: { role: 'member' },
    })
  })
})

describe('the security log', () => {
  let lines: Record<string, unknown>[]
  beforeEach(() => {
    lines = []
    collectSecurityLog(lines)
  })
  afterEach(() => redirectSecurityLog(log))

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
      { event: 'sign_in.refused', actor: toEmailEventActor(email), address },
      { event: 'sign_in.throttled', actor: toEmailEventActor(email), address },
    ])
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${email}|wrong`))
  })

  it('logs repeated invalid session cookies once and without a stack trace', async () => {
    const origin = { address, requestId: uuidv7() }
    for (let i = 0; i < 5; i += 1)
      await nextAuthRequestContext.run(origin, () =>
        callNextAuth('GET', ['session'], {}, { address, cookie: `${SESSION_COOKIE}=invalid.session.token` }),
      )

    expect(lines).toMatchObject([{ event: 'sign_in.odd_call', code: 'JWT_SESSION_ERROR', ...origin }])
    expect(JSON.stringify(lines)).not.toContain('    at ')
  })

  it('refuses next-auth client log messages and writes none to the security log', async () => {
    const request = new Request('http://localhost/api/auth/_log', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      body: 'level=error&code=anything&message=at+will',
    })
    const answer = await handleNextAuth(request, { params: Promise.resolve({ nextauth: ['_log'] }) })
    expect(answer.status).toBe(404)
    expect(lines).toEqual([])
  })
})
