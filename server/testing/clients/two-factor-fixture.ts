import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createPasskeySignInOptions, submitPasskeySignIn } from '../../api/pages/account/passkey-sign-in'
import { submitSignIn } from '../../api/pages/account/sign-in'
import { submitTwoFactor } from '../../api/pages/account/two-factor'
import { generateTotpSecret } from '../../auth/second-factor/authenticator-app'
import { db } from '../../db'
import { encryptSecret } from '../../encryption'
import { anOwner } from '../factories/accounts'
import { anEmailAddress } from '../factories/basics'
import { freezeClockInTotpStep, totpCode } from '../one-time-codes'
import { aCookieBrowser, TEST_ORIGIN } from './cookie-browser'
import { createVirtualAuthenticator } from './virtual-authenticator'

export const PASSWORD = 'the first password'

type PasskeyChallenge = {
  token: string | null
  options: { challenge: string; allowCredentials?: { id: string }[] }
}

/** Creates before each test of the calling file an owner without a second factor, and stops the clock within a time step. */
export function useAccountWithoutSecondFactor() {
  const account = {
    person: { userId: '', organizationId: '', email: '' },
    address: '',
    aBrowser,
    signedIn,
    withApp,
    withPasskey,
    aConfirmedApp,
    aPasskey,
    listActions,
  }

  beforeEach(async () => {
    freezeClockInTotpStep()
    account.address = `test-${uuidv7()}`
    account.person = await anOwner(
      { name: 'Ada', email: anEmailAddress(), password: PASSWORD, organizationName: 'Engines' },
      'operator',
    )
  })
  afterEach(() => vi.useRealTimers())

  function aBrowser() {
    const browser = aCookieBrowser(() => account.address)
    const { keep, form, json } = browser
    return {
      ...browser,
      signIn: async (password = PASSWORD, next = '') =>
        keep(await submitSignIn(form(`/sign-in${next}`, { email: account.person.email, password }))),
      code: async (code: string, next = '') =>
        keep(await submitTwoFactor(form(`/sign-in/second-step${next}`, { code }))),
      challenge: async () =>
        keep(await createPasskeySignInOptions(json('/sign-in/passkey-question', {}))).body as PasskeyChallenge,
      passkey: async (token: string | null, response: object) =>
        keep(await submitPasskeySignIn(json('/sign-in/passkey', { token, response }))),
    }
  }

  async function signedIn() {
    const browser = aBrowser()
    expect(await browser.signIn()).toMatchObject({ to: '/' })
    return browser
  }

  /** Sets up an app. Uses the code of the previous time step, so that the current one stays unused. */
  async function withApp() {
    const browser = await signedIn()
    const { data } = await browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const confirmed = await browser.call('account.confirmAuthenticatorApp', { code: totpCode(data.secret, -1) })
    expect(confirmed.status).toBe(200)
    return { browser, secret: data.secret as string, codes: confirmed.data.recoveryCodes as string[] }
  }

  async function withPasskey() {
    const browser = await signedIn()
    const device = createVirtualAuthenticator(TEST_ORIGIN)
    const { data } = await browser.call('account.beginPasskey', { current: PASSWORD })
    const added = await browser.call('account.addPasskey', {
      token: data.token,
      name: 'Phone',
      response: device.register(data.options),
    })
    expect(added.status).toBe(200)
    return { browser, device, codes: added.data.recoveryCodes as string[] }
  }

  /** An app confirmed with the code of the previous time step, without the recovery codes of {@link withApp}. */
  async function aConfirmedApp(): Promise<string> {
    const { userId } = account.person
    const secret = generateTotpSecret()
    const secretEncrypted = encryptSecret('authenticator-app', secret, userId)
    const lastStep = Math.floor(Date.now() / 30_000) - 1
    await db.authenticatorApp.create({ data: { userId, secretEncrypted, confirmedAt: new Date(), lastStep } })
    return secret
  }

  /** A passkey without the recovery codes of {@link withPasskey}. */
  async function aPasskey() {
    const device = createVirtualAuthenticator(TEST_ORIGIN)
    const { id: credentialId, publicKey } = device
    const { userId } = account.person
    const data = { userId, name: 'Phone', credentialId, publicKey, counter: 0, transports: [], isSynced: false }
    await db.passkey.create({ data })
    return device
  }

  async function listActions(): Promise<string[]> {
    const events = await db.auditEvent.findMany({ where: { recordId: account.person.userId }, orderBy: { id: 'asc' } })
    return events.map(({ action }) => action)
  }

  return account
}
