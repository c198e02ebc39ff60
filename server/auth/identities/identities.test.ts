import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { submitFinishSignUp, viewFinishSignUp } from '../../api/pages/account/finish-sign-up'
import type { PageAnswer } from '../../api/pages/account/form'
import { submitProvider, viewReturn } from '../../api/pages/account/provider'
import { submitSignIn } from '../../api/pages/account/sign-in'
import { submitTakeBack } from '../../api/pages/account/take-back'
import { principalIn } from '../../api/session/session'
import { handleSessionRpc } from '../../api/session/session-rpc'
import { db } from '../../db'
import { signToken } from '../../encryption'
import { holding, untilLockAwaited } from '../../testing/database/locks'
import { useEnvironment } from '../../testing/environment'
import { anOwner } from '../../testing/factories/accounts'
import { anEmail, anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { anOpenIdProvider, CLIENT, type Somebody } from '../../testing/servers/openid-provider'
import { transact } from '../../unit-of-work'
import { composeCredentialChanged } from '../compose-security-notices'

const ORIGIN = 'https://feedback.example.com'
const PASSWORD = 'the first password'
const provider = await anOpenIdProvider({ redirectUri: `${ORIGIN}/sign-in/return` })
useEnvironment({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.clientId,
  OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  OIDC_NAME: 'Harbour ID',
})

let email: string
let address: string

beforeEach(() => {
  email = anEmail()
  address = `test-${uuidv7()}`
})
afterAll(() => provider.close())

const somebody = (more: Partial<Somebody> = {}): Somebody => ({
  sub: uuidv7(),
  email,
  email_verified: true,
  name: 'Ada Byron',
  ...more,
})
const account = (by: 'operator' | 'themself' = 'operator') =>
  anOwner({ name: 'Ada', email, password: PASSWORD, organizationName: 'Engines' }, by)

function aBrowser() {
  const jar = new Map<string, string>()
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address,
  })
  function keep<T extends PageAnswer<unknown>>(answer: T): T {
    const lines = 'to' in answer ? (answer.cookies ?? []) : [answer.headers?.['Set-Cookie'] ?? '']
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const form = (path: string, fields: Record<string, string>, more = {}) =>
    new Request(ORIGIN + path, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded', ...more },
      body: new URLSearchParams(fields),
    })
  const goTo = async (fields: Record<string, string> = {}, next = '') => {
    const accept = { accept: 'application/json' }
    const answer = keep(await submitProvider(form(`/sign-in/provider${next}`, { provider: 'oidc', ...fields }, accept)))
    if (!('to' in answer)) throw new Error(`not sent on: ${answer.status}`)
    return answer.to
  }
  const comeBack = async (url: URL) =>
    keep(await viewReturn(new Request(url, { headers: { ...headers(), 'sec-fetch-site': 'cross-site' } })))
  return {
    jar,
    form,
    keep,
    goTo,
    comeBack,
    signIn: async (who: Somebody | null, next = '') => {
      const url = await goTo({}, next)
      provider.visitor = who
      return comeBack(await provider.visit(url))
    },
    withPassword: async () => keep(await submitSignIn(form('/sign-in', { email, password: PASSWORD }))),
    finish: async (fields: Record<string, string>, next = '') =>
      keep(await submitFinishSignUp(form(`/sign-in/finish${next}`, fields))),
    view: async (next = '') => viewFinishSignUp(new Request(`${ORIGIN}/sign-in/finish${next}`, { headers: headers() })),
    isIn: async () => (await principalIn(new Headers(headers()))) !== null,
    who: async () => (await principalIn(new Headers(headers())))?.actor,
    call: async (procedure: string, input?: object) => {
      const response = await handleSessionRpc(
        new Request(`${ORIGIN}/api/trpc/${procedure}${input ? '' : '?input=%7B%7D'}`, {
          method: input ? 'POST' : 'GET',
          headers: { ...headers(), 'content-type': 'application/json' },
          ...(input ? { body: JSON.stringify(input) } : {}),
        }),
      )
      const body = await response.json()
      return { status: response.status, data: body.result?.data.data, error: body.error?.data?.error }
    },
  }
}

describe('sign-up with an identity provider', () => {
  it('creates an account from the provider’s profile and the sign-up form, and signs in to it again by subject', async () => {
    const ada = somebody()
    const browser = aBrowser()
    expect(await browser.signIn(ada, '?next=/contacts')).toMatchObject({ to: '/sign-in/finish?next=/contacts' })
    expect(await browser.view()).toMatchObject({
      status: 200,
      page: { email, name: 'Ada Byron', mode: { kind: 'signUp' } },
    })
    expect(await browser.finish({ name: 'Ada', organizationName: ' ' })).toMatchObject({
      status: 400,
      page: { name: 'Ada', failure: { faults: { organizationName: expect.any(String) } } },
    })
    const finished = await browser.finish({ name: 'Ada', organizationName: 'Engines' }, '?next=/contacts')
    expect(finished).toMatchObject({ to: '/contacts' })
    expect(await browser.who()).toMatchObject({ email, name: 'Ada', role: 'owner' })
    const person = await db.user.findUniqueOrThrow({ where: { email }, include: { identities: true } })
    expect(person).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) })
    expect(person.identities).toMatchObject([{ provider: 'oidc', issuer: provider.issuer, subject: ada.sub, email }])
    const again = aBrowser()
    expect(await again.signIn({ ...ada, email: anEmail() }), 'by the subject, whatever the address').toMatchObject({
      to: '/',
    })
    expect(await again.who()).toMatchObject({ email })
  })

  it('leaves the email address of a new account unconfirmed when the provider has not verified it', async () => {
    const browser = aBrowser()
    await browser.signIn(somebody({ email_verified: false }))
    await browser.finish({ name: 'Ada', organizationName: 'Engines' })
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ emailVerifiedAt: null })
  })

  it('joins the inviting organization at provider sign-up only with the invited email address', async () => {
    const organizationId = await anOrganization()
    const expiresAt = new Date(Date.now() + 60_000)
    const invitation = await db.invitation.create({
      data: { organizationId, email, role: 'admin', language: 'en', expiresAt },
    })
    const next = `?next=/invitations/${signToken('invitation', invitation.id)}`
    const stranger = aBrowser()
    const other = anEmail()
    await stranger.signIn(somebody({ email: other }), next)
    expect(await stranger.view(next), 'with another address').toMatchObject({ page: { mode: { kind: 'signUp' } } })
    expect(await stranger.finish({ name: 'Eve', organizationName: '' }, next)).toMatchObject({
      status: 400,
      page: { mode: { kind: 'signUp' }, failure: { faults: { organizationName: expect.any(String) } } },
    })
    expect(
      await stranger.finish({ name: 'Eve', organizationName: 'Own' }, next),
      'does what the page says',
    ).toMatchObject({ to: expect.stringMatching(/^\/invitations\//) })
    expect(await stranger.who()).toMatchObject({ email: other, role: 'owner' })
    expect(await db.membership.count({ where: { organizationId } }), 'and joins nothing').toBe(0)
    const browser = aBrowser()
    await browser.signIn(somebody(), next)
    expect(await browser.view(next)).toMatchObject({ page: { mode: { kind: 'join' } } })
    expect(await browser.finish({ name: 'Ada' }, next)).toMatchObject({ to: '/' })
    expect(await browser.who()).toMatchObject({ email, role: 'admin' })
  })

  it('creates one account per provider sign-up, and none from a replayed, premature or expired token', async () => {
    const browser = aBrowser()
    await browser.signIn(somebody())
    const cookie = new Map(browser.jar)
    await browser.finish({ name: 'Ada', organizationName: 'Engines' })
    const replay = aBrowser()
    for (const [name, value] of cookie) replay.jar.set(name, value)
    expect(await replay.finish({ name: 'Eve', organizationName: 'Evil' })).toMatchObject({ to: /done=over/ })
    expect(await replay.isIn()).toBe(false)
    const early = aBrowser()
    await early.goTo()
    expect(await early.finish({ name: 'Eve', organizationName: 'Evil' }), 'still on the way').toMatchObject({
      to: /done=over/,
    })
    const late = aBrowser()
    email = anEmail()
    await late.signIn(somebody())
    await db.signInChallenge.updateMany({ where: { purpose: 'newIdentity' }, data: { expiresAt: new Date(0) } })
    expect(await late.finish({ name: 'Eve', organizationName: 'Evil' })).toMatchObject({ to: /done=over/ })
  })
})

describe('provider sign-in to an existing account', () => {
  it('signs in by a provider with an address verified on both sides, and mails and audits the new identity', async () => {
    const { userId } = await account()
    const browser = aBrowser()
    expect(await browser.signIn(somebody())).toMatchObject({ to: '/' })
    expect(await browser.who()).toMatchObject({ userId })
    expect(await db.systemEmail.findMany({ where: { userId, kind: 'credentialChanged' } })).toMatchObject([
      { values: { what: 'identity_added' } },
    ])
    const actions = await db.auditEvent.findMany({
      where: { OR: [{ recordId: userId }, { actorId: userId }] },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['identity.added', 'sign_in.succeeded']))
    const added = actions.find(({ action }) => action === 'identity.added')
    expect(added, 'who, and from where').toMatchObject({
      actorType: 'user',
      actorId: userId,
      actorName: 'Ada',
      address,
    })
  })

  it.each([
    ['the provider does not vouch for', 'operator', false],
    ['nobody has confirmed here', 'themself', true],
  ] as const)('refuses provider sign-in to an account by an address that %s', async (_, by, isVouched) => {
    const { userId } = await account(by)
    const browser = aBrowser()
    expect(await browser.signIn(somebody({ email_verified: isVouched }))).toMatchObject({ to: /done=taken/ })
    expect(await browser.isIn()).toBe(false)
    expect(await db.identity.count({ where: { userId } })).toBe(0)
  })

  it('requires the second factor after signing in with an identity provider', async () => {
    const { userId } = await account()
    await db.authenticatorApp.create({ data: { userId, secretEncrypted: 'none', confirmedAt: new Date() } })
    const browser = aBrowser()
    expect(await browser.signIn(somebody(), '?next=/surveys')).toMatchObject({
      to: '/sign-in/second-step?next=/surveys',
    })
    expect(await browser.isIn()).toBe(false)
  })

  it('requires the password to connect and to disconnect an identity provider in the profile', async () => {
    const { userId } = await account()
    const ada = somebody({ email: anEmail() })
    const browser = aBrowser()
    await browser.withPassword()
    expect((await browser.call('account.beginConnect', { provider: 'oidc', current: 'wrong' })).status).toBe(400)
    expect((await browser.call('account.beginConnect', { provider: 'google', current: PASSWORD })).status).toBe(404)
    const { data } = await browser.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await browser.goTo({ connect: data.token })
    provider.visitor = ada
    expect(await browser.comeBack(await provider.visit(url))).toMatchObject({
      to: '/settings/profile?connect=connected',
    })
    const listed = await browser.call('account.identities')
    expect(listed.data).toMatchObject({ identities: [{ name: 'Harbour ID', email: ada.email }], available: [] })
    const added = await db.auditEvent.findFirst({ where: { recordId: userId, action: 'identity.added' } })
    expect(added, 'who, and from where').toMatchObject({
      actorType: 'user',
      actorId: userId,
      actorName: 'Ada',
      address,
    })
    expect(await aBrowser().signIn(ada)).toMatchObject({ to: '/' })
    const { id } = listed.data.identities[0]
    expect((await browser.call('account.disconnect', { id, current: 'wrong' })).status).toBe(400)
    expect((await browser.call('account.disconnect', { id, current: PASSWORD })).data).toMatchObject({ identities: [] })
    expect(await aBrowser().signIn(ada)).toMatchObject({ to: '/sign-in/finish' })
    expect(await db.identity.count({ where: { userId } })).toBe(0)
  })

  it('removes an identity added with a stolen password by the undo link in the notification mail', async () => {
    const { userId } = await account()
    const [thief, planted] = [aBrowser(), somebody({ email: anEmail() })]
    await thief.withPassword()
    const { data } = await thief.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await thief.goTo({ connect: data.token })
    provider.visitor = planted
    await thief.comeBack(await provider.visit(url))
    expect(await aBrowser().signIn(planted)).toMatchObject({ to: '/' })

    const row = await db.systemEmail.findFirstOrThrow({ where: { userId, kind: 'credentialChanged' } })
    const mail = await transact(({ tx }) => composeCredentialChanged(tx, row))
    const token = /\/take-back\/([\w-]{43})$/.exec(('opens' in mail && mail.opens) || '')?.[1] ?? ''
    const pressed = await submitTakeBack(token, aBrowser().form(`/take-back/${token}`, {}))
    expect(pressed).toMatchObject({ to: expect.stringMatching(/^\/reset-password\//) })
    expect(await thief.isIn()).toBe(false)
    expect(await aBrowser().signIn(planted), 'nobody any more').toMatchObject({ to: '/sign-in/finish' })
    const actions = await db.auditEvent.findMany({ where: { recordId: userId, action: 'identity.removed' } })
    expect(actions).toHaveLength(1)
  })

  it('connects no identity when the session ends during the provider round trip', async () => {
    const { userId } = await account()
    const thief = aBrowser()
    await thief.withPassword()
    const { data } = await thief.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await thief.goTo({ connect: data.token })
    provider.visitor = somebody({ email: anEmail() })
    const back = await provider.visit(url)
    const coming = await holding(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
      const answer = thief.comeBack(back)
      await untilLockAwaited('%FROM "user"%FOR UPDATE%')
      await tx.session.deleteMany({ where: { userId } })
      return { answer }
    })
    expect(await coming.answer).toMatchObject({ status: 401 })
    expect(await db.identity.count({ where: { userId } })).toBe(0)
  })

  it('refuses to disconnect the only sign-in method of an account', async () => {
    const browser = aBrowser()
    await browser.signIn(somebody())
    await browser.finish({ name: 'Ada', organizationName: 'Engines' })
    const { data } = await browser.call('account.identities')
    const { id } = data.identities[0]
    expect(await browser.call('account.disconnect', { id, current: '' })).toMatchObject({ status: 400 })
    expect((await browser.call('account.identities')).data.identities).toHaveLength(1)
  })
})

describe('the provider round trip', () => {
  it('accepts a provider callback once, and only in the browser that started it', async () => {
    await account()
    const browser = aBrowser()
    const url = await browser.goTo()
    provider.visitor = somebody()
    const back = await provider.visit(url)
    // In another browser, the return URL does not sign in.
    const victim = aBrowser()
    expect(await victim.comeBack(back)).toMatchObject({ to: /done=over/ })
    await victim.goTo()
    expect(await victim.comeBack(back), 'the state is another').toMatchObject({ to: /done=failed/ })
    expect(await victim.isIn()).toBe(false)
    const cookie = new Map(browser.jar)
    expect(await browser.comeBack(back)).toMatchObject({ to: '/' })
    const replay = aBrowser()
    for (const [name, value] of cookie) replay.jar.set(name, value)
    expect(await replay.comeBack(back)).toMatchObject({ to: /done=over/ })
    expect(await replay.isIn()).toBe(false)
  })

  it('connects an identity only to the signed-in account that requested it', async () => {
    await account()
    const browser = aBrowser()
    await browser.withPassword()
    const { data } = await browser.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const mallory = aBrowser()
    email = anEmail()
    await account()
    await mallory.withPassword()
    expect(await mallory.goTo({ connect: data.token }), 'a permit of another person').toMatch(/done=over/)
    const { data: own } = await mallory.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await mallory.goTo({ connect: own.token })
    provider.visitor = somebody({ email: anEmail() })
    const back = await provider.visit(url)
    for (const name of mallory.jar.keys()) if (name.includes('session')) mallory.jar.delete(name)
    expect(await mallory.comeBack(back), 'signed out meanwhile').toMatchObject({ to: /done=over/ })
    expect(await db.identity.count({ where: { subject: provider.visitor.sub } })).toBe(0)
  })

  it('refuses to connect an identity that belongs to another account', async () => {
    const ada = somebody()
    await account()
    await aBrowser().signIn(ada)
    email = anEmail()
    await account()
    const other = aBrowser()
    await other.withPassword()
    const { data } = await other.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await other.goTo({ connect: data.token })
    provider.visitor = ada
    expect(await other.comeBack(await provider.visit(url))).toMatchObject({
      to: '/settings/profile?connect=otherAccount',
    })
  })

  it('reports a cancelled provider sign-in and refuses a cross-site start or an unconfigured provider', async () => {
    const browser = aBrowser()
    expect(await browser.signIn(null, '?next=/surveys')).toMatchObject({ to: '/sign-in?next=/surveys&done=cancelled' })
    const foreign = browser.form('/sign-in/provider', { provider: 'oidc' }, { 'sec-fetch-site': 'cross-site' })
    expect(await submitProvider(foreign)).toMatchObject({ status: 403 })
    const unknown = browser.form('/sign-in/provider', { provider: 'google' })
    expect(await submitProvider(unknown), 'not set up').toMatchObject({ status: 404 })
  })

  it('serves a page that refreshes to the provider when the form is posted without JavaScript', async () => {
    const answer = await submitProvider(aBrowser().form('/sign-in/provider', { provider: 'oidc' }))
    expect(answer).toMatchObject({ status: 200, page: { kind: 'toProvider' } })
    if ('to' in answer || answer.page.kind !== 'toProvider') throw new Error('no page')
    expect(answer.headers?.['Refresh']).toBe(`0; url=${answer.page.url}`)
    expect(new URL(answer.page.url).origin).toBe(provider.issuer)
  })

  it('opens a new session after a provider sign-in and ends the browser’s previous one', async () => {
    await account()
    const browser = aBrowser()
    await browser.withPassword()
    const before = new Map(browser.jar)
    expect(await browser.signIn(somebody())).toMatchObject({ to: '/' })
    const old = aBrowser()
    for (const [name, value] of before) old.jar.set(name, value)
    expect(await old.isIn()).toBe(false)
    expect(await browser.isIn()).toBe(true)
  })
})

it('signs in an organization member with an identity provider', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'member')
  await db.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: new Date() } })
  const browser = aBrowser()
  expect(await browser.signIn(somebody())).toMatchObject({ to: '/' })
  expect(await browser.who()).toMatchObject({ userId, role: 'member' })
})
