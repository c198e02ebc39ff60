import { describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../clock'
import { db } from '../../db'
import { PASSWORD, useAccountWithoutSecondFactor } from '../../testing/clients/two-factor-fixture'
import { waitForLockWaiters, withOpenTransaction } from '../../testing/database/locks'
import { anOwner } from '../../testing/factories/accounts'
import { anEmailAddress } from '../../testing/factories/basics'
import { totpCode } from '../../testing/one-time-codes'
import { resetSecondFactorsAsOperator } from './second-factor'

const account = useAccountWithoutSecondFactor()

/** The same code in the script whose zero digit is `zero`. */
function inScript(zero: string, code: string): string {
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
}

describe('an authenticator app', () => {
  it('requires an authenticator app at sign-in once a code is confirmed, and ends the other sessions', async () => {
    const other = await account.signedIn()
    const begun = await account.signedIn()
    const { data } = await begun.call('account.beginAuthenticatorApp', { current: PASSWORD })
    expect(data.uri).toContain(`secret=${data.secret}`)
    expect(await account.aBrowser().signIn(), 'not confirmed yet').toMatchObject({ to: '/' })
    expect((await begun.call('account.confirmAuthenticatorApp', { code: '000000' })).status).toBe(400)
    const confirmed = await begun.call('account.confirmAuthenticatorApp', { code: totpCode(data.secret, -1) })
    expect(confirmed.data.recoveryCodes).toHaveLength(10)
    expect((await begun.call('account.get')).status, 'this browser stays').toBe(200)
    expect((await other.call('account.get')).status, 'the others are out').toBe(401)

    const browser = account.aBrowser()
    expect(await browser.signIn(PASSWORD, '?next=/contacts')).toMatchObject({
      to: '/sign-in/second-step?next=/contacts',
    })
    expect((await browser.call('account.get')).status).toBe(401)
    expect(await browser.code(totpCode(data.secret), '?next=/contacts')).toMatchObject({ to: '/contacts' })
    expect((await browser.call('account.get')).data.user.email).toBe(account.person.email)
    expect(await account.aBrowser().signIn('wrong')).toMatchObject({ status: 400 })
    expect(await account.listActions()).toContain('authenticator_app.added')
  })

  it('limits setting up an authenticator app to ten wrong codes and ten minutes', async () => {
    const thief = await account.signedIn()
    const { data } = await thief.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const codes = Array.from({ length: 10 }, (_, turn) => `00000${turn}`).filter(
      (code) => code !== totpCode(data.secret),
    )
    const answers = await Promise.all(codes.map((code) => thief.call('account.confirmAuthenticatorApp', { code })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    for (let turn = codes.length; turn < 10; turn += 1)
      await thief.call('account.confirmAuthenticatorApp', { code: 'x' })
    // A new secret does not reset the attempts.
    const again = await thief.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const right = { code: totpCode(again.data.secret) }
    expect((await thief.call('account.confirmAuthenticatorApp', right)).status).toBe(429)
    expect((await thief.call('account.secondFactor')).data.app).toBeNull()

    account.person = await anOwner(
      { name: 'Eve', email: anEmailAddress(), password: PASSWORD, organizationName: 'E' },
      'operator',
    )
    const late = await account.signedIn()
    const begun = await late.call('account.beginAuthenticatorApp', { current: PASSWORD })
    vi.useFakeTimers({ now: Date.now() + 10 * MINUTE_MS, toFake: ['Date'] })
    const confirmed = await late.call('account.confirmAuthenticatorApp', { code: totpCode(begun.data.secret) })
    expect([confirmed.status, confirmed.error.details.code]).toEqual([400, [expect.stringContaining('ten minutes')]])
    const next = await late.call('account.beginAuthenticatorApp', { current: PASSWORD })
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS - 5000)
    const inTime = await late.call('account.confirmAuthenticatorApp', { code: totpCode(next.data.secret) })
    expect(inTime.status).toBe(200)
  })

  it('does not replace an authenticator app that is confirmed while another setup begins', async () => {
    const browser = await account.signedIn()
    const { data } = await browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
    const { userId } = account.person
    const confirmed = { confirmedAt: new Date(), lastStep: 1 }
    const begun = await withOpenTransaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
      const stored = await tx.authenticatorApp.update({ where: { userId }, data: confirmed })
      const answer = browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
      await waitForLockWaiters('%FROM "user"%FOR UPDATE%')
      return { stored, answer }
    })
    const { status, error } = await begun.answer
    expect([status, Object.keys(error.details)]).toEqual([400, ['current']])
    expect(await db.authenticatorApp.findUnique({ where: { userId } })).toEqual(begun.stored)
    const next = account.aBrowser()
    expect(await next.signIn()).toMatchObject({ to: '/sign-in/second-step' })
    expect(await next.code(totpCode(data.secret)), 'the secret that was confirmed').toMatchObject({ to: '/' })
  })

  it('begins no authenticator app setup for a session that ends concurrently', async () => {
    const browser = await account.signedIn()
    const { userId } = account.person
    const begun = await withOpenTransaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
      const answer = browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
      await waitForLockWaiters('%FROM "user"%FOR UPDATE%')
      await tx.session.deleteMany({ where: { userId } })
      return { answer }
    })
    expect((await begun.answer).status).toBe(401)
    expect(await db.authenticatorApp.count({ where: { userId } })).toBe(0)
  })

  it('accepts authenticator and recovery codes in the digits of other scripts', async () => {
    const browser = await account.signedIn()
    const { data } = await browser.call('account.beginAuthenticatorApp', { current: PASSWORD })
    for (const code of ['٠٠٠٠٠٠x', '𝟎𝟎𝟎𝟎𝟎', '½½½½½½', 'éééééé'])
      expect(await browser.call('account.confirmAuthenticatorApp', { code }), `of ${code}`).toMatchObject({
        status: 400,
      })
    const confirmed = await browser.call('account.confirmAuthenticatorApp', {
      code: inScript('٠', totpCode(data.secret, -1)),
    })
    expect(confirmed.status).toBe(200)
    const [first, second] = [account.aBrowser(), account.aBrowser()]
    await Promise.all([first.signIn(), second.signIn()])
    expect(await first.code('éééééé')).toMatchObject({ status: 400 })
    expect(await first.code(inScript('०', totpCode(data.secret)))).toMatchObject({ to: '/' })
    const [code = ''] = confirmed.data.recoveryCodes as string[]
    expect(await second.code(inScript('０', code)), 'a recovery code').toMatchObject({ to: '/' })
  })

  it('accepts an authenticator code only once, even concurrently, and none older than the last used', async () => {
    const secret = await account.aConfirmedApp()
    const used = totpCode(secret)
    const [first, second] = [account.aBrowser(), account.aBrowser()]
    await Promise.all([first.signIn(), second.signIn()])
    const both = await Promise.all([first.code(used), second.code(used)])
    expect(both.filter((answer) => 'to' in answer)).toHaveLength(1)
    expect(both.filter((answer) => 'status' in answer && answer.status === 400)).toHaveLength(1)
    const third = account.aBrowser()
    await third.signIn()
    for (const code of [used, totpCode(secret, -1)]) expect(await third.code(code)).toMatchObject({ status: 400 })
    expect(await third.code(totpCode(secret, 1)), 'a clock that is ahead').toMatchObject({ to: '/' })
    expect(await account.listActions()).toContain('second_step.refused')
  })

  it('removes an authenticator app with its recovery codes by password, or by an operator reset', async () => {
    const { browser, codes } = await account.withApp()
    expect((await browser.call('account.removeAuthenticatorApp', { current: 'wrong' })).status).toBe(400)
    expect((await browser.call('account.removeAuthenticatorApp', { current: PASSWORD })).status).toBe(200)
    expect(await account.aBrowser().signIn()).toMatchObject({ to: '/' })
    expect(await db.recoveryCode.count({ where: { userId: account.person.userId } })).toBe(0)
    expect(codes).toHaveLength(10)
    const again = await account.withApp()
    expect(await resetSecondFactorsAsOperator(account.person.email)).toMatchObject({ removed: 1 })
    expect((await again.browser.call('account.get')).status).toBe(401)
    expect(await account.aBrowser().signIn()).toMatchObject({ to: '/' })
  })

  it('stores no authenticator secret or recovery code in plain text', async () => {
    const { secret, codes } = await account.withApp()
    const stored = JSON.stringify([
      await db.authenticatorApp.findMany({ where: { userId: account.person.userId } }),
      await db.recoveryCode.findMany({ where: { userId: account.person.userId } }),
      await db.auditEvent.findMany({ where: { organizationId: account.person.organizationId } }),
      await db.systemEmail.findMany({ where: { userId: account.person.userId } }),
    ])
    for (const hidden of [secret, ...codes]) expect(stored).not.toContain(hidden)
  })
})
