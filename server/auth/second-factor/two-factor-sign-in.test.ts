import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createPasskeySignInOptions } from '../../api/pages/account/passkey-sign-in'
import { submitTwoFactor, viewTwoFactor } from '../../api/pages/account/two-factor'
import { db } from '../../db'
import { TEST_ORIGIN } from '../../testing/clients/cookie-browser'
import { PASSWORD, useAccountWithoutSecondFactor } from '../../testing/clients/two-factor-fixture'
import { createVirtualAuthenticator } from '../../testing/clients/virtual-authenticator'
import { anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { forgeToken } from '../../testing/forged-token'
import { totpCode } from '../../testing/one-time-codes'
import { resetPasswordAsOperator } from '../accounts'
import { SESSION_COOKIE, SIGN_IN_CHALLENGE_COOKIE } from '../session-cookie'

const account = useAccountWithoutSecondFactor()

describe('a two-factor challenge', () => {
  it('ends a two-factor challenge after five wrong codes, and throttles the person after twenty', async () => {
    const secret = await account.aConfirmedApp()
    const browser = account.aBrowser()
    await browser.signIn()
    await Promise.all(Array.from({ length: 5 }, () => browser.code('000000')))
    expect(await browser.code(totpCode(secret)), 'the right one comes too late').toMatchObject({
      to: '/sign-in?done=over',
    })
    for (let round = 0; round < 3; round += 1) {
      const next = account.aBrowser()
      await next.signIn()
      await Promise.all(Array.from({ length: 5 }, () => next.code('000000')))
    }
    const late = account.aBrowser()
    await late.signIn()
    expect(await late.code(totpCode(secret))).toMatchObject({ status: 429 })
    expect(await late.code(totpCode(secret))).toMatchObject({ status: 429 })
    expect((await account.listActions()).filter((action) => action === 'sign_in.throttled')).toHaveLength(1)
  })

  it('a known address signs in while codes are guessed from unknown addresses, and the person is warned once', async () => {
    const secret = await account.aConfirmedApp()
    // Its address is known from now on.
    const own = account.aBrowser()
    await own.signIn()
    expect(await own.code(totpCode(secret))).toMatchObject({ to: '/' })
    const knownAddress = account.address
    for (let round = 0; round < 9; round += 1) {
      account.address = `test-${uuidv7()}`
      const thief = account.aBrowser()
      await thief.signIn()
      for (let n = 0; n < 5; n += 1) await thief.code('000000')
    }
    account.address = `test-${uuidv7()}`
    const thief = account.aBrowser()
    await thief.signIn()
    expect(await thief.code(totpCode(secret, 1)), 'from an unknown address').toMatchObject({ status: 429 })
    account.address = knownAddress
    const again = account.aBrowser()
    await again.signIn()
    expect(await again.code(totpCode(secret, 1)), 'from a known one').toMatchObject({ to: '/' })
    const warnings = await db.systemEmail.findMany({
      where: { userId: account.person.userId, kind: 'credentialChanged' },
    })
    expect(warnings.filter(({ values }) => (values as { what?: string }).what === 'second_step_tried')).toHaveLength(1)
  })

  it('refuses a two-factor challenge that is expired, missing, altered or of another purpose', async () => {
    const secret = await account.aConfirmedApp()
    const browser = account.aBrowser()
    await browser.signIn()
    const [token = ''] = [...browser.jar.values()]
    await db.signInChallenge.updateMany({
      where: { userId: account.person.userId },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    expect(await viewTwoFactor(browser.form('/sign-in/second-step', {}))).toMatchObject({ to: '/sign-in?done=over' })
    expect(await browser.code(totpCode(secret))).toMatchObject({ to: '/sign-in?done=over' })
    expect(await account.aBrowser().code(totpCode(secret)), 'without a step').toMatchObject({
      to: '/sign-in?done=over',
    })
    const guess = account.aBrowser()
    guess.jar.set('__Secure-cfs-sign-in', forgeToken(token))
    expect(await guess.code(totpCode(secret))).toMatchObject({ to: '/sign-in?done=over' })
    const device = createVirtualAuthenticator(TEST_ORIGIN)
    const crossed = await guess.passkey(token, device.assert({ challenge: 'x' }))
    expect(crossed, 'a token of another purpose').toMatchObject({ status: 400 })
  })

  it('signing in with an authenticator code opens a new session and ends the browser’s previous one', async () => {
    const secret = await account.aConfirmedApp()
    const planted = await aSession(await anOrganization())
    const browser = account.aBrowser()
    browser.jar.set(SESSION_COOKIE, planted.cookie.split('=')[1] ?? '')
    await browser.signIn()
    const step = browser.jar.get(SIGN_IN_CHALLENGE_COOKIE)
    expect((await browser.call('account.get')).data.user.id, 'still the one that was planted').toBe(planted.userId)
    expect(await browser.code(totpCode(secret))).toMatchObject({ to: '/' })
    expect((await browser.call('account.get')).data.user.email).toBe(account.person.email)
    expect(await db.session.count({ where: { id: planted.sessionId } }), 'the planted session is deleted').toBe(0)
    // Nor is a step cookie accepted that was planted in the browser.
    expect(browser.jar.has(SIGN_IN_CHALLENGE_COOKIE)).toBe(false)
    browser.jar.set(SIGN_IN_CHALLENGE_COOKIE, step ?? '')
    expect(await browser.code(totpCode(secret, 1))).toMatchObject({ to: '/sign-in?done=over' })
  })

  it('ends a two-factor challenge when the password is reset, and refuses one submitted from another site', async () => {
    const secret = await account.aConfirmedApp()
    const [browser, posted] = [account.aBrowser(), account.aBrowser()]
    await browser.signIn()
    await resetPasswordAsOperator(account.person.email, 'the second password')
    expect(await browser.code(totpCode(secret))).toMatchObject({ to: '/sign-in?done=over' })
    await posted.signIn('the second password')
    const foreign = posted.form('/sign-in/second-step', { code: totpCode(secret) }, { 'sec-fetch-site': 'cross-site' })
    expect(await submitTwoFactor(foreign)).toMatchObject({ status: 403 })
    const crossSiteRequest = posted.json('/sign-in/passkey-question', {}, { 'sec-fetch-site': 'cross-site' })
    expect((await createPasskeySignInOptions(crossSiteRequest)).status).toBe(403)
    expect(await posted.code(totpCode(secret))).toMatchObject({ to: '/' })
  })

  it('accepts a recovery code once, in any case or spacing, and revokes the old codes when renewed', async () => {
    const { browser, codes } = await account.withApp()
    const [firstCode = '', secondCode = ''] = codes
    const lost = account.aBrowser()
    await lost.signIn()
    expect(await lost.code(firstCode.toUpperCase().replaceAll('-', ' '))).toMatchObject({ to: '/' })
    const used = await db.auditEvent.findFirst({
      where: { recordId: account.person.userId, action: 'recovery_code.used' },
    })
    expect(used, 'who, and from where').toMatchObject({
      actorType: 'user',
      actorId: account.person.userId,
      actorName: 'Ada',
      address: account.address,
    })
    const again = account.aBrowser()
    await again.signIn()
    expect(await again.code(firstCode)).toMatchObject({ status: 400 })
    expect((await lost.call('account.secondFactor')).data).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await browser.call('account.renewRecoveryCodes', { current: 'wrong' })).error.details).toHaveProperty(
      'current',
    )
    const renewed = await browser.call('account.renewRecoveryCodes', { current: PASSWORD })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    const late = account.aBrowser()
    await late.signIn()
    expect(await late.code(secondCode)).toMatchObject({ status: 400 })
    expect(await late.code(renewed.data.recoveryCodes[0])).toMatchObject({ to: '/' })
  })
})
