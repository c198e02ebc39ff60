import { describe, expect, it } from 'vitest'
import { submitProviderSignIn } from '../../api/pages/account/provider-sign-in'
import { db } from '../../db'
import { useIdentityProvider } from '../../testing/clients/identity-provider'
import { anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'

const fixture = await useIdentityProvider()

describe('sign-in with an identity provider', () => {
  it('signs in by a provider with an address verified on both sides, and mails and audits the new identity', async () => {
    const { userId } = await fixture.anAccount()
    const browser = fixture.aBrowser()
    expect(await browser.signIn(fixture.aVisitor())).toMatchObject({ to: '/' })
    expect(await browser.actor()).toMatchObject({ userId })
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
      address: fixture.address,
    })
  })

  it.each([
    ['the provider does not vouch for', 'operator', false],
    ['is unconfirmed here', 'themself', true],
  ] as const)('refuses provider sign-in to an account by an address that %s', async (_, createdBy, isVerified) => {
    const { userId } = await fixture.anAccount(createdBy)
    const browser = fixture.aBrowser()
    expect(await browser.signIn(fixture.aVisitor({ email_verified: isVerified }))).toMatchObject({ to: /done=taken/ })
    expect(await browser.isSignedIn()).toBe(false)
    expect(await db.identity.count({ where: { userId } })).toBe(0)
  })

  it('requires the second factor after signing in with an identity provider', async () => {
    const { userId } = await fixture.anAccount()
    await db.authenticatorApp.create({ data: { userId, secretEncrypted: 'none', confirmedAt: new Date() } })
    const browser = fixture.aBrowser()
    expect(await browser.signIn(fixture.aVisitor(), '?next=/surveys')).toMatchObject({
      to: '/sign-in/second-step?next=/surveys',
    })
    expect(await browser.isSignedIn()).toBe(false)
  })

  it('accepts a provider callback once, and only in the browser that started it', async () => {
    await fixture.anAccount()
    const browser = fixture.aBrowser()
    const url = await browser.goToProvider()
    fixture.provider.nextUser = fixture.aVisitor()
    const back = await fixture.provider.authorize(url)
    // In another browser, the return URL does not sign in.
    const victim = fixture.aBrowser()
    expect(await victim.comeBack(back)).toMatchObject({ to: /done=over/ })
    await victim.goToProvider()
    expect(await victim.comeBack(back), 'the state is another').toMatchObject({ to: /done=failed/ })
    expect(await victim.isSignedIn()).toBe(false)
    const cookie = new Map(browser.jar)
    expect(await browser.comeBack(back)).toMatchObject({ to: '/' })
    const replay = fixture.aBrowser()
    for (const [name, value] of cookie) replay.jar.set(name, value)
    expect(await replay.comeBack(back)).toMatchObject({ to: /done=over/ })
    expect(await replay.isSignedIn()).toBe(false)
  })

  it('reports a cancelled provider sign-in and refuses a cross-site start or an unconfigured provider', async () => {
    const browser = fixture.aBrowser()
    expect(await browser.signIn(null, '?next=/surveys')).toMatchObject({ to: '/sign-in?next=/surveys&done=cancelled' })
    const foreign = browser.form('/sign-in/provider', { provider: 'oidc' }, { 'sec-fetch-site': 'cross-site' })
    expect(await submitProviderSignIn(foreign)).toMatchObject({ status: 403 })
    const unknown = browser.form('/sign-in/provider', { provider: 'google' })
    expect(await submitProviderSignIn(unknown), 'not set up').toMatchObject({ status: 404 })
  })

  it('serves a page that refreshes to the provider when the form is posted without JavaScript', async () => {
    const answer = await submitProviderSignIn(fixture.aBrowser().form('/sign-in/provider', { provider: 'oidc' }))
    expect(answer).toMatchObject({ status: 200, page: { kind: 'toProvider' } })
    if ('to' in answer || answer.page.kind !== 'toProvider') throw new Error('no page')
    expect(answer.headers?.['Refresh']).toBe(`0; url=${answer.page.url}`)
    expect(new URL(answer.page.url).origin).toBe(fixture.provider.issuer)
  })

  it('opens a new session after a provider sign-in and ends the browser’s previous one', async () => {
    await fixture.anAccount()
    const browser = fixture.aBrowser()
    await browser.signInWithPassword()
    const before = new Map(browser.jar)
    expect(await browser.signIn(fixture.aVisitor())).toMatchObject({ to: '/' })
    const old = fixture.aBrowser()
    for (const [name, value] of before) old.jar.set(name, value)
    expect(await old.isSignedIn()).toBe(false)
    expect(await browser.isSignedIn()).toBe(true)
  })
})

it('signs in an organization member with an identity provider', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'member')
  await db.user.update({ where: { id: userId }, data: { email: fixture.email, emailVerifiedAt: new Date() } })
  const browser = fixture.aBrowser()
  expect(await browser.signIn(fixture.aVisitor())).toMatchObject({ to: '/' })
  expect(await browser.actor()).toMatchObject({ userId, role: 'member' })
})
