import { describe, expect, it } from 'vitest'
import { readPrincipalAndRateLimit } from '../api/session/session'
import { db } from '../db'
import { PASSWORD, usePasswordAccount } from '../testing/clients/password-account'
import { anOwner } from '../testing/factories/accounts'
import { anEmailAddress } from '../testing/factories/basics'

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'

const account = await usePasswordAccount()

describe('active sessions', () => {
  it('lists a person’s sessions, the current one first, with browser, address and organization', async () => {
    await account.signIn('192.0.2.7')
    const { call, sessionId } = await account.signIn()
    const { data } = await call('account.sessions')
    expect(data).toMatchObject([
      { id: sessionId, isCurrent: true, browser: 'Firefox, Linux', address: account.address, organization: 'Engines' },
      { isCurrent: false, address: '192.0.2.7' },
    ])
  })

  it('updates the browser and address of a session on use, at most every five minutes', async () => {
    const [used, other] = [await account.signIn('192.0.2.7'), await account.signIn('192.0.2.7')]
    const sendRequest = (userAgent: string) =>
      readPrincipalAndRateLimit(
        new Headers({ cookie: used.cookie, 'x-forwarded-for': '198.51.100.9', 'user-agent': userAgent }),
      )
    const readSession = async () =>
      (await other.call('account.sessions')).data.find(({ id }: { id: string }) => id === used.sessionId)
    await sendRequest(SAFARI)
    expect(await readSession(), 'no request writes more often than every five minutes').toMatchObject({
      browser: 'Firefox, Linux',
      address: '192.0.2.7',
    })
    const lastSeenAt = new Date(Date.now() - 6 * 60_000)
    await db.session.update({ where: { id: used.sessionId }, data: { lastSeenAt } })
    await sendRequest(SAFARI)
    expect(await readSession()).toMatchObject({ browser: 'Safari, macOS', address: '198.51.100.9' })
    await db.session.update({ where: { id: used.sessionId }, data: { lastSeenAt } })
    await readPrincipalAndRateLimit(new Headers({ cookie: used.cookie }))
    expect(await readSession(), 'a request without a client address keeps the stored one').toMatchObject({
      address: '198.51.100.9',
    })
  })

  it('ends a single session or all others of the person, but none of another account', async () => {
    const [one, two, three] = [await account.signIn(), await account.signIn(), await account.signIn()]
    const stranger = await anOwner(
      { name: 'Eve', email: anEmailAddress(), password: PASSWORD, organizationName: 'Other' },
      'operator',
    )
    const foreign = await db.session.create({
      data: {
        userId: stranger.userId,
        organizationId: stranger.organizationId,
        expiresAt: new Date('2099-01-01'),
      },
    })
    expect((await one.call('account.endSession', { id: foreign.id })).status).toBe(404)
    expect((await one.call('account.endSession', { id: two.sessionId })).status).toBe(200)
    expect((await two.call('account.get')).status).toBe(401)
    expect((await one.call('account.endOtherSessions')).data).toEqual({ ended: 1 })
    expect((await three.call('account.get')).status).toBe(401)
    expect((await one.call('account.get')).status).toBe(200)
    expect(await db.session.count({ where: { id: foreign.id } })).toBe(1)
  })
})

describe('new sign-in notifications', () => {
  it('notifies a person in their language of a sign-in from a new address, not of the first or a known one', async () => {
    await account.signIn('192.0.2.7')
    await account.signIn('192.0.2.7')
    expect(await account.sendEmails()).toEqual([])
    await db.user.update({ where: { id: account.person.userId }, data: { language: 'fr' } })
    await account.signIn('198.51.100.9')
    expect(await account.sendEmails()).toEqual(['Nouvelle connexion à votre compte'])
    const [received] = account.mailbox.to(account.person.email)
    expect(received?.mail.text).toContain('198.51.100.9')
    expect(received?.mail.text).toContain('Firefox, Linux')
  })
})
