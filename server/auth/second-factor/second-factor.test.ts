import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageAnswer } from '../../api/pages/account/form'
import { askForPasskey, type JsonAnswer, submitPasskey } from '../../api/pages/account/passkey'
import { submitSecondStep, viewSecondStep } from '../../api/pages/account/second-step'
import { submitSignIn } from '../../api/pages/account/sign-in'
import { handleSessionRpc } from '../../api/session/session-rpc'
import { MINUTE_MS } from '../../clock'
import { db } from '../../db'
import { encryptSecret } from '../../encryption'
import { softPasskey } from '../../testing/clients/soft-passkey'
import { holding, untilLockAwaited } from '../../testing/database/locks'
import { anOwner, cheapHash } from '../../testing/factories/accounts'
import { anEmail, anOrganization } from '../../testing/factories/basics'
import { aMember, aSession } from '../../testing/factories/sessions'
import { codeOf, stopClockInStep } from '../../testing/one-time-codes'
import { resetPassword } from '../accounts'
import { SESSION_COOKIE, STEP_COOKIE } from '../session-cookie'
import { resetSecondFactor } from './second-factor'
import { newTotpSecret } from './totp'

const ORIGIN = 'https://feedback.example.com'
const PASSWORD = 'the first password'
const QUERIES = new Set(['account.get', 'account.secondFactor', 'members.list', 'contacts.list'])

let person: { userId: string; organizationId: string; email: string }
let address: string

beforeEach(async () => {
  stopClockInStep()
  address = `test-${uuidv7()}`
  person = await anOwner({ name: 'Ada', email: anEmail(), password: PASSWORD, organizationName: 'Engines' }, 'operator')
})

afterEach(() => vi.useRealTimers())

function aBrowser() {
  const jar = new Map<string, string>()
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address,
  })
  function keep<T extends PageAnswer<unknown> | JsonAnswer>(answer: T): T {
    for (const line of ('cookies' in answer && answer.cookies) || []) {
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
  const json = (path: string, body: object, more = {}) =>
    new Request(ORIGIN + path, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
  return {
    jar,
    form,
    json,
    signIn: async (password = PASSWORD, next = '') =>
      keep(await submitSignIn(form(`/sign-in${next}`, { email: person.email, password }))),
    code: async (code: string, next = '') =>
      keep(await submitSecondStep(form(`/sign-in/second-step${next}`, { code }))),
    question: async () => keep(await askForPasskey(json('/sign-in/passkey-question', {}))).body as Question,
    passkey: async (token: string | null, response: object) =>
      keep(await submitPasskey(json('/sign-in/passkey', { token, response }))),
    call: async (procedure: string, input?: object) => {
      const isQuery = QUERIES.has(procedure)
      const response = await handleSessionRpc(
        new Request(`${ORIGIN}/api/trpc/${procedure}${isQuery ? '?input=%7B%7D' : ''}`, {
          method: isQuery ? 'GET' : 'POST',
          headers: { ...headers(), 'content-type': 'application/json' },
          ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
        }),
      )
      const body = await response.json()
      return { status: response.status, data: body.result?.data.data, error: body.error?.data?.error }
    },
  }
}
type Question = { token: string | null; options: { challenge: string; allowCredentials?: { id: string }[] } }

/** The same code in the script whose zero digit is `zero`. */
function inScript(zero: string, code: string): string {
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
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
  const confirmed = await browser.call('account.confirmAuthenticatorApp', { code: codeOf(data.secret, -1) })
  expect(confirmed.status).toBe(200)
  return {
    browser,
    secret: data.secret as string,
    uri: data.uri as string,
    codes: confirmed.data.recoveryCodes as string[],
  }
}

async function withPasskey() {
  const browser = await signedIn()
  const device = softPasskey(ORIGIN)
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
  const { userId } = person
  const secret = newTotpSecret()
  const secretEncrypted = encryptSecret('authenticator-app', secret, userId)
  const lastStep = Math.floor(Date.now() / 30_000) - 1
  await db.authenticatorApp.create({ data: { userId, secretEncrypted, confirmedAt: new Date(), lastStep } })
  return secret
}

/** A passkey without the recovery codes of {@link withPasskey}. */
async function aPasskey() {
  const device = softPasskey(ORIGIN)
  const { id: credentialId, publicKey } = device
  const data = {
    userId: person.userId,
    name: 'Phone',
    credentialId,
    publicKey,
    counter: 0,
    transports: [],
    isSynced: false,
  }
  await db.passkey.create({ data })
  return device
}

const actions = async () =>
  (await db.auditEvent.findMany({ where: { recordId: person.userId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )

describe('an authenticator app', () => {
  it('requires an authenticator app at sign-in once a code is confirmed, and ends the other sessions', async () => {
    const other = await signedIn()
    const begun = await signedIn()
    const { data } = await begun.call('account.beginAuthenticatorApp', { current: PASSWORD })
    expect(data.uri).toContain(`secret=${data.secret}`)
    expect(await aBrowser().signIn(), 'not confirmed yet').toMatchObject({ to: '/' })
    expect((await begun.call('account.confirmAuthenticatorApp', { code: '000000' })).status).toBe(400)
    const confirmed = await begun.call('account.confirmAuthenticatorApp', { code: codeOf(data.secret, -1) })
    expect(confirmed.data.recoveryCodes).toHaveLength(10)
    expect((await begun.call('account.get')).status, 'this browser stays').toBe(200)
    expect((await other.call('account.get')).status, 'the others are out').toBe(401)

    const browser = aBrowser()
    expect(await browser.signIn(PASSWORD, '?next=/contacts')).toMatchObject({
      to: '/sign-in/second-step?next=/contacts',
    })
    expect((await browser.call('account.get')).status).toBe(401)
    expect(await browser.code(codeOf(data.secret), '?next=/contacts')).toMatchObject({ to: '/contacts' })
    expect((await browser.call('account.get')).data.user.email).toBe(person.email)
    expect(await aBrowser().signIn('wrong')).toMatchObject({ status: 400 })
    expect(await actions()).toContain('authenticator_app.added')
  })

  it('limits setting up an authenticator app to ten wrong codes and ten minutes', async () => {
    const thief = await signedIn()
    const { data } = await thief.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const codes = Array.from({ length: 10 }, (_, turn) => `00000${turn}`).filter((code) => code !== codeOf(data.secret))
    const answers = await Promise.all(codes.map((code) => thief.call('account.confirmAuthenticatorApp', { code })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    for (let turn = codes.length; turn < 10; turn += 1)
      await thief.call('account.confirmAuthenticatorApp', { code: 'x' })
    // A new secret does not reset the attempts.
    const again = await thief.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const right = { code: codeOf(again.data.secret) }
    expect((await thief.call('account.confirmAuthenticatorApp', right)).status).toBe(429)
    expect((await thief.call('account.secondFactor')).data.app).toBeNull()

    person = await anOwner({ name: 'Eve', email: anEmail(), password: PASSWORD, organizationName: 'E' }, 'operator')
    const late = await signedIn()
    const begun = await late.call('account.beginAuthenticatorApp', { current: PASSWORD })
    vi.useFakeTimers({ now: Date.now() + 10 * MINUTE_MS, toFake: ['Date'] })
    const confirmed = await late.call('account.confirmAuthenticatorApp', { code: codeOf(begun.data.secret) })
    expect([confirmed.status, confirmed.error.details.code]).toEqual([400, [expect.stringContaining('ten minutes')]])
    const next = await late.call('account.beginAuthenticatorApp', { current: PASSWORD })
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS - 5000)
    const inTime = await late.call('account.confirmAuthenticatorApp', { code: codeOf(next.data.secret) })
    expect(inTime.status).toBe(200)
  })

  it('does not replace an authenticator app that is confirmed while another setup begins', async () => {
    const browser = await signedIn()
    const { data } = await browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const { userId } = person
    const confirmed = { confirmedAt: new Date(), lastStep: 1 }
    const begun = await holding(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
      const kept = await tx.authenticatorApp.update({ where: { userId }, data: confirmed })
      const answer = browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
      await untilLockAwaited('%FROM "user"%FOR UPDATE%')
      return { kept, answer }
    })
    const { status, error } = await begun.answer
    expect([status, Object.keys(error.details)]).toEqual([400, ['current']])
    expect(await db.authenticatorApp.findUnique({ where: { userId } })).toEqual(begun.kept)
    const next = aBrowser()
    expect(await next.signIn()).toMatchObject({ to: '/sign-in/second-step' })
    expect(await next.code(codeOf(data.secret)), 'the secret that was confirmed').toMatchObject({ to: '/' })
  })

  it('begins no authenticator app setup for a session that ends concurrently', async () => {
    const browser = await signedIn()
    const { userId } = person
    const begun = await holding(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
      const answer = browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
      await untilLockAwaited('%FROM "user"%FOR UPDATE%')
      await tx.session.deleteMany({ where: { userId } })
      return { answer }
    })
    expect((await begun.answer).status).toBe(401)
    expect(await db.authenticatorApp.count({ where: { userId } })).toBe(0)
  })

  it('accepts authenticator and recovery codes in the digits of other scripts', async () => {
    const browser = await signedIn()
    const { data } = await browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
    for (const code of ['٠٠٠٠٠٠x', '𝟎𝟎𝟎𝟎𝟎', '½½½½½½', 'éééééé'])
      expect(await browser.call('account.confirmAuthenticatorApp', { code }), `of ${code}`).toMatchObject({
        status: 400,
      })
    const confirmed = await browser.call('account.confirmAuthenticatorApp', {
      code: inScript('٠', codeOf(data.secret, -1)),
    })
    expect(confirmed.status).toBe(200)
    const [first, second] = [aBrowser(), aBrowser()]
    await Promise.all([first.signIn(), second.signIn()])
    expect(await first.code('éééééé')).toMatchObject({ status: 400 })
    expect(await first.code(inScript('०', codeOf(data.secret)))).toMatchObject({ to: '/' })
    const [code = ''] = confirmed.data.recoveryCodes as string[]
    expect(await second.code(inScript('０', code)), 'a recovery code').toMatchObject({ to: '/' })
  })

  it('accepts an authenticator code only once, even concurrently, and none older than the last used', async () => {
    const secret = await aConfirmedApp()
    const used = codeOf(secret)
    const [first, second] = [aBrowser(), aBrowser()]
    await Promise.all([first.signIn(), second.signIn()])
    const both = await Promise.all([first.code(used), second.code(used)])
    expect(both.filter((answer) => 'to' in answer)).toHaveLength(1)
    expect(both.filter((answer) => 'status' in answer && answer.status === 400)).toHaveLength(1)
    const third = aBrowser()
    await third.signIn()
    for (const code of [used, codeOf(secret, -1)]) expect(await third.code(code)).toMatchObject({ status: 400 })
    expect(await third.code(codeOf(secret, 1)), 'a clock that is ahead').toMatchObject({ to: '/' })
    expect(await actions()).toContain('second_step.refused')
  })

  it('ends a two-factor challenge after five wrong codes, and throttles the person after twenty', async () => {
    const secret = await aConfirmedApp()
    const browser = aBrowser()
    await browser.signIn()
    await Promise.all(Array.from({ length: 5 }, () => browser.code('000000')))
    expect(await browser.code(codeOf(secret)), 'the right one comes too late').toMatchObject({
      to: '/sign-in?done=over',
    })
    for (let round = 0; round < 3; round += 1) {
      const next = aBrowser()
      await next.signIn()
      await Promise.all(Array.from({ length: 5 }, () => next.code('000000')))
    }
    const late = aBrowser()
    await late.signIn()
    expect(await late.code(codeOf(secret))).toMatchObject({ status: 429 })
    expect(await late.code(codeOf(secret))).toMatchObject({ status: 429 })
    expect((await actions()).filter((action) => action === 'sign_in.throttled')).toHaveLength(1)
  })

  it('a known address signs in while codes are guessed from unknown addresses, and the person is warned once', async () => {
    const secret = await aConfirmedApp()
    // Its address is known from now on.
    const own = aBrowser()
    await own.signIn()
    expect(await own.code(codeOf(secret))).toMatchObject({ to: '/' })
    const home = address
    for (let round = 0; round < 9; round += 1) {
      address = `test-${uuidv7()}`
      const thief = aBrowser()
      await thief.signIn()
      for (let n = 0; n < 5; n += 1) await thief.code('000000')
    }
    address = `test-${uuidv7()}`
    const thief = aBrowser()
    await thief.signIn()
    expect(await thief.code(codeOf(secret, 1)), 'from an unknown address').toMatchObject({ status: 429 })
    address = home
    const again = aBrowser()
    await again.signIn()
    expect(await again.code(codeOf(secret, 1)), 'from a known one').toMatchObject({ to: '/' })
    const warnings = await db.systemEmail.findMany({ where: { userId: person.userId, kind: 'credentialChanged' } })
    expect(warnings.filter(({ values }) => (values as { what?: string }).what === 'second_step_tried')).toHaveLength(1)
  })

  it('refuses a two-factor challenge that is expired, missing, altered or of another purpose', async () => {
    const secret = await aConfirmedApp()
    const browser = aBrowser()
    await browser.signIn()
    const [token = ''] = [...browser.jar.values()]
    await db.signInChallenge.updateMany({ where: { userId: person.userId }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await viewSecondStep(browser.form('/sign-in/second-step', {}))).toMatchObject({ to: '/sign-in?done=over' })
    expect(await browser.code(codeOf(secret))).toMatchObject({ to: '/sign-in?done=over' })
    expect(await aBrowser().code(codeOf(secret)), 'without a step').toMatchObject({ to: '/sign-in?done=over' })
    const guess = aBrowser()
    guess.jar.set('__Secure-cfs-sign-in', `${token.slice(0, -1)}A`)
    expect(await guess.code(codeOf(secret))).toMatchObject({ to: '/sign-in?done=over' })
    const device = softPasskey(ORIGIN)
    const crossed = await guess.passkey(token, device.assert({ challenge: 'x' }))
    expect(crossed, 'a token of another purpose').toMatchObject({ status: 400 })
  })

  it('signing in with an authenticator code opens a new session and ends the browser’s previous one', async () => {
    const secret = await aConfirmedApp()
    const planted = await aSession(await anOrganization())
    const browser = aBrowser()
    browser.jar.set(SESSION_COOKIE, planted.cookie.split('=')[1] ?? '')
    await browser.signIn()
    const step = browser.jar.get(STEP_COOKIE)
    expect((await browser.call('account.get')).data.user.id, 'still the one that was planted').toBe(planted.userId)
    expect(await browser.code(codeOf(secret))).toMatchObject({ to: '/' })
    expect((await browser.call('account.get')).data.user.email).toBe(person.email)
    expect(await db.session.count({ where: { id: planted.sessionId } }), 'nobody can end it any more').toBe(0)
    // Nor is a step cookie accepted that was planted in the browser.
    expect(browser.jar.has(STEP_COOKIE)).toBe(false)
    browser.jar.set(STEP_COOKIE, step ?? '')
    expect(await browser.code(codeOf(secret, 1))).toMatchObject({ to: '/sign-in?done=over' })
  })

  it('ends a two-factor challenge when the password is reset, and refuses one submitted from another site', async () => {
    const secret = await aConfirmedApp()
    const [browser, posted] = [aBrowser(), aBrowser()]
    await browser.signIn()
    await resetPassword(person.email, 'the second password')
    expect(await browser.code(codeOf(secret))).toMatchObject({ to: '/sign-in?done=over' })
    await posted.signIn('the second password')
    const foreign = posted.form('/sign-in/second-step', { code: codeOf(secret) }, { 'sec-fetch-site': 'cross-site' })
    expect(await submitSecondStep(foreign)).toMatchObject({ status: 403 })
    const asked = posted.json('/sign-in/passkey-question', {}, { 'sec-fetch-site': 'cross-site' })
    expect((await askForPasskey(asked)).status).toBe(403)
    expect(await posted.code(codeOf(secret))).toMatchObject({ to: '/' })
  })

  it('accepts a recovery code once, in any case or spacing, and revokes the old codes when renewed', async () => {
    const { browser, codes } = await withApp()
    const [one = '', two = ''] = codes
    const lost = aBrowser()
    await lost.signIn()
    expect(await lost.code(one.toUpperCase().replaceAll('-', ' '))).toMatchObject({ to: '/' })
    const used = await db.auditEvent.findFirst({
      where: { recordId: person.userId, action: 'recovery_code.used' },
    })
    expect(used, 'who, and from where').toMatchObject({
      actorType: 'user',
      actorId: person.userId,
      actorName: 'Ada',
      address,
    })
    const again = aBrowser()
    await again.signIn()
    expect(await again.code(one)).toMatchObject({ status: 400 })
    expect((await lost.call('account.secondFactor')).data).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await browser.call('account.renewRecoveryCodes', { current: 'wrong' })).error.details).toHaveProperty(
      'current',
    )
    const renewed = await browser.call('account.renewRecoveryCodes', { current: PASSWORD })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    const late = aBrowser()
    await late.signIn()
    expect(await late.code(two)).toMatchObject({ status: 400 })
    expect(await late.code(renewed.data.recoveryCodes[0])).toMatchObject({ to: '/' })
  })

  it('removes an authenticator app with its recovery codes by password, or by an operator reset', async () => {
    const { browser, codes } = await withApp()
    expect((await browser.call('account.removeAuthenticatorApp', { current: 'wrong' })).status).toBe(400)
    expect((await browser.call('account.removeAuthenticatorApp', { current: PASSWORD })).status).toBe(200)
    expect(await aBrowser().signIn()).toMatchObject({ to: '/' })
    expect(await db.recoveryCode.count({ where: { userId: person.userId } })).toBe(0)
    expect(codes).toHaveLength(10)
    const again = await withApp()
    expect(await resetSecondFactor(person.email)).toMatchObject({ removed: 1 })
    expect((await again.browser.call('account.get')).status).toBe(401)
    expect(await aBrowser().signIn()).toMatchObject({ to: '/' })
  })

  it('stores no authenticator secret or recovery code in plain text', async () => {
    const { secret, codes } = await withApp()
    const kept = JSON.stringify([
      await db.authenticatorApp.findMany({ where: { userId: person.userId } }),
      await db.recoveryCode.findMany({ where: { userId: person.userId } }),
      await db.auditEvent.findMany({ where: { organizationId: person.organizationId } }),
      await db.systemEmail.findMany({ where: { userId: person.userId } }),
    ])
    for (const hidden of [secret, ...codes]) expect(kept).not.toContain(hidden)
  })
})

describe('a passkey', () => {
  it('signs in with a passkey alone only if the device verified the person, and once per challenge', async () => {
    const { device, codes } = await withPasskey()
    expect(codes).toHaveLength(10)
    const browser = aBrowser()
    const { token, options } = await browser.question()
    expect(options.allowCredentials ?? [], 'a stranger learns of no passkey').toEqual([])
    const response = device.assert(options)
    expect(await browser.passkey(token, response)).toMatchObject({ status: 200, body: { to: '/' } })
    expect((await browser.call('account.get')).data.user.email).toBe(person.email)
    expect(await aBrowser().passkey(token, response), 'again').toMatchObject({ status: 400 })

    const next = aBrowser()
    const unsure = await next.question()
    expect(await next.passkey(unsure.token, device.assert(unsure.options, { isVerified: false }))).toMatchObject({
      status: 400,
    })
    // Recorded once within ten minutes.
    const told = await db.auditEvent.findMany({ where: { recordId: person.userId, action: 'passkey.refused' } })
    expect(told).toMatchObject([{ organizationId: person.organizationId, actorType: 'stranger', address }])
  })

  it('accepts a passkey as the second factor after a password, which alone no longer signs in', async () => {
    const device = await aPasskey()
    const browser = aBrowser()
    expect(await browser.signIn()).toMatchObject({ to: '/sign-in/second-step' })
    const { token, options } = await browser.question()
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
      const device = await aPasskey()
      const planted = await aSession(await anOrganization())
      const browser = aBrowser()
      const [name = '', value = ''] = planted.cookie.split('=')
      browser.jar.set(SESSION_COOKIE, value)
      expect(name).toBe(SESSION_COOKIE)
      if (way !== 'alone') await browser.signIn()
      expect((await browser.call('account.get')).data.user.id, 'still the one that was planted').toBe(planted.userId)
      const { token, options } = await browser.question()
      expect((await browser.passkey(token, device.assert(options))).status).toBe(200)
      expect((await browser.call('account.get')).data.user.email).toBe(person.email)
      expect(await db.session.count({ where: { id: planted.sessionId } }), 'nobody can end it any more').toBe(0)
    },
  )

  it('refuses a passkey of another person, for another challenge or from another site', async () => {
    const device = await aPasskey()
    const mine = person
    person = await anOwner({ name: 'Eve', email: anEmail(), password: PASSWORD, organizationName: 'E' }, 'operator')
    const evesDevice = await aPasskey()
    person = mine
    const browser = aBrowser()
    await browser.signIn()
    const { options } = await browser.question()
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
    const device = await aPasskey()
    const browser = aBrowser()
    const { token, options } = await browser.question()
    const response = { ...device.assert(options), id, rawId: id }
    expect(await browser.passkey(token, response)).toMatchObject({ status: 400 })
    const stepping = aBrowser()
    await stepping.signIn()
    const step = await stepping.question()
    expect(await stepping.passkey(null, { ...device.assert(step.options), id })).toMatchObject({ status: 400 })
  })

  it.each([
    ['what nobody knows', ['internal', 'carrier-pigeon', 'usb', 'usb', '\u0000', 7], ['internal', 'usb']],
    ['no list', 'internal', []],
  ])('stores only the known transports of a passkey: %s', async (_, transports, kept) => {
    const browser = await signedIn()
    const { data } = await browser.call('account.beginPasskey', { current: PASSWORD })
    const made = softPasskey(ORIGIN).register(data.options)
    const response = { ...made, response: { ...made.response, transports } }
    const added = await browser.call('account.addPasskey', { token: data.token, name: 'Phone', response })
    expect(added.status).toBe(200)
    expect(await db.passkey.findMany({ where: { userId: person.userId } })).toMatchObject([{ transports: kept }])
  })

  it('refuses to add a passkey whose id differs between the browser and the authenticator data', async () => {
    const browser = await signedIn()
    const { data } = await browser.call('account.beginPasskey', { current: PASSWORD })
    const response = { ...softPasskey(ORIGIN).register(data.options), id: 'AAAA', rawId: 'AAAA' }
    const added = await browser.call('account.addPasskey', { token: data.token, name: 'Phone', response })
    expect([added.status, added.error.details]).toEqual([400, { response: [expect.any(String)] }])
    expect(await db.passkey.count({ where: { userId: person.userId } })).toBe(0)
  })

  it('adds a passkey only with the password, for its own challenge and origin, and only once', async () => {
    const browser = await signedIn()
    const device = softPasskey(ORIGIN)
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
    expect(await aBrowser().signIn()).toMatchObject({ to: '/' })
  })
})

describe('an organization that requires two-factor', () => {
  it('lets a member without two-factor leave an organization that requires it, but not the owner', async () => {
    const { userId, email } = await aMember(person.organizationId, 'member')
    await db.user.update({ where: { id: userId }, data: { passwordHash: await cheapHash(PASSWORD) } })
    await db.organization.update({ where: { id: person.organizationId }, data: { asksSecondFactor: true } })
    const owner = await signedIn()
    expect((await owner.call('account.get')).data).toMatchObject({ heldBackBy: 'secondFactor' })
    expect((await owner.call('members.leave')).status).toBe(403)
    person.email = email
    const member = await signedIn()
    expect((await member.call('members.list')).status).toBe(403)
    expect((await member.call('members.leave')).status).toBe(200)
    expect((await member.call('account.get')).status).toBe(401)
    expect(await db.membership.count({ where: { userId } })).toBe(0)
  })

  it('requiring two-factor blocks members without it until they set it up, and forbids removing it', async () => {
    const { userId, email } = await aMember(person.organizationId, 'member')
    await db.user.update({ where: { id: userId }, data: { passwordHash: await cheapHash(PASSWORD) } })
    const owner = await signedIn()
    const first = await owner.call('members.askForSecondFactor', { asks: true })
    expect(first.error.details, 'nobody shuts themself out').toHaveProperty('asks')
    const { browser } = await withApp()
    const ada = person.email
    person.email = email
    const member = await signedIn()
    expect((await member.call('contacts.list')).status).toBe(200)
    expect((await browser.call('members.askForSecondFactor', { asks: true })).status).toBe(200)

    expect(await member.call('contacts.list')).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect((await member.call('account.get')).data).toMatchObject({ heldBackBy: 'secondFactor' })
    const { data } = await member.call('account.beginAuthenticatorApp', { current: PASSWORD })
    await member.call('account.confirmAuthenticatorApp', { code: codeOf(data.secret, -1) })
    expect((await member.call('contacts.list')).status).toBe(200)
    expect((await member.call('account.get')).data).toMatchObject({ heldBackBy: null })
    const refused = await member.call('account.removeAuthenticatorApp', { current: PASSWORD })
    expect(refused.error.details.current[0]).toContain('Engines')
    expect((await browser.call('members.list')).data).toMatchObject([
      { email: ada, hasSecondFactor: true },
      { email, hasSecondFactor: true },
    ])
    expect((await browser.call('members.askForSecondFactor', { asks: false })).status).toBe(200)
    expect((await member.call('account.removeAuthenticatorApp', { current: PASSWORD })).status).toBe(200)
  })
})
