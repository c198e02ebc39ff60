import { describe, expect, it } from 'vitest'
import { revokeCredentialPageHandlers } from '../../api/pages/account/emailed-link-pages'
import { db } from '../../db'
import { PASSWORD, useIdentityProvider } from '../../testing/clients/identity-provider'
import { waitForLockWaiters, withOpenTransaction } from '../../testing/database/locks'
import { anEmailAddress } from '../../testing/factories/basics'
import { transact } from '../../unit-of-work'
import { composeCredentialChangedEmail } from '../compose-security-notices'

const fixture = await useIdentityProvider()

describe('linking an identity', () => {
  it('requires the password to connect and to disconnect an identity provider in the profile', async () => {
    const { userId } = await fixture.anAccount()
    const ada = fixture.aVisitor({ email: anEmailAddress() })
    const browser = fixture.aBrowser()
    await browser.signInWithPassword()
    expect((await browser.call('account.beginConnect', { provider: 'oidc', current: 'wrong' })).status).toBe(400)
    expect((await browser.call('account.beginConnect', { provider: 'google', current: PASSWORD })).status).toBe(404)
    const { data } = await browser.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await browser.goToProvider({ connect: data.token })
    fixture.provider.nextUser = ada
    expect(await browser.comeBack(await fixture.provider.authorize(url))).toMatchObject({
      to: '/settings/profile?connect=connected',
    })
    const listed = await browser.call('account.identities')
    expect(listed.data).toMatchObject({ identities: [{ name: 'Harbour ID', email: ada.email }], available: [] })
    const added = await db.auditEvent.findFirst({ where: { recordId: userId, action: 'identity.added' } })
    expect(added, 'who, and from where').toMatchObject({
      actorType: 'user',
      actorId: userId,
      actorName: 'Ada',
      address: fixture.address,
    })
    expect(await fixture.aBrowser().signIn(ada)).toMatchObject({ to: '/' })
    const { id } = listed.data.identities[0]
    expect((await browser.call('account.disconnect', { id, current: 'wrong' })).status).toBe(400)
    expect((await browser.call('account.disconnect', { id, current: PASSWORD })).data).toMatchObject({ identities: [] })
    expect(await fixture.aBrowser().signIn(ada)).toMatchObject({ to: '/sign-in/finish' })
    expect(await db.identity.count({ where: { userId } })).toBe(0)
  })

  it('removes an identity added with a stolen password by the undo link in the notification mail', async () => {
    const { userId } = await fixture.anAccount()
    const [thief, planted] = [fixture.aBrowser(), fixture.aVisitor({ email: anEmailAddress() })]
    await thief.signInWithPassword()
    const { data } = await thief.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await thief.goToProvider({ connect: data.token })
    fixture.provider.nextUser = planted
    await thief.comeBack(await fixture.provider.authorize(url))
    expect(await fixture.aBrowser().signIn(planted)).toMatchObject({ to: '/' })

    const row = await db.systemEmail.findFirstOrThrow({ where: { userId, kind: 'credentialChanged' } })
    const mail = await transact(({ tx }) => composeCredentialChangedEmail(tx, row))
    const token = /\/take-back\/([\w-]{43})$/.exec(('opens' in mail && mail.opens) || '')?.[1] ?? ''
    const pressed = await revokeCredentialPageHandlers.POST(fixture.aBrowser().form(`/take-back/${token}`, {}), token)
    expect(pressed).toMatchObject({ to: expect.stringMatching(/^\/reset-password\//) })
    expect(await thief.isSignedIn()).toBe(false)
    expect(await fixture.aBrowser().signIn(planted), 'without an account').toMatchObject({ to: '/sign-in/finish' })
    const actions = await db.auditEvent.findMany({ where: { recordId: userId, action: 'identity.removed' } })
    expect(actions).toHaveLength(1)
  })

  it('connects no identity when the session ends during the provider round trip', async () => {
    const { userId } = await fixture.anAccount()
    const thief = fixture.aBrowser()
    await thief.signInWithPassword()
    const { data } = await thief.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await thief.goToProvider({ connect: data.token })
    fixture.provider.nextUser = fixture.aVisitor({ email: anEmailAddress() })
    const back = await fixture.provider.authorize(url)
    const coming = await withOpenTransaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
      const answer = thief.comeBack(back)
      await waitForLockWaiters('%FROM "user"%FOR UPDATE%')
      await tx.session.deleteMany({ where: { userId } })
      return { answer }
    })
    expect(await coming.answer).toMatchObject({ status: 401 })
    expect(await db.identity.count({ where: { userId } })).toBe(0)
  })

  it('refuses to disconnect the only sign-in method of an account', async () => {
    const browser = fixture.aBrowser()
    await browser.signIn(fixture.aVisitor())
    await browser.finish({ name: 'Ada', organizationName: 'Engines' })
    const { data } = await browser.call('account.identities')
    const { id } = data.identities[0]
    expect(await browser.call('account.disconnect', { id, current: '' })).toMatchObject({ status: 400 })
    expect((await browser.call('account.identities')).data.identities).toHaveLength(1)
  })

  it('connects an identity only to the signed-in account that requested it', async () => {
    await fixture.anAccount()
    const browser = fixture.aBrowser()
    await browser.signInWithPassword()
    const { data } = await browser.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const mallory = fixture.aBrowser()
    fixture.email = anEmailAddress()
    await fixture.anAccount()
    await mallory.signInWithPassword()
    expect(await mallory.goToProvider({ connect: data.token }), 'a permit of another person').toMatch(/done=over/)
    const { data: own } = await mallory.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await mallory.goToProvider({ connect: own.token })
    fixture.provider.nextUser = fixture.aVisitor({ email: anEmailAddress() })
    const back = await fixture.provider.authorize(url)
    for (const name of mallory.jar.keys()) if (name.includes('session')) mallory.jar.delete(name)
    expect(await mallory.comeBack(back), 'signed out meanwhile').toMatchObject({ to: /done=over/ })
    expect(await db.identity.count({ where: { subject: fixture.provider.nextUser.sub } })).toBe(0)
  })

  it('refuses to connect an identity that belongs to another account', async () => {
    const ada = fixture.aVisitor()
    await fixture.anAccount()
    await fixture.aBrowser().signIn(ada)
    fixture.email = anEmailAddress()
    await fixture.anAccount()
    const other = fixture.aBrowser()
    await other.signInWithPassword()
    const { data } = await other.call('account.beginConnect', { provider: 'oidc', current: PASSWORD })
    const url = await other.goToProvider({ connect: data.token })
    fixture.provider.nextUser = ada
    expect(await other.comeBack(await fixture.provider.authorize(url))).toMatchObject({
      to: '/settings/profile?connect=otherAccount',
    })
  })
})
