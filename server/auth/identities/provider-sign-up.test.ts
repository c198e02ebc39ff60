import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { signToken } from '../../encryption'
import { useIdentityProvider } from '../../testing/clients/identity-provider'
import { anEmailAddress, anOrganization } from '../../testing/factories/basics'

const fixture = await useIdentityProvider()

describe('sign-up with an identity provider', () => {
  it('creates an account from the provider’s profile and the sign-up form, and signs in to it again by subject', async () => {
    const ada = fixture.aVisitor()
    const browser = fixture.aBrowser()
    expect(await browser.signIn(ada, '?next=/contacts')).toMatchObject({ to: '/sign-in/finish?next=/contacts' })
    expect(await browser.view()).toMatchObject({
      status: 200,
      page: { email: fixture.email, name: 'Ada Byron', mode: { kind: 'signUp' } },
    })
    expect(await browser.finish({ name: 'Ada', organizationName: ' ' })).toMatchObject({
      status: 400,
      page: { name: 'Ada', failure: { faults: { organizationName: expect.any(String) } } },
    })
    const finished = await browser.finish({ name: 'Ada', organizationName: 'Engines' }, '?next=/contacts')
    expect(finished).toMatchObject({ to: '/contacts' })
    expect(await browser.actor()).toMatchObject({ email: fixture.email, name: 'Ada', role: 'owner' })
    const person = await db.user.findUniqueOrThrow({ where: { email: fixture.email }, include: { identities: true } })
    expect(person).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) })
    expect(person.identities).toMatchObject([
      { provider: 'oidc', issuer: fixture.provider.issuer, subject: ada.sub, email: fixture.email },
    ])
    const again = fixture.aBrowser()
    expect(
      await again.signIn({ ...ada, email: anEmailAddress() }),
      'by the subject, whatever the address',
    ).toMatchObject({
      to: '/',
    })
    expect(await again.actor()).toMatchObject({ email: fixture.email })
  })

  it('leaves the email address of a new account unconfirmed when the provider has not verified it', async () => {
    const browser = fixture.aBrowser()
    await browser.signIn(fixture.aVisitor({ email_verified: false }))
    await browser.finish({ name: 'Ada', organizationName: 'Engines' })
    expect(await db.user.findUniqueOrThrow({ where: { email: fixture.email } })).toMatchObject({
      emailVerifiedAt: null,
    })
  })

  it('joins the inviting organization at provider sign-up only with the invited email address', async () => {
    const organizationId = await anOrganization()
    const expiresAt = new Date(Date.now() + 60_000)
    const invitation = await db.invitation.create({
      data: { organizationId, email: fixture.email, role: 'admin', language: 'en', expiresAt },
    })
    const next = `?next=/invitations/${signToken('invitation', invitation.id)}`
    const stranger = fixture.aBrowser()
    const other = anEmailAddress()
    await stranger.signIn(fixture.aVisitor({ email: other }), next)
    expect(await stranger.view(next), 'with another address').toMatchObject({ page: { mode: { kind: 'signUp' } } })
    expect(await stranger.finish({ name: 'Eve', organizationName: '' }, next)).toMatchObject({
      status: 400,
      page: { mode: { kind: 'signUp' }, failure: { faults: { organizationName: expect.any(String) } } },
    })
    expect(
      await stranger.finish({ name: 'Eve', organizationName: 'Own' }, next),
      'does what the page says',
    ).toMatchObject({ to: expect.stringMatching(/^\/invitations\//) })
    expect(await stranger.actor()).toMatchObject({ email: other, role: 'owner' })
    expect(await db.membership.count({ where: { organizationId } }), 'and joins nothing').toBe(0)
    const browser = fixture.aBrowser()
    await browser.signIn(fixture.aVisitor(), next)
    expect(await browser.view(next)).toMatchObject({ page: { mode: { kind: 'join' } } })
    expect(await browser.finish({ name: 'Ada' }, next)).toMatchObject({ to: '/' })
    expect(await browser.actor()).toMatchObject({ email: fixture.email, role: 'admin' })
  })

  it('creates one account per provider sign-up, and none from a replayed, premature or expired token', async () => {
    const browser = fixture.aBrowser()
    await browser.signIn(fixture.aVisitor())
    const cookie = new Map(browser.jar)
    await browser.finish({ name: 'Ada', organizationName: 'Engines' })
    const replay = fixture.aBrowser()
    for (const [name, value] of cookie) replay.jar.set(name, value)
    expect(await replay.finish({ name: 'Eve', organizationName: 'Evil' })).toMatchObject({ to: /done=over/ })
    expect(await replay.isSignedIn()).toBe(false)
    const early = fixture.aBrowser()
    await early.goToProvider()
    expect(await early.finish({ name: 'Eve', organizationName: 'Evil' }), 'still on the way').toMatchObject({
      to: /done=over/,
    })
    const late = fixture.aBrowser()
    fixture.email = anEmailAddress()
    await late.signIn(fixture.aVisitor())
    await db.signInChallenge.updateMany({ where: { purpose: 'newIdentity' }, data: { expiresAt: new Date(0) } })
    expect(await late.finish({ name: 'Eve', organizationName: 'Evil' })).toMatchObject({ to: /done=over/ })
  })
})
