import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { TEST_ORIGIN } from '../../testing/clients/cookie-browser'
import { PASSWORD, useAccountWithoutSecondFactor } from '../../testing/clients/two-factor-fixture'
import { createVirtualAuthenticator } from '../../testing/clients/virtual-authenticator'
import { anOwner } from '../../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { SESSION_COOKIE } from '../session-cookie'

const account = useAccountWithoutSecondFactor()

describe('a passkey', () => {
  it('signs in with a passkey alone only if the device verified the person, and once per challenge', async () => {
    const { device, codes } = await account.withPasskey()
    expect(codes).toHaveLength(10)
    const browser = account.aBrowser()
    const { token, options } = await browser.challenge()
    expect(options.allowCredentials ?? [], 'a stranger learns of no passkey').toEqual([])
    const response = device.assert(options)
    expect(await browser.passkey(token, response)).toMatchObject({ status: 200, body: { to: '/' } })
    expect((await browser.call('account.get')).data.user.email).toBe(account.person.email)
    expect(await account.aBrowser().passkey(token, response), 'again').toMatchObject({ status: 400 })

    const next = account.aBrowser()
    const unsure = await next.challenge()
    expect(await next.passkey(unsure.token, device.assert(unsure.options, { isVerified: false }))).toMatchObject({
      status: 400,
    })
    // Recorded once within ten minutes.
    const refused = await db.auditEvent.findMany({
      where: { recordId: account.person.userId, action: 'passkey.refused' },
    })
    expect(refused).toMatchObject([
      { organizationId: account.person.organizationId, actorType: 'stranger', address: account.address },
    ])
  })

  it('accepts a passkey as the second factor after a password, which alone no longer signs in', async () => {
    const device = await account.aPasskey()
    const browser = account.aBrowser()
    expect(await browser.signIn()).toMatchObject({ to: '/sign-in/second-step' })
    const { token, options } = await browser.challenge()
    expect(token).toBeNull()
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    expect(await browser.passkey(null, device.assert(options, { isVerified: false }))).toMatchObject({
      body: { to: '/' },
    })
    expect((await browser.call('account.get')).status).toBe(200)
  })

  it.each(['alone', 'after a password'])(
    'signing in with a passkey %s opens a new session and ends the browser’s previous one',
    async (way) => {
      const device = await account.aPasskey()
      const planted = await aSession(await anOrganization())
      const browser = account.aBrowser()
      const [name = '', value = ''] = planted.cookie.split('=')
      browser.jar.set(SESSION_COOKIE, value)
      expect(name).toBe(SESSION_COOKIE)
      if (way !== 'alone') await browser.signIn()
      expect((await browser.call('account.get')).data.user.id, 'still the one that was planted').toBe(planted.userId)
      const { token, options } = await browser.challenge()
      expect((await browser.passkey(token, device.assert(options))).status).toBe(200)
      expect((await browser.call('account.get')).data.user.email).toBe(account.person.email)
      expect(await db.session.count({ where: { id: planted.sessionId } }), 'the planted session is deleted').toBe(0)
    },
  )

  it('refuses a passkey of another person, for another challenge or from another site', async () => {
    const device = await account.aPasskey()
    const owner = account.person
    account.person = await anOwner(
      { name: 'Eve', email: anEmailAddress(), password: PASSWORD, organizationName: 'E' },
      'operator',
    )
    const evesDevice = await account.aPasskey()
    account.person = owner
    const browser = account.aBrowser()
    await browser.signIn()
    const { options } = await browser.challenge()
    for (const response of [
      evesDevice.assert(options),
      device.assert({ challenge: 'bm90IG91cnM' }),
      device.assert(options, { from: 'https://feedback.example.org' }),
      { ...device.assert(options), id: 'unknown' },
    ])
      expect(await browser.passkey(null, response)).toMatchObject({ status: 400 })
    expect((await browser.call('account.get')).status).toBe(401)
  })

  it.each(['\u0000', 'no base64url', '', 'A'.repeat(1365)])('refuses a passkey with the invalid id %j', async (id) => {
    const device = await account.aPasskey()
    const browser = account.aBrowser()
    const { token, options } = await browser.challenge()
    const response = { ...device.assert(options), id, rawId: id }
    expect(await browser.passkey(token, response)).toMatchObject({ status: 400 })
    const stepping = account.aBrowser()
    await stepping.signIn()
    const step = await stepping.challenge()
    expect(await stepping.passkey(null, { ...device.assert(step.options), id })).toMatchObject({ status: 400 })
  })

  it.each([
    ['unknown transports', ['internal', 'carrier-pigeon', 'usb', 'usb', '\u0000', 7], ['internal', 'usb']],
    ['no list', 'internal', []],
  ])('stores only the known transports of a passkey: %s', async (_, transports, stored) => {
    const browser = await account.signedIn()
    const { data } = await browser.call('account.beginPasskey', { current: PASSWORD })
    const made = createVirtualAuthenticator(TEST_ORIGIN).register(data.options)
    const response = { ...made, response: { ...made.response, transports } }
    const added = await browser.call('account.addPasskey', { token: data.token, name: 'Phone', response })
    expect(added.status).toBe(200)
    expect(await db.passkey.findMany({ where: { userId: account.person.userId } })).toMatchObject([
      { transports: stored },
    ])
  })

  it('refuses to add a passkey whose id differs between the browser and the authenticator data', async () => {
    const browser = await account.signedIn()
    const { data } = await browser.call('account.beginPasskey', { current: PASSWORD })
    const response = { ...createVirtualAuthenticator(TEST_ORIGIN).register(data.options), id: 'AAAA', rawId: 'AAAA' }
    const added = await browser.call('account.addPasskey', { token: data.token, name: 'Phone', response })
    expect([added.status, added.error.details]).toEqual([400, { response: [expect.any(String)] }])
    expect(await db.passkey.count({ where: { userId: account.person.userId } })).toBe(0)
  })

  it('adds a passkey only with the password, for its own challenge and origin, and only once', async () => {
    const browser = await account.signedIn()
    const device = createVirtualAuthenticator(TEST_ORIGIN)
    const begin = async () => (await browser.call('account.beginPasskey', { current: PASSWORD })).data
    expect((await browser.call('account.beginPasskey', { current: 'wrong' })).status).toBe(400)
    const { token, options } = await begin()
    const name = 'Phone'
    for (const response of [
      device.register({ challenge: 'b3RoZXI' }),
      device.register(options, 'https://evil.example'),
    ])
      expect((await browser.call('account.addPasskey', { token, name, response })).status).toBe(400)
    const response = device.register(options)
    expect((await browser.call('account.addPasskey', { token, name, response })).status).toBe(200)
    expect((await browser.call('account.addPasskey', { token, name, response })).status).toBe(400)
    const { data } = await browser.call('account.secondFactor')
    expect(data.passkeys).toMatchObject([{ name, lastUsedAt: null }])
    const { id } = data.passkeys[0]
    expect((await browser.call('account.removePasskey', { id, current: PASSWORD })).status).toBe(200)
    expect(await account.aBrowser().signIn()).toMatchObject({ to: '/' })
  })
})
